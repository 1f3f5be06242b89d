package runs

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"gammonlab/internal/plaintext"
)

// Summary is the progress of a run with its newest results.
type Summary struct {
	Name    string           `json:"name"`
	Dir     string           `json:"folder"`
	Kind    Kind             `json:"kind"`
	State   State            `json:"state"`
	Updated time.Time        `json:"updated"`
	Lines   int              `json:"lines"`             // number of metrics lines
	Reached map[Axis]float64 `json:"reached,omitempty"` // progress on the axes that the run has

	Progress *Progress `json:"progress,omitempty"`
	Last     []Series  `json:"last,omitempty"` // the newest value of each quantity
}

// Summarize returns the summary of a run.
func (r *Run) Summarize() Summary {
	s := Summary{Name: r.Name, Dir: r.Dir, Kind: r.Kind, State: r.State, Updated: r.Updated, Lines: r.Lines()}
	if r.Lines() == 0 {
		return s
	}
	s.Reached, s.Progress = map[Axis]float64{}, r.Progress()
	shown := Axis("")
	for _, axis := range axes {
		if reached := r.Reached(axis); r.Has(axis) && finite(reached) {
			s.Reached[axis] = reached
			if shown == "" {
				shown = axis
			}
		}
	}
	for _, q := range Quantities([]*Run{r}) {
		for _, series := range r.Series(q.Name, shown) {
			series.Values = series.Values[len(series.Values)-1:]
			s.Last = append(s.Last, series)
		}
	}
	return s
}

// Table returns a table of runs as text: the progress of each, and its strength if
// measured. If a run has a validation loss, there are lines for the parts of its model,
// with the epoch of the lowest loss, whose weights [gammonlab/supervised] keeps.
func Table(all []*Run) string {
	t := plaintext.Table{Left: []int{0, 1, 2, 9}}
	head := []string{"run", "kind", "state", "games", "positions", "epochs", "hours", "positions/s", "ppg against pubeval"}
	validated := slices.ContainsFunc(all, func(r *Run) bool { return len(r.Series("validation_loss", Epoch)) > 0 })
	if validated {
		head = append(head, "part", "best epoch", "validation loss", "RMSE, mEq")
	}
	t.Add(head...)
	for _, r := range all {
		row := []string{r.Name, string(r.Kind), string(r.State),
			r.count(Games), r.count(Positions), r.count(Epoch), r.hours(), r.speed(), r.strength()}
		if !validated {
			t.Add(row...)
			continue
		}
		for _, best := range r.bests() {
			t.Add(append(row, best...)...)
			row = make([]string, len(row))
		}
	}
	return t.Text()
}

// bests returns for each part of the model its name, the epoch of the lowest validation
// loss, this loss, and the error of the equity at that epoch.
func (r *Run) bests() [][]string {
	var all [][]string
	errors := r.Series("equity_rmse", Epoch)
	for _, s := range r.Series("validation_loss", Epoch) {
		best := slices.MinFunc(s.Values, func(a, b Value) int { return cmp.Compare(a.Y, b.Y) })
		rmse := "-"
		for _, e := range errors {
			for _, v := range e.Values {
				if e.Of == s.Of && v.X == best.X {
					rmse = fmt.Sprintf("%.1f", v.Y)
				}
			}
		}
		all = append(all, []string{s.Of, Number(best.X), Number(best.Y), rmse})
	}
	if all == nil {
		all = [][]string{{"-", "-", "-", "-"}}
	}
	return all
}

// count formats the progress of the run on an axis.
func (r *Run) count(axis Axis) string {
	const most = 1 << 53
	n := r.Reached(axis)
	if !r.Has(axis) || r.Lines() == 0 || !(n >= 0 && n < most) {
		return "-"
	}
	return plaintext.Thousands(int64(n))
}

func (r *Run) hours() string {
	if n := r.Reached(Wall); r.Has(Wall) && r.Lines() > 0 && finite(n) {
		return strconv.FormatFloat(n/3600, 'f', 2, 64)
	}
	return "-"
}

// speed formats the number of positions that the run has learned from per second.
func (r *Run) speed() string {
	positions, seconds := r.Reached(Positions), r.Reached(Wall)
	if !r.Has(Positions) || !r.Has(Wall) || r.Lines() == 0 || !finite(positions) || !(seconds > 0) {
		return "-"
	}
	return plaintext.Thousands(int64(positions / seconds))
}

// strength formats the newest result against pubeval with half its interval.
func (r *Run) strength() string {
	v, ok := r.Last(PubevalPPG, "")
	switch {
	case !ok:
		return "-"
	case v.Lo == nil:
		return fmt.Sprintf("%+.3f", v.Y)
	}
	return fmt.Sprintf("%+.3f ± %.3f", v.Y, (*v.Hi-*v.Lo)/2)
}
