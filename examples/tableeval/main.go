// Tableeval plays a match with its own evaluator: a table with the value of a checker on
// each point. An evaluator needs only one method.
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"

	"gammonlab/engine/named"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/evalbench"
)

// Table has the value of each point, numbered from the side's own end: of a blot, and of
// each checker if there are two or more. The bar is the last.
type Table struct{ Blot, Held [board.Bar + 1]float64 }

// Evaluate implements engine.Evaluator.
func (t *Table) Evaluate(dst []engine.Probabilities, positions []board.Position) {
	for i := range positions {
		pos := &positions[i]
		if r := pos.Result(); r != 0 {
			dst[i] = engine.Certain(r)
			continue
		}
		ahead := t.side(&pos.Own) - t.side(&pos.Opp) + 4 // the player on roll is ahead by half a roll
		win := float32(1 / (1 + math.Exp(-ahead/20)))
		dst[i] = engine.Probabilities{win, win / 4, 0, (1 - win) / 4, 0}
		dst[i].RuleOut(pos)
	}
}

func (t *Table) side(s *board.Side) (sum float64) {
	for point := 1; point <= board.Bar; point++ {
		switch n := float64(s[point]); {
		case n == 1:
			sum += t.Blot[point]
		case n > 1:
			sum += n * t.Held[point]
		}
	}
	return sum
}

// newTable values checkers by their pips. A blot also costs part of the distance that it
// has moved, and points that block the opponent have an additional value.
func newTable() *Table {
	t := new(Table)
	for point := 1; point <= board.Bar; point++ {
		t.Held[point] = -float64(point)
		t.Blot[point] = -float64(point) - float64(25-point)/6
		if 4 <= point && point <= 8 || point == 20 || point == 21 {
			t.Held[point] += 2
		}
	}
	return t
}

func main() {
	games := flag.Int("games", 2000, "of each match")
	flag.Parse()
	if err := run(*games); err != nil {
		fmt.Fprintln(os.Stderr, "tableeval:", err)
		os.Exit(1)
	}
}

func run(games int) error {
	for _, b := range []struct {
		name string
		by   engine.Player
	}{{"random", player.NewRandom()}, {"pubeval", player.Pubeval{}}} {
		match := evalbench.Match{
			A: named.Of("table", player.NewGreedy(newTable())), B: named.Of(b.name, b.by), Games: games, Conditions: evalbench.Conditions{Seed: 1},
		}
		result, err := match.Run(context.Background())
		if err != nil {
			return err
		}
		fmt.Println(result.Text())
	}
	return nil
}
