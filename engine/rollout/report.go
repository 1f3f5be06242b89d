package rollout

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/internal/plaintext"
)

// Report contains the results of a rollout, for text and JSON output: of a position, of plays
// or of a double.
type Report struct {
	ID             string          `json:"position_id"`
	Dice           string          `json:"dice,omitempty"`
	Seed           uint64          `json:"seed"`
	Truncate       int             `json:"truncate"`
	Reduced        bool            `json:"variance_reduction"`
	Stakes         string          `json:"stakes,omitempty"` // score and cube in words; "" without the cube
	*advice.Choice                 // of a position
	Moves          []advice.Choice `json:"moves,omitempty"`   // the best first
	Entropy        *float64        `json:"entropy,omitempty"` // of the question which play is best, in bits: 0 if it is certain
	*Double

	question *Question
	class    engine.Class
	settings *Settings
}

// Double is a rolled-out double.
type Double struct {
	Sides             []advice.Choice `json:"alternatives"` // without and with the double
	cube.Alternatives                 // normalised cubeful equities
	Action            string          `json:"action"`
}

// Report returns a report of the rollout, without a result.
func (q *Question) Report(class engine.Class, s *Settings) *Report {
	r := &Report{
		ID: q.Position.ID(), Seed: s.Seed, Truncate: s.Truncation.Turns, Reduced: s.Luck != NoLuck, question: q, class: class, settings: s,
	}
	if q.Stakes != nil {
		r.Stakes = q.Stakes.Words()
	}
	if q.compares() {
		r.Dice = q.Roll.String()
	}
	return r
}

// compares reports whether the alternatives are plays.
func (q *Question) compares() bool { return !q.Double && q.Roll != (board.Roll{}) }

// Of returns the report of a result.
func (r *Report) Of(result *Result) *Report {
	of, choices := *r, r.choices(result)
	switch {
	case r.question.Double:
		d := result.Decision()
		of.Double = &Double{choices, d.Equities, d.String()}
		for i := range choices {
			choices[i].Difference = choices[i].Worth() - float32(d.Equities.Optimal)
		}
	case r.question.compares():
		of.Moves, of.Entropy = choices, entropy(choices)
	default:
		of.Choice = &choices[0]
	}
	return &of
}

// Choices returns the alternatives; a rollout of a position has one.
func (r *Report) Choices() []advice.Choice {
	switch {
	case r.Moves != nil:
		return r.Moves
	case r.Double != nil:
		return r.Sides
	case r.Choice != nil:
		return []advice.Choice{*r.Choice}
	}
	return nil
}

// choices returns the alternatives, plays with the best first.
func (r *Report) choices(result *Result) []advice.Choice {
	ranked := slices.Clone(result.Outcomes)
	plays := r.question.compares()
	if plays {
		slices.SortStableFunc(ranked, func(a, b Outcome) int { return cmp.Compare(b.Mean[Value], a.Mean[Value]) })
	}
	all := make([]advice.Choice, len(ranked))
	for i := range ranked {
		o, c := &ranked[i], &all[i]
		st := r.question.Stakes
		*c = advice.Choice{
			Evaluated: o.Mean.Evaluated(st), Difference: float32(equity(o, st) - equity(&ranked[0], st)), Plies: r.settings.Depth.Plies,
			Rolled: o.Rolled(&ranked[0], st),
		}
		if plays {
			c.Rank, c.ResultID = i+1, o.Alternative.Position.ID()
		}
		if plays || r.question.Double {
			c.Move = o.Alternative.Name
		}
	}
	if plays {
		rateBest(all)
	}
	return all
}

// Rolled returns what only the rollout knows of an outcome, at the stakes of the player, nil
// without a cube; best is the best outcome of the same rollout.
func (o *Outcome) Rolled(best *Outcome, st *cube.Stakes) *advice.Rolled {
	lead := best.Ahead(o)
	r := &advice.Rolled{
		StandardError: o.Error.Evaluated(st), Trials: o.Trials, Status: o.Status.String(),
		DifferenceError: equityError(lead.Error, st), Distance: lead.Distance(),
	}
	if st != nil { // a standard error is on another scale than a mean
		*r.StandardError.Cubeful = float32(st.EquityError(o.Error[Value]))
	}
	return r
}

// rateBest sets for each play the probability that it is the best.
func rateBest(plays []advice.Choice) {
	var means, errors []float64
	for i := range plays {
		means, errors = append(means, float64(plays[i].Worth())), append(errors, float64(plays[i].StandardError.Worth()))
	}
	shares := Best(means, errors)
	for i := range plays {
		plays[i].Best = &shares[i]
	}
}

