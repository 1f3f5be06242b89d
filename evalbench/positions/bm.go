package positions

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"gammonlab/board"
	"gammonlab/datasets/exchange"
	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// ReadBM reads the rolls and the cube decisions of a benchmark file of gnubg's nets.
// Errors use the given file name.
func ReadBM(r io.Reader, file string, v board.Variant) (*Set, error) {
	met, err := cube.NamedMET(cube.DefaultMET)
	if err != nil {
		return nil, err
	}
	state := cube.Match(bmLength, 0, 0, false)
	state.Roller = board.PlayerX
	stakes, err := cube.Prepare(state, met)
	if err != nil {
		return nil, err
	}
	s := &Set{Variant: v}
	trials := 0
	for line, err := range exchange.NewBMReader(r, file, v).Lines() {
		if err != nil {
			return nil, err
		}
		var d *Decision
		switch record := line.Record.(type) {
		case exchange.Settings:
			trials, _ = strconv.Atoi(record.Get("nRollOutGames")) // 0 if it is missing
			trials = max(trials, 0)
		case *exchange.Decision:
			d = fromBM(record, trials)
		case *exchange.Double:
			d = doubleFromBM(record, stakes)
		}
		if d == nil {
			continue
		}
		if d.IsCube() {
			if err := d.check(v); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", file, line.Number, err)
			}
		}
		s.Decisions = append(s.Decisions, *d)
	}
	return s, nil
}

// bmLength is the match length of the cube decisions in gnubg's benchmark files.
const bmLength = 7

// fromBM converts a decision; its probabilities are those of the opponent.
func fromBM(from *exchange.Decision, trials int) *Decision {
	d := &Decision{Position: from.Position, Roll: from.Roll}
	for i := range from.Moves {
		m := &from.Moves[i]
		move := Move{m.Result, Outcome{Equity: from.Equity - m.Loss, Rolled: m.Rolled}}
		if m.Rolled {
			move.Trials, move.Probabilities = trials, m.Probabilities.Swap()
		}
		d.Moves = append(d.Moves, move)
	}
	return d
}

func doubleFromBM(from *exchange.Double, stakes *cube.Stakes) *Decision {
	value := func(percent float64) Outcome {
		return Outcome{Equity: stakes.Equity(percent / 100), Rolled: true}
	}
	return &Decision{Position: from.Position, State: stakes.State(), NoDouble: value(from.NoDouble), Take: value(from.DoubleTake)}
}

// WriteBM writes the rolls as a benchmark file of gnubg's nets, which has neither
// standard errors nor money cubes. It returns the number of decisions left out.
func (s *Set) WriteBM(w io.Writer) (left int, err error) {
	out := bufio.NewWriter(w)
	for i := range s.Decisions {
		d := &s.Decisions[i]
		if d.IsCube() {
			left++
			continue
		}
		for k := range d.Moves {
			if m := &d.Moves[k]; m.Rolled {
				fmt.Fprintln(out, &exchange.Rolled{Mark: "#R", Position: m.Result, Probabilities: m.Probabilities.Swap()})
			}
		}
		fmt.Fprintln(out, d.bm())
	}
	return left, out.Flush()
}

func (d *Decision) bm() *exchange.Decision {
	best := d.Moves[0].Equity
	line := &exchange.Decision{Position: d.Position, Roll: d.Roll, Equity: best}
	for i := range d.Moves {
		m := &d.Moves[i]
		line.Moves = append(line.Moves, exchange.Move{
			Result: m.Result, Loss: rounded(best - m.Equity), Rolled: m.Rolled, Probabilities: engine.Probabilities{},
		})
	}
	return line
}
