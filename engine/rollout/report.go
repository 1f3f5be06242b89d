package rollout

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/internal/plaintext"
)

// Report contains the results of a rollout, for text and JSON output.
type Report struct {
	Position board.Position
	Class    engine.Class
	Roll     board.Roll   // the zero Roll if no plays are compared
	Stakes   *cube.Stakes // of the player, nil without a cube
	Double   bool         // the alternatives are those of a double
	Settings *Settings
	Result   *Result
}

// Note returns a short intermediate result: the best alternatives.
func (r *Report) Note(result *Result) string {
	const most = 3
	var notes []string
	for _, o := range r.rank(result)[:min(len(result.Outcomes), most)] {
		equity, deviation := r.equity(&o)
		note := fmt.Sprintf("%s ± %.3f", plaintext.Signed(float32(equity), 3), deviation)
		if len(result.Outcomes) > 1 {
			note = o.Alternative.Name + " " + note
		}
		notes = append(notes, note)
	}
	return strings.Join(notes, ", ")
}

// equity returns the equity by which alternatives are compared, normalised, with
// its standard error.
func (r *Report) equity(o *Outcome) (mean, deviation float64) {
	mean, deviation = o.Mean[Value], o.Error[Value]
	if r.Stakes != nil {
		return r.Stakes.Equity(mean), r.Stakes.EquityError(deviation)
	}
	return mean, deviation
}

// rank returns the outcomes, the best equity first; those of a double in their
// order.
func (r *Report) rank(result *Result) []Outcome {
	ranked := slices.Clone(result.Outcomes)
	if r.Double {
		return ranked
	}
	slices.SortStableFunc(ranked, func(a, b Outcome) int {
		return cmp.Compare(b.Mean[Value], a.Mean[Value])
	})
	return ranked
}

// label returns the table header of the alternatives' names.
func (r *Report) label() string {
	switch {
	case r.Double:
		return "Decision"
	case r.Roll == (board.Roll{}):
		return "Position"
	}
	return "Move"
}

// Text draws the position and lists the alternatives.
func (r *Report) Text() string {
	text := cube.DrawPosition(&r.Position, r.Roll, r.Class.String(), r.Stakes) + "\n" + r.table() + "\n"
	if r.Double {
		d := r.Result.Decision()
		text += fmt.Sprintf("%s: equity %s\n", d.String(), plaintext.Signed(float32(d.Equities.Optimal), 3))
	}
	return text + r.footer()
}

// table lists the alternatives in aligned columns, with the standard errors
// below.
func (r *Report) table() string {
	t := plaintext.Table{Left: []int{1}, Head: append([]string{"  #", r.label(), "Trials", "Equity", "  Diff", " JSD"}, engine.ProbabilityHeads()...)}
	if r.Stakes != nil {
		t.Head = append(t.Head, "Cubeless")
	}
	ranked := r.rank(r.Result)
	best, _ := r.equity(&ranked[0])
	for i := range ranked {
		o := &ranked[i]
		equity, deviation := r.equity(o)
		diff, jsd := "", ""
		if i > 0 {
			diff = plaintext.Fixed(float32(equity-best), 3)
			jsd = plaintext.Fixed(float32(Distance(&ranked[0].Estimate, &o.Estimate)), 1)
		}
		t.Add(append([]string{fmt.Sprint(i + 1), o.Alternative.Name, fmt.Sprint(o.Trials), plaintext.Signed(float32(equity), 3), diff, jsd},
			r.cells(&o.Mean, plaintext.Signed)...)...)
		t.Add(append([]string{"", "", "", plusMinus(float32(deviation), 3), "", ""}, r.cells(&o.Error, plusMinus)...)...)
	}
	return t.Text()
}

// cells formats the probabilities and, with a cube, the cubeless equity.
func (r *Report) cells(s *Sample, spell func(x float32, decimals int) string) []string {
	p := probabilitiesOf(s)
	cells := p.Cells()
	if r.Stakes != nil {
		cells = append(cells, spell(float32(s[Cubeless]), 3))
	}
	return cells
}

func plusMinus(x float32, decimals int) string { return "±" + plaintext.Fixed(x, decimals) }

// probabilitiesOf returns the probabilities of a sample.
func probabilitiesOf(s *Sample) (p engine.Probabilities) {
	for k := range p {
		p[k] = float32(s[k])
	}
	return p
}

// footer describes the settings of the rollout.
func (r *Report) footer() string {
	s := r.Settings
	var parts []string
	switch {
	case r.Stakes == nil:
		parts = append(parts, "cubeless")
	default:
		parts = append(parts, "cubeful, "+r.Stakes.Words())
	}
	parts = append(parts, s.Sides())
	if s.Truncation.Turns > 0 {
		parts = append(parts, fmt.Sprintf("truncated after %d half-moves (%d-ply)", s.Truncation.Turns, s.Truncation.Plies))
	} else {
		parts = append(parts, "played to the end")
	}
	if s.Luck != NoLuck {
		parts = append(parts, "luck-adjusted")
	}
	if s.Opening {
		parts = append(parts, "opening rolls")
	}
	return fmt.Sprintf("%s, seed %d; ± is one standard error\n", strings.Join(parts, ", "), s.Seed)
}

// Sides describes the look-ahead of the sides.
func (t *Trial) Sides() string {
	text := t.Depth.String()
	if opponent := t.opponent().String(); opponent != text {
		text += " against " + opponent
	}
	if t.From > 0 {
		text += fmt.Sprintf(", %v from half-move %d on", t.late(), t.From)
	}
	return text
}
