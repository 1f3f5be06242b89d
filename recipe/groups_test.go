package recipe

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/recipe/contrast"
)

// measured runs a recipe whose command measure has the result of a function of its settings, and
// returns the store with the last plan.
func measured(t *testing.T, text string, result func(settings map[string]string) float64) (*Recipe, *Store, *Plan) {
	t.Helper()
	p := newToy()
	p.Run = func(_ context.Context, args []string, out, _ io.Writer) error {
		settings := map[string]string{}
		for _, arg := range args {
			name, value, _ := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
			settings[name] = value
		}
		value := result(settings)
		_, err := fmt.Fprintf(out, `{"score": %g, "score_low": %g, "score_high": %g, "ppg": %g}`, value, value-1, value+1, value)
		return err
	}
	p.Kinds[1].Settings = []Setting{{Name: "a"}, {Name: "b"}, {Name: "size", Default: "8"}, {Name: "seed", Default: "1"}}
	p.Kinds[1].Seeded = true
	dir := t.TempDir()
	must.Get(p.tryJobs(t, dir, text, 32))(t) // work waits for the clock of the files
	r, store := must.Get(Parse(p.Program, "toy.yaml", []byte(text)))(t), must.Get(OpenStore(dir))(t)
	return r, store, must.Get(store.Plan(r))(t)
}

// number returns the number at the end of a setting such as p3.
func number(text string) float64 {
	x, _ := strconv.ParseFloat(regexp.MustCompile(`\d+$`).FindString(text), 64)
	return x
}

// The best settings are those with the best mean over seeds, not those of the luckiest seed, and
// the point that stands for them is the one nearest to the mean.
func TestBestIsByMean(t *testing.T) {
	luck := map[string]float64{"p0 1": 100, "p0 2": 0, "p0 3": 2, "p1 1": 70, "p1 2": 41, "p1 3": 30, "p2 1": 5, "p2 2": 6, "p2 3": 7}
	for keep, want := range map[string]int{"best": 4, "lowest": 7} {
		text := "recipe: r\nsteps: {score: {measure: {}}, last: {measure: {b: \"${best.score}\", a: x}}}\nkeep: {" + keep + ": score.score}\nsweep: {score.a: [p0, p1, p2], seed: [1, 2, 3]}\n"
		r, store, plan := measured(t, text, func(s map[string]string) float64 { return luck[s["a"]+" "+s["seed"]] })
		if best := must.Get(store.Best(r, plan))(t); best != want {
			t.Errorf("%s: point %d, want %d", keep, best, want)
		}
		if last := plan.Works[len(plan.Works)-1]; last.Label != "last" || last.Needs[0] != plan.Points[want].Works[0] {
			t.Errorf("%s: the last step needs %s", keep, last.Needs[0].Label)
		}
		groups := plan.Groups()
		if len(groups) != 3 || groups[1].Label() != "score.a=p1" || len(groups[1].Points) != 3 {
			t.Fatalf("%d groups, the second is %s", len(groups), groups[1].Label())
		}
		repeated := must.Get(store.Repeated(r, groups[1]))(t)
		if got := fmt.Sprint(repeated["score.score"]); got != "[{seed=1 70 69 71} {seed=2 41 40 42} {seed=3 30 29 31}]" || len(repeated) != 2 {
			t.Errorf("results of the second group: %v", repeated)
		}
		means := Means(repeated)
		if m := contrast.MeanOf(repeated["score.score"]); means["score.score"] != 47 || means["score.score_low"] != m.Low || math.Abs(m.High-47-4.30265*m.SD/math.Sqrt(3)) > 1e-3 {
			t.Errorf("means %v", means)
		}
	}
}

