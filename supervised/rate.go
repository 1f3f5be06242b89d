package supervised

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Rate gives the length of the steps over the course of a run. Its text form is
// one of
//
//	0.001                    constant
//	steps:0.001,5:0.0002     0.001, then 0.0002 after 5 epochs; more steps may follow
//	cosine:0.001:0.5:0.00001 rising from 0 over half an epoch, then falling from 0.001
//	                         to 0.00001 along half a cosine until the last epoch;
//	                         without the numbers behind the first: no rise, to 0
//	anneal:20:0.1:0.9        a sawtooth that the errors on the validation positions
//	                         drive: from 20 down; see below
//
// An annealed rate begins at the first number. After an epoch that has made
// neither the root mean square nor the largest error clearly smaller (to less
// than 0.995 and 0.99 of what they were), it falls to the third number times
// itself, or by a fortieth of its start if that is lower. When it gets below the
// second, an epoch with that follows and then all begins anew. An error is the
// sum over the outputs of what they are off, a win counting twice. GNU
// Backgammon's nets were trained so.
type Rate struct {
	text   string
	kind   rateKind
	values []float64 // what stands behind the kind
}

type rateKind string

const (
	constantRate rateKind = "constant"
	stepsRate    rateKind = "steps"
	cosineRate   rateKind = "cosine"
	annealRate   rateKind = "anneal"
)

// Constant returns a rate that never changes.
func Constant(rate float64) Rate {
	return Rate{formatRate(rate), constantRate, []float64{rate}}
}

// Cosine returns a rate that rises from 0 over the first epochs, of which warm
// may be a fraction, and then falls to the end along half a cosine.
func Cosine(peak, warm, end float64) Rate {
	text := "cosine:" + formatRate(peak) + ":" + formatRate(warm) + ":" + formatRate(end)
	return Rate{text, cosineRate, []float64{peak, warm, end}}
}

func formatRate(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// ParseRate reads a rate in its text form.
func ParseRate(text string) (Rate, error) {
	r, err := parseRate(text)
	if err != nil {
		return Rate{}, fmt.Errorf("supervised: bad rate %q: %w; want a number, steps:RATE,EPOCH:RATE,…, "+
			"cosine:RATE:WARMUP:END or anneal:START:FLOOR:FACTOR", text, err)
	}
	return r, nil
}

func parseRate(text string) (Rate, error) {
	kind, rest, found := strings.Cut(text, ":")
	if !found {
		kind, rest = string(constantRate), text
	}
	r := Rate{text: text, kind: rateKind(kind)}
	for _, part := range strings.FieldsFunc(rest, func(c rune) bool { return c == ':' || c == ',' }) {
		v, err := strconv.ParseFloat(part, 64)
		if err != nil || !(v >= 0 && v <= math.MaxFloat32) {
			return Rate{}, fmt.Errorf("%q is not a number from 0 up", part)
		}
		r.values = append(r.values, v)
	}
	return r, r.check(rest)
}

// check reports what is wrong with the numbers and sets those left out.
func (r *Rate) check(rest string) error {
	n := len(r.values)
	switch r.kind {
	case constantRate:
		if n != 1 || strings.ContainsAny(rest, ":,") {
			return fmt.Errorf("want one number")
		}
	case stepsRate:
		return r.checkSteps(rest)
	case cosineRate:
		if n < 1 || n > 3 || strings.Count(rest, ":") != n-1 {
			return fmt.Errorf("want one to three numbers")
		}
		r.values = append(r.values, 0, 0)[:3]
	case annealRate:
		if n == 2 {
			r.values = append(r.values, 0.9)
		}
		if n < 2 || n > 3 || strings.Count(rest, ":") != n-1 {
			return fmt.Errorf("want two or three numbers")
		}
		if start, floor, factor := r.values[0], r.values[1], r.values[2]; floor <= 0 || floor > start || factor <= 0 || factor >= 1 {
			return fmt.Errorf("want a floor above 0 and at most the start, and a factor between 0 and 1")
		}
	default:
		return fmt.Errorf("unknown kind %q", r.kind)
	}
	return nil
}

// checkSteps wants RATE,EPOCH:RATE,… with ascending epochs.
func (r *Rate) checkSteps(rest string) error {
	for i, part := range strings.Split(rest, ",") {
		if want := min(i, 1); strings.Count(part, ":") != want || strings.HasPrefix(part, ":") || strings.HasSuffix(part, ":") {
			return fmt.Errorf("step %q is not EPOCH:RATE", part)
		}
	}
	for i := 3; i < len(r.values); i += 2 {
		if r.values[i] <= r.values[i-2] {
			return fmt.Errorf("epoch %v does not come after %v", r.values[i], r.values[i-2])
		}
	}
	if len(r.values)%2 != 1 {
		return fmt.Errorf("a number is missing")
	}
	return nil
}

// String returns the text form.
func (r Rate) String() string { return r.text }

// MarshalText implements encoding.TextMarshaler.
func (r Rate) MarshalText() ([]byte, error) { return []byte(r.text), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (r *Rate) UnmarshalText(text []byte) error {
	parsed, err := ParseRate(string(text))
	if err == nil {
		*r = parsed
	}
	return err
}

// at returns the rate of a step, from 0, in a run of so many epochs of so many
// steps. An annealed rate is what its state says.
func (r Rate) at(step, steps int64, epochs int, a *annealing) float64 {
	done := float64(step) / float64(steps)
	switch r.kind {
	case stepsRate:
		rate := r.values[0]
		for i := 1; i < len(r.values) && done >= r.values[i]; i += 2 {
			rate = r.values[i+1]
		}
		return rate
	case cosineRate:
		peak, warm, end := r.values[0], min(r.values[1], float64(epochs)), r.values[2]
		if done < warm {
			return peak * min(1, float64(step+1)/float64(steps)/warm)
		}
		return end + (peak-end)*(1+math.Cos(math.Pi*(done-warm)/(float64(epochs)-warm)))/2
	case annealRate:
		return a.Rate
	}
	return r.values[0]
}

// annealing is where an annealed rate stands.
type annealing struct {
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

// start returns where the rate begins.
func (r Rate) start() annealing { return annealing{Rate: r.values[0]} }

// next moves on after an epoch with the given errors.
func (r Rate) next(a *annealing, rms, worst float64) {
	if r.kind != annealRate {
		return
	}
	start, floor, factor := r.values[0], r.values[1], r.values[2]
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
