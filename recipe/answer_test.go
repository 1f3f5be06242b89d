package recipe

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/recipe/contrast"
)

const factorial = `recipe: r
steps: {score: {measure: {}}}
keep: {best: score.score}
sweep: {score.a: [p0, p5], score.b: [q0, q1, q2], seed: [1, 2, 3]}
`

// The effect of a setting is its mean difference in runs with the same other settings and seeds,
// whatever these add.
func TestEffects(t *testing.T) {
	noise := func(s map[string]string) float64 { // sums to 0 over the seeds, and over the values of b
		return []float64{0.5, -0.5, 0}[(int(number(s["b"]))+int(number(s["seed"])))%3]
	}
	for keep, sign := range map[string]float64{"best": 1, "lowest": -1} {
		text := strings.Replace(factorial, "best", keep, 1)
		r, store, plan := measured(t, text, func(s map[string]string) float64 {
			return sign * (number(s["a"]) + 40*number(s["seed"]) + noise(s))
		})
		a := must.Get(store.Answer(r, plan, r.Keep))(t)
		if len(a.Groups) != 6 || a.Runs != 18 || a.Groups[a.Best].Values[0].Value != "p5" || a.How != contrast.Paired || a.Blocks != 3 {
			t.Fatalf("%s: %d groups of %d runs, the best is %s, %s", keep, len(a.Groups), a.Runs, a.Groups[a.Best].Label(), a.How)
		}
		if len(a.Effects) != 2 || a.Effects[0].Setting != "score.a" || a.Effects[0].Values[a.Effects[0].Best] != "p5" || a.Effects[0].Blocks != 9 {
			t.Fatalf("%s: effects %+v", keep, a.Effects)
		}
		if d := a.Effects[0].Differences[0]; math.Abs(d.Value-5) > 1e-9 || !d.Distinct() {
			t.Errorf("%s: the effect of a is %v, want 5", keep, d)
		}
		for i, d := range a.Effects[1].Differences {
			if math.Abs(d.Value) > 1e-9 || d.Distinct() || i != a.Effects[1].Best && !(d.Margin > 0.1) {
				t.Errorf("%s: the effect of b against %s is %v, want 0", keep, a.Effects[1].Values[i], d)
			}
		}
	}
}

// What can be compared is: points of one seed by the intervals of their measurements, samples
// without effects, and nothing of points that have ended or of results that are not there.
func TestPartialAnswers(t *testing.T) {
	value := func(s map[string]string) float64 { return number(s["a"]) }
	for text, want := range map[string]string{
		strings.Replace(factorial, ", seed: [1, 2, 3]", "", 1):                                                        "6 groups, measured",
		strings.Replace(factorial, ", score.b: [q0, q1, q2], seed: [1, 2, 3]", "", 1):                                 "2 groups, measured",
		strings.Replace(factorial, "score.a: [p0, p5], score.b: [q0, q1, q2], ", "", 1):                               "1 groups",
		strings.Replace(factorial, "score.b: [q0, q1, q2], seed: [1, 2, 3]", "sample: 9, seed: {from: 1, to: 99}", 1): "2 groups, unpaired",
		strings.Replace(factorial, "sweep: {", "sweep: {halve: {setting: score.size, from: 4}, ", 1):                  "3 groups, paired",
	} {
		r, store, plan := measured(t, text, value)
		a := must.Get(store.Answer(r, plan, r.Keep))(t)
		begin, hows, _ := strings.Cut(want, ", ")
		if got := fmt.Sprintf("%d groups", len(a.Groups)); got != begin || !strings.Contains("|"+hows, a.How) && len(a.Groups) > 1 {
			t.Errorf("%s%s %s, want %s", text, got, a.How, want)
		}
		if none := must.Get(store.Answer(r, plan, &Keep{Step: "score", Result: "none"}))(t); none != nil {
			t.Errorf("without the result: %v", none)
		}
	}
}

// The interval of an effect contains the true one in 95 % of simulated sweeps of three settings
// with two values each and two seeds, whose results also have the luck of the seed.
func TestCoverageOfEffects(t *testing.T) {
	const sweeps, effect = 4000, 0.7
	draw := rand.New(rand.NewPCG(3, 4))
	covered := 0
	for range sweeps {
		var groups []*Group
		var runs [][]contrast.Run
		luck := []float64{draw.NormFloat64(), draw.NormFloat64()}
		for i := range 8 {
			g, values := &Group{}, []contrast.Run{}
			for j, name := range []string{"a", "b", "c"} {
				g.Values = append(g.Values, Assignment{Name: name, Value: fmt.Sprint(i >> j & 1)})
			}
			for seed, of := range luck {
				values = append(values, contrast.Run{Block: fmt.Sprint(seed), Value: effect*float64(i&1) - float64(i>>1&1) + 2*of + draw.NormFloat64()})
			}
			groups, runs = append(groups, g), append(runs, values)
		}
		e := effectOf("a", 0, groups, runs)
		if d := e.Differences[1-e.Best]; math.Abs(d.Value-effect*float64(2*e.Best-1)) <= d.Margin {
			covered++
		}
	}
	share := float64(covered) / sweeps
	t.Logf("%.1f %% of intervals contain the effect", 100*share)
	if math.Abs(share-0.95) > 0.015 {
		t.Errorf("%.1f %% of intervals contain the effect, want 95 %%", 100*share)
	}
}
