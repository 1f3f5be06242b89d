package learn

// Annealing is the state of an annealed schedule, anneal:START:FLOOR:FACTOR.
//
// The rate begins at the start. After an epoch that did not clearly reduce the
// root mean square or the largest error (to less than 0.995 and 0.99 of the
// previous values), the rate decreases: it is multiplied by the factor, or
// reduced by a fortieth of the start if that gives a lower rate. When the rate
// falls below the floor, one epoch uses the floor and then the rate begins at
// the start again. An error is the sum of the absolute errors of the outputs,
// with the win counted twice. GNU Backgammon's nets were trained with this
// schedule.
type Annealing struct {
	Rate    float64 `json:"rate"`
	AtFloor bool    `json:"at_floor"`
	RMS     float64 `json:"rms"`   // root mean square error after the last epoch; 0 before the first
	Worst   float64 `json:"worst"` // largest error after the last epoch; 0 before the first
}

// Thresholds for a clear reduction of an error, and the minimal decrease of the rate as a
// share of the start.
const (
	smallerRMS   = 0.995
	smallerWorst = 0.99
	leastFall    = 1.0 / 40
)

// Anneals reports whether the schedule depends on errors: then its values come from an
// [Annealing].
func (s Schedule) Anneals() bool { return s.kind == annealKind }

// Start returns the state of the schedule before the first epoch.
func (s Schedule) Start() Annealing {
	if s.IsZero() {
		return Annealing{}
	}
	return Annealing{Rate: s.values[0]}
}

// Next updates the state after an epoch with the given errors, if the schedule
// anneals.
func (s Schedule) Next(a *Annealing, rms, worst float64) {
	if !s.Anneals() {
		return
	}
	start, floor, factor := s.values[0], s.values[1], s.values[2]
	better := a.RMS == 0 || rms < smallerRMS*a.RMS || worst < smallerWorst*a.Worst
	a.RMS, a.Worst = rms, worst
	switch {
	case a.AtFloor:
		a.Rate, a.AtFloor = start, false
	case !better:
		a.Rate = min(factor*a.Rate, a.Rate-leastFall*start)
		if a.Rate < floor {
			a.Rate, a.AtFloor = floor, true
		}
	}
}
