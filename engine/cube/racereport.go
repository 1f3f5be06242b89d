package cube

import (
	"fmt"
	"strings"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/plaintext"
)

// RaceReport contains the cube decision in a race that is solved at the score of a match, for
// text and JSON output.
type RaceReport struct {
	Stakes  string        `json:"stakes"` // score and cube in words
	MET     string        `json:"met"`
	Action  string        `json:"action,omitempty"`
	MWC     *Alternatives `json:"mwc,omitempty"`     // exact match-winning chances; nil if the race is not solved
	Missing string        `json:"missing,omitempty"` // the reason why it is not solved

	decision Decision
}

// NewRaceReport returns the report of a position at stakes of a match, which are not nil.
func NewRaceReport(pos *board.Position, st *Stakes, d *engine.Databases) *RaceReport {
	r := &RaceReport{Stakes: st.Words(), MET: st.met.Name()}
	if d.RacesOf(pos) == nil {
		r.Missing = "no exact values at this score: these exist for races in which both sides have borne off a checker" + solvable(d)
		return r
	}
	p, class, _ := d.Evaluate(pos)
	leaf := new(Efficiency).Leaf(pos, class, &p, d)
	r.decision = st.Decide(&leaf)
	r.Action, r.MWC = r.decision.String(), &r.decision.Values
	return r
}

// solvable names the largest races that can be solved with the databases.
func solvable(d *engine.Databases) string {
	var sizes []string
	for _, t := range d.TwoSided {
		sizes = append(sizes, fmt.Sprintf("up to %d checkers on %d points", t.Races().Checkers(), t.Races().Points()))
	}
	if len(sizes) == 0 {
		return " and that a two-sided database contains"
	}
	return " and that have " + strings.Join(sizes, ", or ")
}

// Text formats the report as text.
func (r *RaceReport) Text() string {
	if r.MWC == nil {
		return r.Stakes + ": " + r.Missing + ".\n"
	}
	verb := "double"
	if r.decision.Redouble {
		verb = "redouble"
	}
	t := plaintext.Table{Left: []int{0}, Head: []string{r.Stakes, "MWC"}}
	t.Add("no "+verb, plaintext.Percentage(r.MWC.NoDouble))
	if r.decision.Action != NotAvailable && r.decision.Action != DeadCube {
		t.Add(verb+", take", plaintext.Percentage(r.MWC.DoubleTake))
		t.Add(verb+", pass", plaintext.Percentage(r.MWC.DoublePass))
	}
	return t.Text() + "\nProper cube action: " + plaintext.Capital(r.Action) +
		"\nThe race is solved at this score: the values are exact, with the table " + r.MET + ".\n"
}
