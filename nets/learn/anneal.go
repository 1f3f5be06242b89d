package learn

// Annealing is where an annealed schedule, anneal:START:FLOOR:FACTOR, stands.
//
// The rate begins at the start. After an epoch that has made neither the root mean
// square nor the largest error clearly smaller (to less than 0.995 and 0.99 of what
// they were), it falls to the factor times itself, or by a fortieth of its start if
// that is lower. When it gets below the floor, an epoch at the floor follows and
// then all begins again. An error is the sum over the outputs of what they are off,
// a win counting twice. GNU Backgammon's nets were trained so.
type Annealing struct {
	Rate    float64 `json:"rate"`
	AtFloor bool    `json:"at_floor"`
	RMS     float64 `json:"rms"`   // after the last epoch; 0 before the first
	Worst   float64 `json:"worst"` // likewise
}

// What counts as a smaller error, and the least fall as a share of the start.
const (
	smallerRMS   = 0.995
	smallerWorst = 0.99
	leastFall    = 1.0 / 40
)

// Anneals reports whether the schedule follows errors: its values are those of an
// [Annealing].
func (s Schedule) Anneals() bool { return s.kind == annealKind }

// Start returns where a schedule stands before the first epoch.
func (s Schedule) Start() Annealing {
	if s.IsZero() {
		return Annealing{}
	}
	return Annealing{Rate: s.values[0]}
}

// Next moves on after an epoch with the given errors, if the schedule anneals.
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
