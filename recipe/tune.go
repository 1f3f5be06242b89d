package recipe

import (
	"context"
	"math"
	"math/rand/v2"
	"strconv"

	"gammonlab/internal/seed"
)

// Tune searches the best values of numbers in settings by simultaneous perturbation
// (SPSA, Spall 1992): each round plays a match between the values plus and minus a random
// change of all of them, and moves the values by the score. In the settings of the match,
// ${NAME+} and ${NAME-} are these values.
type Tune struct {
	Of     []Param
	Rounds int
	Gain   float64 // how far a score moves the values

	match *Step
	at    node
}

// Param is a number to tune.
type Param struct {
	Name            string
	From, Step      float64
	Least, Greatest float64
}

// Exponents and start of the sequences of gains and perturbations, which Spall recommends.
const (
	gainExponent = 0.602
	stepExponent = 0.101
	stability    = 0.1 // share of the rounds that damps the first gains
	defaultGain  = 20
)

func (r *Recipe) readTune(m member) error {
	t := &Tune{Gain: defaultGain, at: m.node}
	err := m.fields("of, on and rounds", map[string]func(member) error{
		"of": t.readParams,
		"on": func(m member) (err error) {
			m.key = "tune"
			t.match, err = r.readStep(m)
			return err
		},
		"rounds": into(&t.Rounds, "a number of rounds"),
		"gain":   into(&t.Gain, "a number"),
	})
	switch {
	case err != nil:
		return err
	case t.Of == nil || t.match == nil:
		return m.errorf("want of, on and rounds")
	case t.Rounds < 1 || t.Rounds > mostRuns:
		return m.errorf("rounds is %d, want 1 to %d", t.Rounds, mostRuns)
	case !(t.Gain > 0) || math.IsInf(t.Gain, 0):
		return m.errorf("gain is %v, want a number above 0", t.Gain)
	case t.match.isLoop():
		return m.errorf("on: a loop cannot be tuned")
	}
	t.match.Repeat, t.match.loop = t.Rounds, t.match
	r.Tune = t
	if _, err := t.match.result(matchScore); err != nil {
		return m.errorf("on: %w", err)
	}
	return nil
}

// readParams reads the numbers to tune.
func (t *Tune) readParams(m member) error {
	members, err := m.members("numbers to tune, such as margin: {from: 0.1, step: 0.02}")
	if err != nil {
		return err
	}
	for _, of := range members {
		p := Param{Name: of.key, From: math.NaN(), Least: math.Inf(-1), Greatest: math.Inf(1)}
		err := of.fields("from and step, and perhaps min and max", map[string]func(member) error{
			"from": into(&p.From, "a number"), "step": into(&p.Step, "a number"),
			"min": into(&p.Least, "a number"), "max": into(&p.Greatest, "a number"),
		})
		if err != nil {
			return err
		}
		if !(p.From >= p.Least && p.From <= p.Greatest && p.Step > 0 && p.Step < math.Inf(1) && math.Abs(p.From) < math.Inf(1)) {
			return of.errorf("want from between min and max, and step above 0")
		}
		t.Of = append(t.Of, p)
	}
	return nil
}

// Round is a round of a search: the values before it, and the score of those plus the
// change against those minus the change.
type Round struct {
	Values      []float64
	PPG, Margin float64
}

// Tuning is the state of a search.
type Tuning struct {
	Rounds []Round   // that are finished
	Values []float64 // after them
	Next   *Work     // match of the next round, with the work that it needs in plan; nil at the end

	plan *Plan
}

// begin returns the state before the first round.
func (t *Tune) begin() *Tuning {
	var values []float64
	for _, p := range t.Of {
		values = append(values, p.From)
	}
	return &Tuning{Values: values}
}

// Tuning returns how far the search of a recipe is.
func (s *Store) Tuning(r *Recipe) (*Tuning, error) {
	state := r.Tune.begin()
	for {
		done, err := s.advance(r, state)
		if err != nil || !done {
			return state, err
		}
	}
}

// advance adds the next round if its match is finished, and reports whether it was.
func (s *Store) advance(r *Recipe, state *Tuning) (bool, error) {
	t, k := r.Tune, len(state.Rounds)
	state.Next = nil
	if k == t.Rounds {
		return false, nil
	}
	signs := t.signs(k)
	width := math.Pow(float64(k+1), -stepExponent)
	state.plan = &Plan{known: map[string]*Work{}}
	p := state.plan.planner(r, nil)
	p.variables = map[string]string{}
	for i, param := range t.Of {
		p.variables[param.Name+"+"] = param.Text(state.Values[i] + signs[i]*width*param.Step)
		p.variables[param.Name+"-"] = param.Text(state.Values[i] - signs[i]*width*param.Step)
	}
	var err error
	if state.Next, err = p.work(t.match, k); err != nil {
		return false, err
	}
	record, err := s.Find(state.Next)
	if err != nil || record == nil {
		return false, err
	}
	ppg, ok := record.Results[matchScore]
	if !ok {
		return false, t.match.at.errorf("%s prints no ppg, which a search needs", t.match.Kind.Name)
	}
	state.Rounds = append(state.Rounds, Round{state.Values, ppg, (record.Results["ppg_high"] - record.Results["ppg_low"]) / 2})
	damping := stability * float64(t.Rounds)
	gain := t.Gain * math.Pow((1+damping)/(float64(k+1)+damping), gainExponent)
	var next []float64
	for i, param := range t.Of {
		moved := state.Values[i] + gain*ppg/(2*width)*signs[i]*param.Step
		next = append(next, min(max(moved, param.Least), param.Greatest))
	}
	state.Values = next
	return true, nil
}

// signs returns the random direction of a round.
func (t *Tune) signs(round int) []float64 {
	draw := rand.New(seed.Stream(1, uint64(round)))
	var signs []float64
	for range t.Of {
		signs = append(signs, float64(2*draw.IntN(2)-1))
	}
	return signs
}

// Text returns a value within the bounds, with six digits.
func (p *Param) Text(x float64) string {
	return strconv.FormatFloat(min(max(x, p.Least), p.Greatest), 'g', 6, 64)
}

// tune plays the rounds that are missing.
func (r *Runner) tune(ctx context.Context) error {
	state := r.Recipe.Tune.begin()
	for {
		done, err := r.Store.advance(r.Recipe, state)
		switch {
		case err != nil:
			return err
		case done:
		case state.Next == nil:
			return nil
		default:
			if err := r.Run(ctx, state.plan.Works); err != nil {
				return err
			}
		}
	}
}
