package runs

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"gammonlab/internal/plaintext"
	"gammonlab/internal/result"
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
	Best     []Best    `json:"best,omitempty"` // of the parts of a model with a validation loss

	CoreHours *float64 `json:"core_hours,omitempty"`           // of processor time
	Speed     *float64 `json:"positions_per_second,omitempty"` // learned from, over the hours of work
}

// Best is the epoch of a part of a model with the lowest validation loss, whose weights
// [gammonlab/supervised] keeps.
type Best struct {
	Part  string   `json:"part,omitempty"`
	Epoch float64  `json:"epoch"`
	Loss  float64  `json:"validation_loss"`
	RMSE  *float64 `json:"equity_rmse,omitempty"` // mEq, at that epoch
}

// Summarize returns the summary of a run.
func (r *Run) Summarize() Summary {
	s := Summary{Name: r.Name, Dir: r.Dir, Kind: r.Kind, State: r.State, Updated: r.Updated, Lines: r.Lines()}
	if r.Lines() == 0 {
		return s
	}
	_, speed := r.Field("positions_per_second")
	s.Best, s.CoreHours, s.Speed = r.bests(), plaintext.Known(r.CoreHours()), plaintext.Known(speed)
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
// with the epoch of the lowest loss.
func Table(all []*Run) string {
	t := plaintext.Table{Left: []int{0, 1, 2, 10}}
	head := []string{"run", "kind", "state", "games", "positions", "epochs", "hours", "core-hours", "positions/s", "ppg"}
	of, different := opponents(all)
	if len(different) == 1 {
		head[len(head)-1] += " against " + different[0]
	}
	validated := slices.ContainsFunc(all, func(r *Run) bool { return len(r.bests()) > 0 })
	if validated {
		head = append(head, "part", "best epoch", "validation loss", "RMSE, mEq")
	}
	t.Add(head...)
	for i, r := range all {
		_, speed := r.Field("positions_per_second")
		row := []string{r.Called(), string(r.Kind), string(r.State), whole(r.progress(Games)), whole(r.progress(Positions)), whole(r.progress(Epoch)),
			hours(r.progress(Wall) / 3600), hours(r.CoreHours()), whole(speed), r.strength()}
		if len(different) > 1 && of[i] != "" {
			row[len(row)-1] += " against " + of[i]
		}
		bests := r.bests()
		if !validated || len(bests) == 0 {
			t.Add(append(row, []string{"-", "-", "-", "-"}[:len(head)-len(row)]...)...)
			continue
		}
		for _, b := range bests {
			rmse := "-"
			if b.RMSE != nil {
				rmse = fmt.Sprintf("%.1f", *b.RMSE)
			}
			t.Add(append(row, b.Part, Number(b.Epoch), Number(b.Loss), rmse)...)
			row = make([]string, len(row))
		}
	}
	return t.Text()
}

// bests returns the best epoch of each part of the model, none without a validation loss.
func (r *Run) bests() []Best {
	var all []Best
	errors := r.Series("equity_rmse", Epoch)
	for _, s := range r.Series("validation_loss", Epoch) {
		best := lowest(s.Values)
		b := Best{Part: s.Of, Epoch: best.X, Loss: best.Y}
		for _, e := range errors {
			for _, v := range e.Values {
				if e.Of == s.Of && v.X == best.X {
					b.RMSE = &v.Y
				}
			}
		}
		all = append(all, b)
	}
	return all
}

// whole formats a number without decimals, - if it is unknown.
func whole(n float64) string {
	const most = 1 << 53
	if !(n < most) {
		return "-"
	}
	return plaintext.Thousands(int64(n))
}

// hours formats a time with two digits or two decimals, - if it is unknown.
func hours(h float64) string {
	switch {
	case h != h:
		return "-"
	case h > 0 && h < 0.001:
		return "<0.001"
	case h > 0 && h < 0.1:
		return strconv.FormatFloat(h, 'g', 2, 64)
	}
	return strconv.FormatFloat(h, 'f', 2, 64)
}

// strength formats the newest strength with half its interval.
func (r *Run) strength() string {
	v, ok := r.Last(Strength, "")
	switch {
	case !ok:
		return "-"
	case v.Lo == nil:
		return result.Points.Signed(v.Y, 0)
	}
	return result.Points.Signed(v.Y, (*v.Hi-*v.Lo)/2)
}
