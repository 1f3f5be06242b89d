package recipe

import (
	"fmt"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/result"
)

// A misspelt result is found before any work, with the nearest name, wherever it stands.
func TestResultsAreChecked(t *testing.T) {
	p := newToy()
	p.Kinds[1].Results = numbered("score", "groups.*.rmse", "errors.*")
	const steps = "recipe: r\nsteps: {net: {make net: }, score: {measure: {}}}\n"
	const halve = "sweep: {net.part: [a, b], halve: {setting: net.size, from: 2, "
	for text, want := range map[string]string{
		"sweep: {score.a: [x, y]}\nkeep: {best: score.scoer}":                           "r.yaml: line 4: keep.best: measure has no result scoer; did you mean score?",
		"sweep: {score.a: [x, y]}\nkeep: {lowest: score.rmse}":                          "keep.lowest: measure has no result rmse",
		"sweep: {score.a: [x, y]}\nkeep: {best: score.groups.race.rmse}":                "",
		"sweep: {score.a: [x, y]}\nkeep: {best: score.errors.late-hit}":                 "",
		"sweep: {score.a: [x, y]}\nkeep: {best: net.anything}":                          "",
		halve + "by: {lowest: score.scor}}}":                                            "sweep.halve.by.lowest: measure has no result scor; did you mean score?",
		halve + "match: {measure: {a: x}}}}":                                            "sweep.halve: match: measure has no result ppg",
		"tune: {of: {x: {from: 1, step: 1}}, on: {measure: {a: \"${x+}\"}}, rounds: 2}": "tune: on: measure has no result ppg",
	} {
		r, err := Parse(p.Program, "r.yaml", []byte(steps+text+"\n"))
		if err == nil {
			_, err = (&Store{Dir: "none"}).Plan(r)
		}
		if want == "" {
			must.OK(t, err)
		} else {
			must.Fail(t, err, want)
		}
	}
	r := must.Get(Parse(p.Program, "r.yaml", []byte(steps)))(t)
	for name, want := range map[string]string{
		"score.score": "", CoreHours: "", "score.scores": "score.scores: measure has no result scores; did you mean score?", "scores.score": "there is no step scores; did you mean score?",
	} {
		if _, err := r.Result(name); want == "" {
			must.OK(t, err)
		} else {
			must.Fail(t, err, want)
		}
	}
	if len(p.did) > 0 {
		t.Errorf("did %q", p.did)
	}
}

// numbered returns numbers of some names without a meaning.
func numbered(names ...string) (all []result.Number) {
	for _, name := range names {
		all = append(all, result.Number{Name: name})
	}
	return all
}

// described are results of the toy's measure.
var described = []result.Number{
	{Name: "score", Unit: result.Points, Unless: []string{"a"}, Other: "wins", Better: 1, Meaning: "score of it", Table: true},
	{Name: "deep.error", Short: "rmse", Unit: result.Points, Better: -1, Meaning: "error of it"},
	{Name: "groups.*.error", Short: "*.rmse", Unit: result.Points, Better: -1, Meaning: "error of a part"},
	{Name: "games", Unit: "games", Meaning: "games that were played"},
}

