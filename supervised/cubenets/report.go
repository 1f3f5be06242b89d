package cubenets

import (
	"fmt"
	"math"
	"path/filepath"

	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// Report has the errors of the nets and the constants that would fit best, as text and JSON.
type Report struct {
	Out       string     `json:"out,omitempty"` // the file of the model
	Rounds    []Round    `json:"rounds"`
	Constants []Constant `json:"constants"` // by the targets of the last round
}

// Round has the errors after a round, on positions that did not train.
type Round struct {
	RMS  float64 `json:"rms_meq" short:"rmse" unit:"mEq" better:"lower" meaning:"root mean square difference of the equity from the target in the last round"` // root of the mean squared difference of the equity from the target
	Bias float64 `json:"bias_meq"`                                                                                                                             // mean difference
}

// Constant is the constant efficiency that fits the targets best, in positions of a class and
// a state of the cube that did not train.
type Constant struct {
	Class     string  `json:"class"`
	State     string  `json:"state"`
	Positions int     `json:"positions"`
	Best      float64 `json:"efficiency" meaning:"constant cube efficiency that fits the targets best"`
	Interval  float64 `json:"interval_95"` // half the interval, as if positions were independent
	RMS       float64 `json:"rms_meq"`     // of the equity with this constant
	Gnubg     float64 `json:"gnubg_rms_meq"`
	Nets      float64 `json:"nets_rms_meq"`
}

// residual is a target above the dead cube, and the span from the dead to the live cube.
type residual struct{ span, target float64 }

// measure returns the errors of the present nets on held-out positions, over all targets.
func (r *run) measure() Round {
	efficiency := r.efficiency()
	n, squares, sum := 0, 0.0, 0.0
	for i := range r.held {
		s := &r.held[i]
		leaf := efficiency.Leaf(&s.position, s.class, &s.chances, nil)
		for k := range s.targets {
			if st, ok := s.at(r.stakes, k); ok {
				miss := 1000 * (st.Equity(st.NoDouble(&leaf)) - float64(s.targets[k]))
				squares, sum, n = squares+miss*miss, sum+miss, n+1
			}
		}
	}
	return Round{math.Sqrt(squares / float64(n)), sum / float64(n)}
}

// matches is the state in a report of all targets of matches.
const matches = "matches"

// stateNames are the names of the states in reports, by output.
var stateNames = [cube.NumOutputs]string{"centred", "centred, Jacoby", "owned", "against the owner"}

// constants returns the constants that fit best.
func (r *run) constants() []Constant {
	gnubg := cube.GnubgEfficiency()
	learned := r.efficiency()
	var all []Constant
	for _, class := range classes {
		for state := range cube.NumOutputs + 1 {
			if c := r.constant(class, state, &gnubg, learned); c.Positions > 0 {
				all = append(all, c)
			}
		}
	}
	return all
}

// constant returns the constant for a class and a state; cube.NumOutputs stands for matches.
func (r *run) constant(class engine.Class, state int, gnubg, learned *cube.Efficiency) Constant {
	c := Constant{Class: class.String(), State: matches}
	if state < cube.NumOutputs {
		c.State = stateNames[state]
	}
	var all []residual
	for i := range r.held {
		s := &r.held[i]
		if s.class != class {
			continue
		}
		theirs, ours := gnubg.Leaf(&s.position, class, &s.chances, nil), learned.Leaf(&s.position, class, &s.chances, nil)
		for k := range s.targets {
			st, ok := s.at(r.stakes, k)
			if !ok || k != state && (state < cube.NumOutputs || k < cube.NumOutputs) {
				continue
			}
			dead, live := ends(st, &s.chances)
			want := float64(s.targets[k])
			all = append(all, residual{live - dead, want - dead})
			off := func(l *cube.Leaf) float64 { return st.Equity(st.NoDouble(l)) - want }
			c.Gnubg += off(&theirs) * off(&theirs)
			c.Nets += off(&ours) * off(&ours)
		}
	}
	c.fit(all)
	return c
}

// fit sets the best constant: the least squares of span·x - target.
func (c *Constant) fit(all []residual) {
	c.Positions = len(all)
	products, squares := 0.0, 0.0
	for _, r := range all {
		products += r.span * r.target
		squares += r.span * r.span
	}
	if squares == 0 {
		c.Positions = 0
		return
	}
	c.Best = products / squares
	misses, weighted := 0.0, 0.0
	for _, r := range all {
		miss := r.span*c.Best - r.target
		misses += miss * miss
		weighted += miss * miss * r.span * r.span
	}
	c.Interval = 1.96 * math.Sqrt(weighted) / squares
	rms := func(sum float64) float64 { return 1000 * math.Sqrt(sum/float64(len(all))) }
	c.RMS, c.Gnubg, c.Nets = rms(misses), rms(c.Gnubg), rms(c.Nets)
}

// Text returns the rounds and a table of constants.
func (r *Report) Text() string {
	text := r.Out + "\n"
	for i, round := range r.Rounds {
		text += fmt.Sprintf("  round %-3d equity off its target by %.1f mEq (rms), %+.1f on average\n", i+1, round.RMS, round.Bias)
	}
	text += "\nConstants that fit the targets best, and the error of the equity with them (mEq, rms):\n" +
		"  class     state              efficiency (95 %)  constant   gnubg's    nets  positions\n"
	for _, c := range r.Constants {
		text += fmt.Sprintf("  %-9s %-18s %7.3f ± %.3f    %8.1f  %8.1f  %6.1f  %9d\n", c.Class, c.State, c.Best, c.Interval, c.RMS, c.Gnubg, c.Nets, c.Positions)
	}
	return text
}

// HideFolders leaves the last element of the path.
func (r *Report) HideFolders() { r.Out = filepath.Base(r.Out) }
