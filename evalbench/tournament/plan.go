package tournament

import (
	"encoding/json"
	"fmt"
	"os"

	"gammonlab/internal/atomicfile"
	"gammonlab/internal/strictjson"
)

// Plan describes the games that the newest command plays for a ledger. It is in a file
// beside the ledger's file, for displays of progress; no result depends on it.
type Plan struct {
	Format   string       `json:"format"`
	Command  string       `json:"command"` // match, sprt or tournament
	Players  []PlanPlayer `json:"players"` // A and B of a match or test; of a gauntlet or several candidates the one all play first
	Gauntlet bool         `json:"gauntlet,omitempty"`
	Games    int          `json:"games"` // number of games for each two players; for a test the maximum
	Test     *Criterion   `json:"test,omitempty"`
	Left     int          `json:"left,omitempty"` // number of candidates of a race that are to be left
}

// PlanPlayer is a player of a plan.
type PlanPlayer struct {
	Name   string `json:"name"`
	Digest string `json:"digest,omitempty"`
}

const planFormat = "gammonlab-plan 1"

// PlanSuffix is added to the name of a ledger's file to get the name of its plan.
const PlanSuffix = ".plan"

// ReadPlan reads the content of a plan's file.
func ReadPlan(text []byte) (*Plan, error) {
	p := new(Plan)
	if err := strictjson.UnmarshalFile(text, p); err != nil {
		return nil, err
	}
	switch {
	case p.Format != planFormat:
		return nil, fmt.Errorf("format is %.40q, want %q", p.Format, planFormat)
	case len(p.Players) < 2 || p.Games < 1:
		return nil, fmt.Errorf("%d players and %d games of each two, want at least 2 and 1", len(p.Players), p.Games)
	case p.Left < 0 || p.Left > 0 && p.Left > len(p.Players)-2:
		return nil, fmt.Errorf("%d of %d players are to be left, want less than the candidates", p.Left, len(p.Players))
	case p.Test != nil:
		return p, p.Test.Validate()
	}
	return p, nil
}

// IsPlan reports whether the path is that of a plan.
func IsPlan(path string) bool {
	text, err := os.ReadFile(path)
	if err != nil {
		return false
	}
	_, err = ReadPlan(text)
	return err == nil
}

// SPRT returns the test of the plan, with names but without players; nil if the plan has
// no test of two players.
func (p *Plan) SPRT() *Test {
	if p.Test == nil || p.Gauntlet {
		return nil
	}
	return &Test{A: p.Players[0].player(), B: p.Players[1].player(), Criterion: *p.Test}
}

// Selection returns the test of several candidates of the plan, with names but without players;
// nil if the plan has none.
func (p *Plan) Selection() *Selection {
	if p.Test == nil || !p.Gauntlet {
		return nil
	}
	s := &Selection{B: p.Players[0].player(), Criterion: *p.Test, Left: p.Left}
	for _, of := range p.Players[1:] {
		s.A = append(s.A, of.player())
	}
	return s
}

func (p PlanPlayer) player() Player { return Player{Name: p.Name, Digest: p.Digest} }

// announce writes the plan beside the ledger's file, if there is one.
func (l *Ledger) announce(p Plan, players ...Player) error {
	if l.path == "" {
		return nil
	}
	p.Format = planFormat
	for _, player := range players {
		p.Players = append(p.Players, PlanPlayer{player.Name, player.Digest})
	}
	text, err := json.Marshal(&p)
	if err == nil {
		err = atomicfile.WriteFile(l.path+PlanSuffix, append(text, '\n'))
	}
	if err != nil {
		return err
	}
	return nil
}
