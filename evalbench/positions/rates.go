package positions

import (
	"cmp"
	"math"
	"slices"

	"gammonlab/engine/cube"
	"gammonlab/evalbench"
)

// Rate is the error rate of a player at one kind of question.
type Rate struct {
	Kind  Kind   `json:"kind"`
	By    By     `json:"by,omitempty"`
	Group string `json:"-"` // of the decisions; "" for all

	Loss     evalbench.Summary `json:"-"` // cost per question, in points
	Wrong    int               `json:"wrong"`
	Clearly  int               `json:"clearly_wrong"` // wrong answers whose cost exceeds the uncertainty of the rollouts
	Unlisted int               `json:"unlisted"`      // wrong plays that the benchmark does not list

	// Errors of the equities that the player states, for doubles. Gain is that of a double, with the best
	// answer, less that of no double.
	NoDouble, DoubleTake, Gain EquityErrors `json:"-"`
}

// EquityErrors are the errors of a player's equities, in points.
type EquityErrors struct {
	Bias evalbench.Summary // mean error; N is 0 if the player states no equities
	RMSE float64
}

// equityErrors returns the errors of one of the equities that the player states.
func equityErrors(judged []Judged, of func(*cube.Alternatives) float64) EquityErrors {
	var errors, squares evalbench.Sample
	for i := range judged {
		if j := &judged[i]; j.Own != nil {
			e := of(j.Own) - of(j.Decision.alternatives())
			errors.Add(e)
			squares.Add(e * e)
		}
	}
	return EquityErrors{errors.Summary(), math.Sqrt(squares.Mean())}
}

// Heading returns the name of the questions, such as "checker play, race".
func (r *Rate) Heading() string { return question{r.Kind, group{r.By, r.Group}}.heading() }

// Rates returns the rates of each kind of question, in total and then by group.
func Rates(judged []Judged) []Rate {
	var rates []Rate
	for _, kind := range []Kind{Play, Double, Take} {
		of := only(judged, func(j *Judged) bool { return j.Kind == kind })
		if len(of) == 0 {
			continue
		}
		rates = append(rates, rateOf(of, kind, group{}))
		for _, g := range groupsOf(of) {
			rates = append(rates, rateOf(only(of, func(j *Judged) bool { return g.has(j.Decision) }), kind, g))
		}
	}
	return rates
}

func only(judged []Judged, keep func(*Judged) bool) []Judged {
	var kept []Judged
	for i := range judged {
		if keep(&judged[i]) {
			kept = append(kept, judged[i])
		}
	}
	return kept
}

func rateOf(judged []Judged, kind Kind, g group) Rate {
	r := Rate{Kind: kind, By: g.by, Group: g.name}
	var losses evalbench.Sample
	for i := range judged {
		j := &judged[i]
		losses.Add(j.Loss)
		for _, count := range []struct {
			n  *int
			is bool
		}{{&r.Wrong, j.Wrong}, {&r.Clearly, j.Clearly()}, {&r.Unlisted, j.Unlisted}} {
			if count.is {
				*count.n++
			}
		}
	}
	r.Loss = losses.Summary()
	r.NoDouble = equityErrors(judged, func(a *cube.Alternatives) float64 { return a.NoDouble })
	r.DoubleTake = equityErrors(judged, func(a *cube.Alternatives) float64 { return a.DoubleTake })
	r.Gain = equityErrors(judged, func(a *cube.Alternatives) float64 { return min(a.DoubleTake, passed) - a.NoDouble })
	return r
}

// Difference returns the mean cost of b's answers less that of a's, at the common
// questions of a kind in one benchmark. It compares question by question, so
// its interval is narrower than those of the two rates.
func Difference(a, b []Judged, kind Kind) evalbench.Summary {
	return difference(a, b, question{kind: kind})
}

// difference is [Difference] at the questions of a kind and group.
func difference(a, b []Judged, of question) evalbench.Summary {
	return paired(a, b, func(a, b *Judged) (float64, bool) {
		return b.Loss - a.Loss, a.Kind == of.kind && of.group.has(a.Decision)
	})
}

// paired returns the mean of a value over the common questions for which it has one.
func paired(a, b []Judged, value func(a, b *Judged) (float64, bool)) evalbench.Summary {
	type question struct {
		d    *Decision
		kind Kind
	}
	first := map[question]*Judged{}
	for i := range a {
		first[question{a[i].Decision, a[i].Kind}] = &a[i]
	}
	var sample evalbench.Sample
	for i := range b {
		if one := first[question{b[i].Decision, b[i].Kind}]; one != nil {
			if x, ok := value(one, &b[i]); ok {
				sample.Add(x)
			}
		}
	}
	return sample.Summary()
}

// Worst returns the n costliest answers, the worst first.
func Worst(judged []Judged, n int) []Judged {
	wrong := only(judged, func(j *Judged) bool { return j.Loss > 0 })
	slices.SortStableFunc(wrong, func(a, b Judged) int { return cmp.Compare(b.Loss, a.Loss) })
	return wrong[:min(n, len(wrong))]
}