// Runs of a loop without a chain are repetitions; those of a loop that uses the run before or the
// number of the run are not. Work that several points share counts once.
func TestRepeatedRuns(t *testing.T) {
	value := func(s map[string]string) float64 { return number(s["seed"]) + 10*number(s["a"]) }
	const sweep = "keep: {best: score.score}\nsweep: {score.a: [p1, p2]}\n"
	for steps, want := range map[string]string{
		"{score: {measure: {}, repeat: 3}}":                                                        "[{run 1 11 10 12} {run 2 1011 1010 1012} {run 3 2011 2010 2012}]",
		"{score: {measure: {seed: 5}, repeat: 3}}":                                                 "[{run 1 15 14 16}]",
		"{score: {measure: {b: \"${generation}\"}, repeat: 3}}":                                    "[{ 2011 2010 2012}]",
		"{score: {measure: {b: \"${prev}\"}, repeat: 2, prev: {first: x, then: \"${score}\"}}}":    "[{ 1011 1010 1012}]",
		"{other: {measure: {}, repeat: 2}, score: {measure: {b: [\"${other[0]}\"]}, with: other}}": "[{ 1011 1010 1012}]",
		"{other: {measure: {}, repeat: 2}, score: {measure: {b: \"${other}\"}, with: other}}":      "[{run 1 11 10 12} {run 2 1011 1010 1012}]",
		"{score: {measure: {}, each: {x: [a, b]}}}":                                                "[{ 11 10 12}]",
	} {
		r, store, plan := measured(t, "recipe: r\nsteps: "+steps+"\n"+sweep, value)
		if got := fmt.Sprint(must.Get(store.Repeated(r, plan.Groups()[0]))(t)["score.score"]); got != want {
			t.Errorf("%s: %s, want %s", steps, got, want)
		}
	}
	r, store, plan := measured(t, "recipe: r\nsteps: {score: {measure: {seed: 7}}}\nsweep: {score.a: [p1, p2], seed: [1, 2]}\n", value)
	if runs := must.Get(store.Repeated(r, plan.Groups()[0]))(t)["score.score"]; len(runs) != 1 {
		t.Errorf("work that two seeds share counts %d times", len(runs))
	}
}

// Halving compares means over seeds, and all seeds of settings go on or end together.
func TestHalvingOfGroups(t *testing.T) {
	luck := map[string]float64{"p0 1": 100, "p1 1": 70, "p1 2": 41, "p2 1": 1, "p2 2": 80, "p3 1": 2, "p3 2": 3}
	for _, halve := range []string{"", `, match: {measure: {a: "${point.score}", b: "${rival.score}"}}`} {
		text := "recipe: r\nsteps: {score: {measure: {}}}\nkeep: {best: score.score}\nsweep: {score.a: [p0, p1, p2, p3], seed: [1, 2], halve: {setting: score.size, from: 4" + halve + "}}\n"
		_, _, plan := measured(t, text, func(s map[string]string) float64 {
			if strings.HasPrefix(s["a"], "p") {
				return luck[s["a"]+" "+s["seed"]]
			}
			return map[string]float64{"1": 3, "2": -2}[s["seed"]] // the points win on average
		})
		var ended []string
		for _, p := range plan.Points {
			ended = append(ended, p.Ended)
		}
		want := slices.Repeat([]string{""}, 8)
		for _, i := range []int{4, 5, 6, 7} {
			want[i] = map[bool]string{
				true:  fmt.Sprintf("score.size 4: score.score %s, not in the better half of 4", map[int]string{4: "40 ± 502", 5: "40 ± 502", 6: "2.5 ± 6.4", 7: "2.5 ± 6.4"}[i]),
				false: fmt.Sprintf("score.size 4: lost 3 ppg against score.a=p%d", i/2-2),
			}[halve == ""]
		}
		if halve == "" && !slices.Equal(ended, want) {
			t.Errorf("by means: %q, want %q", ended, want)
		}
		if halve != "" && (!slices.Equal(ended[:4], want[:4]) || ended[4] == "" || ended[4] != ended[5] || ended[6] != ended[7] || !strings.Contains(ended[6], "against score.a=p1")) {
			t.Errorf("by matches: %q", ended)
		}
	}
}

