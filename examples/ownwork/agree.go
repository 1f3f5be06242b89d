package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/work"
)

// settings are those of the command, as its flags and arguments, its config, the form of the
// pages and the step of a recipe have them.
type settings struct {
	Data string      `json:"data" required:"true" path:"in" place:"FILE" help:"database <FILE> of positions"`
	A    named.Model `json:"net" default:"default" help:"<MODEL> to compare"`
	B    named.Model `json:"other" default:"fast" help:"other <MODEL>"`
	Seed uint64      `json:"seed" default:"1" help:"random seed <N> of the dice"`
	Out  string      `json:"out" path:"out" file:"out.csv" input:"command" help:"write the decisions on which they differ to <FILE>, as CSV"`
}

// result is what --json prints.
type result struct {
	Decisions int     `json:"decisions" meaning:"decisions that were compared"`
	Same      int     `json:"same"`
	Share     float64 `json:"share" unit:"share" meaning:"share of decisions on which the nets agree"`
}

// Text is what the command prints.
func (r *result) Text() string {
	return fmt.Sprintf("%d of %d decisions are the same (%.1f %%)\n", r.Same, r.Decisions, 100*r.Share)
}

var agree = work.Kind[settings, *result]{
	Name: "nets agree", Title: "Agreement of nets", Unit: "positions",
	Usage: "count the rolls for which two nets choose the same play",
	Help: `Draws a roll for each position of a database, and compares the plays that two nets choose at
0 plies. Rolls with one legal play do not count.

Example:
   gammonlab nets agree positions.parquet --net default --other fast`,
	Run: compare,
}

func compare(ctx context.Context, s *settings, env *work.Env) (*result, error) {
	file, err := datasets.Open(s.Data)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	c := pair{a: greedy(s.A.Evaluator), b: greedy(s.B.Evaluator)}
	dice := rand.New(rand.NewPCG(s.Seed, 0))
	r, differ, done := new(result), []byte("position,roll,net,other\n"), int64(0)
	for row, err := range datasets.Rows(file) {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Data, err)
		}
		roll := board.Roll{uint8(1 + dice.IntN(6)), uint8(1 + dice.IntN(6))}
		one, two, plays, err := c.choose(ctx, &row.Position, roll)
		if err != nil {
			return nil, err
		}
		done++
		env.Progress(work.Progress{Done: done, Total: int64(file.Len())})
		if len(plays) < 2 {
			continue
		}
		if r.Decisions++; one == two {
			r.Same++
		} else {
			differ = fmt.Appendf(differ, "%s,%v,%s,%s\n", row.Position.ID(), roll,
				board.FormatPlay(row.Position, plays[one]), board.FormatPlay(row.Position, plays[two]))
		}
	}
	r.Share = float64(r.Same) / float64(max(r.Decisions, 1))
	if s.Out == "" {
		return r, nil
	}
	return r, os.WriteFile(s.Out, differ, 0o666)
}

// greedy returns the player that takes the play with the best evaluation.
func greedy(e engine.Evaluator) engine.Player {
	return player.NewGreedy(engine.NewFull(e).Clone())
}

// pair is two players.
type pair struct {
	legal board.Generator
	a, b  engine.Player
}

// choose returns the choices of both among the legal plays of a roll, which it returns, too.
func (p *pair) choose(ctx context.Context, pos *board.Position, roll board.Roll) (one, two int, plays []board.Play, err error) {
	plays = p.legal.Plays(pos, roll)
	if len(plays) < 2 {
		return 0, 0, plays, nil
	}
	if one, err = p.a.Choose(ctx, pos, roll, plays); err == nil {
		two, err = p.b.Choose(ctx, pos, roll, plays)
	}
	return one, two, plays, err
}