// entropy returns the entropy of the probabilities that plays are the best, in bits
// (Shannon, A Mathematical Theory of Communication).
func entropy(plays []advice.Choice) *float64 {
	bits := 0.0
	for i := range plays {
		if p := *plays[i].Best; p > 0 {
			bits -= p * math.Log2(p)
		}
	}
	return &bits
}

// equity returns the equity by which alternatives are compared, normalised. The stakes are
// those of the player.
func equity(o *Outcome, st *cube.Stakes) float64 {
	if st != nil {
		return st.Equity(o.Mean[Value])
	}
	return o.Mean[Value]
}

// equityError converts the standard error of a value to that of the normalised equity.
func equityError(deviation float64, st *cube.Stakes) float64 {
	if st != nil {
		return st.EquityError(deviation)
	}
	return deviation
}

// Evaluated returns the means of a sample at the stakes of the player, nil without a cube.
func (s *Sample) Evaluated(st *cube.Stakes) engine.Evaluated {
	var p engine.Probabilities
	for k := range p {
		p[k] = float32(s[k])
	}
	return st.Evaluated(&p, float32(s[Cubeless]), s[Value])
}

// Note returns a short intermediate result: the best alternatives.
func (r *Report) Note(result *Result) string {
	const most = 3
	var notes []string
	choices := r.choices(result)
	for _, c := range choices[:min(len(choices), most)] {
		note := fmt.Sprintf("%s ± %.3f", plaintext.Signed(c.Worth(), 3), c.StandardError.Worth())
		if len(choices) > 1 {
			note = c.Move + " " + note
		}
		notes = append(notes, note)
	}
	return strings.Join(notes, ", ")
}

// label returns the table header of the alternatives' names.
func (r *Report) label() string {
	switch {
	case r.question.Double:
		return "Decision"
	case r.question.compares():
		return "Move"
	}
	return "Position"
}

// Text draws the position and lists the alternatives.
func (r *Report) Text() string {
	q := r.question
	text := cube.DrawPosition(&q.Position, q.Roll, r.class.String(), q.Stakes) + "\n" + r.table() + "\n"
	if r.Double != nil {
		text += fmt.Sprintf("%s: equity %s\n", r.Action, plaintext.Signed(float32(r.Optimal), 3))
	}
	return text + r.footer()
}

// table lists the alternatives in aligned columns, with the standard errors
// below.
func (r *Report) table() string {
	t := plaintext.Table{Left: []int{1}, Head: append([]string{"  #", r.label(), "Trials", "Equity", "  Diff", " JSD"}, engine.ProbabilityHeads()...)}
	plays := r.question.compares()
	if plays {
		t.Head = slices.Insert(t.Head, 6, "P(best)")
	}
	if r.question.Stakes != nil {
		t.Head = append(t.Head, "Cubeless")
	}
	choices := r.Choices()
	for i := range choices {
		c := &choices[i]
		diff, jsd, diffError := "", "", ""
		if i > 0 {
			diff = plaintext.Fixed(c.Worth()-choices[0].Worth(), 3)
			diffError = plusMinus(float32(c.DifferenceError), 3)
			jsd = plaintext.Fixed(float32(c.Distance), 1)
		}
		first := []string{fmt.Sprint(i + 1), cmp.Or(c.Move, r.ID), fmt.Sprint(c.Trials), plaintext.Signed(c.Worth(), 3), diff, jsd}
		second := []string{"", "", "", plusMinus(c.StandardError.Worth(), 3), diffError, ""}
		if plays {
			first, second = append(first, plaintext.Percentage(*c.Best)), append(second, "")
		}
		t.Add(append(first, r.cells(&c.Evaluated, plaintext.Signed)...)...)
		t.Add(append(second, r.cells(&c.StandardError, plusMinus)...)...)
	}
	return t.Text()
}

// cells formats the probabilities and, with a cube, the cubeless equity.
func (r *Report) cells(e *engine.Evaluated, spell func(x float32, decimals int) string) []string {
	p := e.Probabilities()
	cells := p.Cells()
	if r.question.Stakes != nil {
		cells = append(cells, spell(e.Equity, 3))
	}
	return cells
}

func plusMinus(x float32, decimals int) string { return "±" + plaintext.Fixed(x, decimals) }

// footer describes the settings of the rollout.
func (r *Report) footer() string {
	s, stakes := r.settings, r.question.Stakes
	var parts []string
	switch {
	case stakes == nil:
		parts = append(parts, "cubeless")
	default:
		parts = append(parts, "cubeful, "+stakes.Words())
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
