package rollout

import (
	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// Status is the state of an alternative.
type Status uint8

// The statuses of an alternative.
const (
	Active    Status = iota // its trials continue, or all have been played
	Settled                 // its standard error is small enough
	Suspended               // it is far from the best
)

var statusNames = [...]string{"active", "settled", "suspended"}

// String returns the name, such as "suspended".
func (s Status) String() string { return statusNames[s] }

// Outcome is the result of an alternative.
type Outcome struct {
	Alternative *Alternative
	Estimate
	Status Status

	samples []Sample // of the trials
}

// Result contains the results of all alternatives, in their order.
type Result struct {
	Outcomes []Outcome
}

// Trials returns the number of trials played in all.
func (r *Result) Trials() int {
	n := 0
	for i := range r.Outcomes {
		n += r.Outcomes[i].Trials
	}
	return n
}

// Decision returns the cube decision for the alternatives of [OfDouble]. It
// must not be called for other alternatives.
func (r *Result) Decision() cube.Decision {
	none, take := &r.Outcomes[0], &r.Outcomes[1]
	stakes := none.Alternative.Stakes
	var p engine.Probabilities
	for k := range p {
		p[k] = float32(none.Mean[k])
	}
	doubled := take.Mean[Value]
	if state := stakes.State(); !state.IsMatch() {
		doubled /= 2 // per point of the doubled cube
	}
	return stakes.Decision(none.Mean[Value], doubled, &p)
}

// DoubleErrors returns the standard errors of the differences that decide, in normalised equity,
// for the alternatives of [OfDouble]: of no double less double with the better answer, and of take
// less pass. It must not be called for other alternatives.
func (r *Result) DoubleErrors() (double, answer float64) {
	stakes := r.Outcomes[0].Alternative.Stakes
	d, a := doubled(&r.Outcomes[0], &r.Outcomes[1], stakes)
	return equityError(d.Error, stakes), equityError(a.Error, stakes)
}

// summarise sets dst to the results of the trials so far.
func (r *run) summarise(dst *Result) {
	dst.Outcomes = dst.Outcomes[:0]
	for i := range r.tracks {
		dst.Outcomes = append(dst.Outcomes, r.tracks[i].outcome())
	}
}

// outcome returns the result of the trials so far.
func (t *track) outcome() Outcome {
	return Outcome{t.alternative, t.counted.estimate(), t.status, t.samples[:t.counted.n]}
}