// The direction is that of the result, unless the recipe says it; a direction that contradicts the
// result is remarked. Short names and full ones are the same.
func TestDirections(t *testing.T) {
	p := newToy()
	p.Kinds[1].Results = described
	for text, want := range map[string]string{
		"keep: score.score":                      "score.score false ",
		"keep: {best: score.score}":              "score.score false ",
		"keep: {best: score.rmse}":               "score.deep.error true ",
		"keep: {best: score.deep.error}":         "score.deep.error true ",
		"keep: score.race.rmse":                  "score.groups.race.error true ",
		"keep: {lowest: score.rmse}":             "score.deep.error true ",
		"keep: {highest: score.rmse}":            "score.deep.error false r.yaml: line 3: keep.highest: lower score.rmse is better; the highest counts as the best here, as asked",
		"keep: {lowest: score.score}":            "score.score true r.yaml: line 3: keep.lowest: higher score.score is better; the lowest counts as the best here, as asked",
		"keep: score.games":                      "score.games false ",
		"keep: {lowest: score.games}":            "score.games true ",
		"keep: {best: score.games, lowest: a.b}": "keep.lowest: want only one of best, highest, lowest and winner",
		"keep: {least: score.games}":             "keep.least: unknown field",
		"keep: [score.games]":                    "keep: found a list, want STEP.RESULT, {lowest: STEP.RESULT}",
		"keep: score":                            `keep: found "score", want a result such as strength.ppg`,
	} {
		r, err := Parse(p.Program, "r.yaml", []byte("recipe: r\nsteps: {net: {make net: }, score: {measure: {b: \"${net}\"}}}\n"+text+"\nsweep: {net.size: [1, 2]}\n"))
		if err != nil {
			must.Fail(t, err, want)
			continue
		}
		must.Get((&Store{Dir: "none"}).Plan(r))(t)
		if got := fmt.Sprint(r.Keep.Name(), " ", r.Keep.Lowest, " ", strings.Join(r.Remarks(), "\n")); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// The best point by an error is the one with the lowest, and a report sorts the best first.
func TestBestByMeaning(t *testing.T) {
	p := newToy()
	for better, want := range map[int]string{1: "score.b=longer", -1: "score.b=x", 0: "score.b=longer"} {
		p.Kinds[1].Results = []result.Number{{Name: "score", Better: better, Meaning: "length of it"}}
		dir := t.TempDir()
		const text = "recipe: r\nsteps: {score: {measure: {}}}\nsweep: {score.b: [x, longer]}\nkeep: score.score\n"
		must.Get(p.try(t, dir, text))(t)
		r := must.Get(Parse(p.Program, "r.yaml", []byte(text)))(t)
		plan := must.Get(must.Get(OpenStore(dir))(t).Plan(r))(t)
		best := must.Get(must.Get(OpenStore(dir))(t).Best(r, plan))(t)
		if got := plan.Points[best].Label(); got != want {
			t.Errorf("with the direction %d the best point is %s, want %s", better, got, want)
		}
		for name, lowest := range map[string]bool{"score.score": better < 0, "+score.score": false, "-score.score": true} {
			if by := must.Get(r.By(plan, name))(t); by.Lowest != lowest {
				t.Errorf("with the direction %d, --sort %s takes the lowest first: %v", better, name, by.Lowest)
			}
		}
	}
}

// Results in different units are not compared: before any work.
func TestUnitsAreCompared(t *testing.T) {
	p := newToy()
	p.Kinds[1].Results = described
	const want = "score.score is in mEq at score.a=0 and in wins at score.a=7: results in different units cannot be compared"
	const steps = "recipe: r\nsteps: {net: {make net: }, score: {measure: {a: 0, b: \"${net}\"}}}\nsweep: {score.a: [0, 7]HALVE}\n"
	plan := func(text string) (*Recipe, *Plan, error) {
		r := must.Get(Parse(p.Program, "r.yaml", []byte(text)))(t)
		plan, err := (&Store{Dir: "none"}).Plan(r)
		return r, plan, err
	}
	_, _, err := plan(strings.Replace(steps, "HALVE", "", 1) + "keep: score.score\n")
	must.Fail(t, err, "r.yaml: line 4: keep: "+want)
	_, _, err = plan(strings.Replace(steps, "HALVE", ", halve: {setting: net.size, from: 2, by: score.score}", 1))
	must.Fail(t, err, "r.yaml: line 3: sweep.halve.by: "+want)
	_, _, err = plan(strings.Replace(steps, "HALVE", "", 1) + "keep: score.rmse\n")
	must.OK(t, err)
	r, made, err := plan(strings.Replace(steps, "HALVE", "", 1))
	must.OK(t, err)
	_, err = r.By(made, "score.score")
	must.Fail(t, err, want)
	_, err = r.By(made, "score.games")
	must.OK(t, err)
	if by := must.Get(r.By(made, CoreHours))(t); !by.Lowest {
		t.Errorf("core-hours are %+v", by)
	}
	r, made, err = plan(strings.NewReplacer("HALVE", "", "[0, 7]", "[5, 7]").Replace(steps) + "keep: score.score\n")
	must.OK(t, err)
	if r.Keep.Unit != "wins" || len(made.Points) != 2 {
		t.Errorf("the unit of %d matches is %q, want wins", len(made.Points), r.Keep.Unit)
	}
}
