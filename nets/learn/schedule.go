package learn

import (
	"fmt"
	"math"
	"strconv"
)

// Schedule is a learning rate, or another number such as λ, as a function of
// the progress of a run. Its text form is one of
//
//	0.1                        constant
//	exp:0.1:0.01               exponential from 0.1 at the start to 0.01 at the end
//	steps:0.1,200000:0.05      0.1, then 0.05 from 200,000 on; more steps may follow
//	cosine:0.001:0.5:0.00001   rising from 0 until time 0.5, then falling from 0.001 to
//	                           0.00001 along half a cosine until the end; by default
//	                           without the rise, and falling to 0
//	anneal:20:0.1:0.9          a sawtooth that follows the errors on validation
//	                           positions, see [Annealing]
//
// Times, such as 200000 and 0.5 above, are in the unit of the run: games of
// self-play, or epochs of training on a database. The unit may follow the
// number (200000games, 0.5epochs); then a run with the other unit rejects the
// schedule.
//
// The zero Schedule is constant 0.
type Schedule struct {
	text   string
	kind   string
	values []float64 // in the order of the text
	unit   string    // of the times; "" for the unit of the run
}

// Kinds of schedules.
const (
	constantKind = "constant"
	expKind      = "exp"
	stepsKind    = "steps"
	cosineKind   = "cosine"
	annealKind   = "anneal"
)

// Units of time.
const (
	Games  = "games"
	Epochs = "epochs"
)

// Constant returns a schedule that never changes.
func Constant(value float64) Schedule {
	return Schedule{text: formatNumber(value), kind: constantKind, values: []float64{value}}
}

// Cosine returns a schedule that rises from 0 to the peak until the time rise
// and then falls to end along half a cosine.
func Cosine(peak, rise, end float64) Schedule {
	text := cosineKind + ":" + formatNumber(peak) + ":" + formatNumber(rise) + ":" + formatNumber(end)
	return Schedule{text: text, kind: cosineKind, values: []float64{peak, rise, end}}
}

func formatNumber(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// Time is a step of a run, in the run's unit.
type Time struct {
	Done  float64 // progress before the step
	Next  float64 // progress after the step
	Total float64 // length of the run
}

// At returns the value at a time. For an annealed schedule, which does not depend on time,
// it returns the start.
func (s Schedule) At(t Time) float64 {
	switch s.kind {
	case "":
		return 0
	case stepsKind:
		value := s.values[0]
		for i := 1; i < len(s.values) && t.Done >= s.values[i]; i += 2 {
			value = s.values[i+1]
		}
		return value
	case expKind:
		if from, to := s.values[0], s.values[1]; from != to {
			return from * math.Pow(to/from, t.Done/t.Total)
		}
	case cosineKind:
		peak, rise, end := s.values[0], min(s.values[1], t.Total), s.values[2]
		if t.Done < rise {
			return peak * min(1, t.Next/rise)
		}
		return end + (peak-end)*(1+math.Cos(math.Pi*(t.Done-rise)/(t.Total-rise)))/2
	}
	return s.values[0]
}

// Max returns the largest value of the schedule.
func (s Schedule) Max() float64 {
	most := 0.0
	for i, v := range s.values {
		isTime := s.kind == stepsKind && i%2 == 1 || s.kind == cosineKind && i == 1 || s.kind == annealKind && i == 2
		if !isTime {
			most = max(most, v)
		}
	}
	return most
}

// CheckUnit returns an error if the schedule's times have another unit than the
// run.
func (s Schedule) CheckUnit(unit string) error {
	if s.unit != "" && s.unit != unit {
		return fmt.Errorf("%v has times in %s, the unit of the run is %s", s, s.unit, unit)
	}
	return nil
}

// FollowsLength reports whether the values depend on the length of the run, so
// a longer run has different values from the beginning.
func (s Schedule) FollowsLength() bool {
	return s.kind == cosineKind || s.kind == expKind && s.values[0] != s.values[1]
}

// IsZero reports whether the schedule is the zero Schedule, that is, not set.
func (s Schedule) IsZero() bool { return s.kind == "" }

// String returns the text form.
func (s Schedule) String() string {
	if s.text == "" {
		return "0"
	}
	return s.text
}

// MarshalText implements encoding.TextMarshaler.
func (s Schedule) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Schedule) UnmarshalText(text []byte) error {
	parsed, err := ParseSchedule(string(text))
	if err == nil {
		*s = parsed
	}
	return err
}