// Of two equal points and one that is better by two standard errors of a difference, ${best} is a wrong one
// in 4.2 % of sweeps (docs/statistics.md): the chance that the highest of two normal values of equal points
// exceeds that of the better one.
func TestWrongChoicesOfBest(t *testing.T) {
	const sweeps, points = 200, 3
	better := 2 * math.Sqrt2 // standard deviations of a result
	draw := rand.New(rand.NewPCG(10, 11))
	var values []float64
	var names []string
	for i := range sweeps * points {
		x := draw.NormFloat64()
		if i%points == 1 {
			x += better
		}
		values, names = append(values, x), append(names, fmt.Sprintf("p%d", i))
	}
	text := "recipe: r\nsteps: {score: {measure: {}}}\nkeep: {best: score.score}\nsweep: {score.a: [" + strings.Join(names, ", ") + "]}\n"
	r, store, plan := measured(t, text, func(s map[string]string) float64 { return values[int(number(s["a"]))] })
	wrong := 0
	for i := 0; i < len(plan.Points); i += points {
		if must.Get(store.Best(r, &Plan{Points: plan.Points[i : i+points]}))(t) != 1 {
			wrong++
		}
	}
	share := float64(wrong) / sweeps
	t.Logf("wrong in %.1f %% of %d sweeps", 100*share, sweeps)
	if error3 := 3 * math.Sqrt(0.042*(1-0.042)/sweeps); math.Abs(share-0.042) > error3 {
		t.Errorf("wrong in %.1f %%, want %.1f to %.1f", 100*share, 100*(0.042-error3), 100*(0.042+error3))
	}
}

// What a sweep does with points that lack the result, and with unequal numbers of seeds.
func TestIncompletePoints(t *testing.T) {
	score := func(s map[string]string) float64 { return number(s["a"]) }
	run := func(missing string, sweep string) (*Plan, error) {
		p := newToy()
		p.Run = func(_ context.Context, args []string, out, _ io.Writer) error {
			settings := map[string]string{}
			for _, arg := range args {
				name, value, _ := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
				settings[name] = value
			}
			if strings.Contains(missing, settings["a"]) { // as of a training that diverged
				_, err := fmt.Fprint(out, `{"score": null}`)
				return err
			}
			_, err := fmt.Fprintf(out, `{"score": %g}`, score(settings))
			return err
		}
		p.Kinds[1].Settings = []Setting{{Name: "a"}, {Name: "b"}, {Name: "size", Default: "8"}, {Name: "seed", Default: "1"}}
		p.Kinds[1].Seeded = true
		text := "recipe: r\nsteps: {score: {measure: {}}, last: {measure: {b: \"${best.score}\", a: x9}}}\nkeep: {best: score.score}\nsweep: {" + sweep + "}\n"
		if _, err := Parse(p.Program, "toy.yaml", []byte(text)); err != nil {
			return nil, err
		}
		return p.try(t, t.TempDir(), text)
	}
	const halve = ", halve: {setting: score.size, from: 4}"
	for _, c := range []struct {
		missing, sweep, best string
		ended                []string
	}{
		{"p4", "score.a: [p1, p3, p4, p2]", "score.a=p3", []string{"", "", "", ""}},
		{"p4", "score.a: [p1, p3, p4, p2]" + halve, "score.a=p3", []string{"score.size 4: score.score 1, not in the better half of 4", "", "score.size 4: no result score.score", ""}},
		{"p4 p3 p2", "score.a: [p1, p3, p4, p2]" + halve, "score.a=p1", []string{"", "score.size 4: no result score.score", "score.size 4: no result score.score", "score.size 4: no result score.score"}},
		{"", "score.a: [p2]" + halve, "score.a=p2", []string{""}},
		{"", "sample: 5, score.a: [p1, p2], seed: {from: 1, to: 9}", "score.a=p2", nil}, // with unequal numbers of seeds
	} {
		plan, err := run(c.missing, c.sweep)
		must.OK(t, err)
		var ended []string
		for _, p := range plan.Points {
			ended = append(ended, p.Ended)
		}
		best := plan.PointOf(plan.Works[len(plan.Works)-1].Needs[0])
		if !strings.HasPrefix(best, c.best) || c.ended != nil && !slices.Equal(ended, c.ended) {
			t.Errorf("%s without %s: the best is %s, ended %q", c.sweep, c.missing, best, ended)
		}
	}
	for sweep, want := range map[string]string{
		"score.a: [p1, p2]":                "keep.best: no point has the result score.score",
		"score.a: [p1, p2]" + halve:        "keep.best: score has no result score",
		"score.a: [p1, p2], score.a: [p3]": "sweep.score.a: repeated",
		"score.a: [p1, p2, p1]":            `sweep.score.a: "p1" is there twice`,
	} {
		_, err := run("p1 p2", sweep)
		must.Fail(t, err, want, sweep)
	}
}
