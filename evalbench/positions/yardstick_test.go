package positions_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/cube"
	"gammonlab/evalbench/positions"
	"gammonlab/internal/must"
)

// The yardstick's cube decisions have the precision that its README states, and few are in two
// files: their games have the same dice, and begin alike.
func TestYardstick(t *testing.T) {
	type question struct {
		pos   board.Position
		roll  board.Roll
		state cube.State
	}
	files := must.Get(filepath.Glob("../yardstick/*.jsonl"))(t)
	seen, all, coarse, twice := map[question]bool{}, 0, 0, 0
	for _, name := range files {
		f := must.Get(os.Open(name))(t)
		set := must.Get(positions.Read(f, name))(t)
		must.OK(t, f.Close())
		for i := range set.Decisions {
			d := &set.Decisions[i]
			q := question{d.Position, d.Roll, d.State}
			if seen[q] {
				twice++
			}
			seen[q] = true
			if d.State == (cube.State{}) {
				t.Errorf("%s: %s is cubeless", name, d.Position.ID())
			}
			if !d.IsCube() {
				continue
			}
			all++
			double, deviation := d.NoDouble.Equity-d.Take.Equity, d.Take.Behind
			if d.Take.Equity > 1 {
				double, deviation = d.NoDouble.Equity-1, d.NoDouble.Error
			}
			answer := d.Take.Equity - 1
			const rounding = 2e-5
			if deviation > max(0.003, math.Abs(double)/10)+rounding || d.Take.Error > max(0.003, math.Abs(answer)/10)+rounding {
				coarse++
			}
		}
	}
	if all < 150 || coarse > all/10 || twice > len(seen)/10 {
		t.Errorf("%d cube decisions in %d files, %d of them less precise than stated, %d twice", all, len(files), coarse, twice)
	}
}
