package cube

import "gammonlab/engine"

// Verdict is a cube decision with its values and the correct actions, for text and JSON
// output.
type Verdict struct {
	engine.Chances               // of the player on roll
	Alternatives                 // normalised cubeful equities
	MWC            *Alternatives `json:"mwc,omitempty"` // match-winning chances; nil in money games
	Action         string        `json:"action"`
	Wrong          float64       `json:"wrong_answers,omitzero"` // share of wrong answers with which a wrong double would be as good as none; 0 if there is none
	Redouble       bool          `json:"redouble"`               // the player owns the cube
	Double         bool          `json:"double"`                 // a double is correct and changes the equity
	Take           bool          `json:"take"`                   // a take is correct
	Solved         bool          `json:"solved,omitzero"`        // in matches: the race is solved at the score, so all values are exact
}

// Verdict returns a decision at the stakes with the probabilities of the player on roll.
func (st *Stakes) Verdict(d *Decision, p *engine.Probabilities) *Verdict {
	v := &Verdict{
		Chances: engine.NewChances(p, p.Equity()), Alternatives: d.Equities,
		Action: d.String(), Wrong: d.wrongAnswers(), Redouble: d.Redouble, Double: d.Double(), Take: d.Take(),
	}
	if st.state.IsMatch() {
		v.MWC = &d.Values
	}
	return v
}

// wrongAnswers returns the share of wrong answers with which a wrong double would be as
// good as no double, 0 if there is none.
func (d *Decision) wrongAnswers() float64 {
	e := &d.Equities
	switch d.Action {
	case NoDoubleTake, NoDoubleBeaver:
		return max(0, (e.NoDouble-e.DoubleTake)/(e.DoublePass-e.DoubleTake))
	case TooGoodPass:
		return (e.NoDouble - e.DoublePass) / (e.DoubleTake - e.DoublePass)
	}
	return 0
}
