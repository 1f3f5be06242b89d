package work_test

import (
	"context"
	"fmt"
	"strings"

	"gammonlab/board"
	"gammonlab/engine/named"
	"gammonlab/work"
)

// PipWork has the settings of a kind of work.
type PipWork struct {
	Positions []string      `json:"position" required:"true" place:"ID..." help:"position <ID>"`
	Variant   board.Variant `json:"variant" default:"backgammon" help:"variant <GAME>: {values}"`
}

// Pips is its result: as text, and by its fields as JSON.
type Pips struct {
	Counts [][2]int `json:"counts"` // of the player on roll and of the opponent
}

// Text returns a line for each position.
func (p *Pips) Text() string {
	var b strings.Builder
	for _, n := range p.Counts {
		fmt.Fprintf(&b, "%d to %d\n", n[0], n[1])
	}
	return b.String()
}

func countPips(_ context.Context, s *PipWork, env *work.Env) (*Pips, error) {
	r := new(Pips)
	for i, id := range s.Positions {
		p, _, err := board.ParsePosition(id, s.Variant)
		if err != nil {
			return nil, err
		}
		r.Counts = append(r.Counts, [2]int{p.Position.Own.Pips(), p.Position.Opp.Pips()})
		env.Progress(work.Progress{Done: int64(i + 1), Total: int64(len(s.Positions))})
	}
	return r, nil
}

// After this call at the start of a program the command "count pips", its job on the pages and
// its step in recipes are part of it.
func ExampleRegister() {
	err := work.Register(work.Kind[PipWork, *Pips]{
		Name: "count pips", Title: "Pip counts", Unit: "positions", Usage: "count the pips of positions", Run: countPips,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	kind := work.Find("count pips")
	settings := &PipWork{Positions: []string{"4HPwATDgc/ABMA"}}
	if err := kind.Open(settings, new(named.Opener)); err != nil {
		fmt.Println(err)
		return
	}
	result, err := kind.Run(context.Background(), settings, &work.Env{Progress: func(work.Progress) {}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(result.Text())
	// Output: 167 to 167
}
