package recipe

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"testing"
	"time"

	"gammonlab/internal/must"
)

type interval struct {
	Value *float64 `json:"value"`
	Low   float64  `json:"low"`
	High  float64  `json:"high"`
}

// odd writes its own JSON, in ways that no type describes.
type odd struct{ of float64 }

func (o odd) MarshalJSON() ([]byte, error) { return json.Marshal(map[string]float64{"anything": o.of}) }

type alias struct{}

func (alias) JSONSchemaAlias() any { return interval{} }
func (alias) MarshalJSON() ([]byte, error) {
	return json.Marshal(interval{Value: new(float64), High: 1})
}

type partOfForm struct1

type struct1 struct {
	Class string   `json:"class"`
	RMSE  interval `json:"rmse"`
}

type embedded struct {
	Games int `json:"games,omitempty"`
}

type form struct {
	embedded
	Name    string             `json:"name"`
	Of      alias              `json:"of"`
	Parts   []*partOfForm      `json:"parts"`
	Rows    []embedded         `json:"rows"`
	List    []int              `json:"list"`
	Errors  map[string]float64 `json:"errors"`
	Odd     odd                `json:"odd"`
	Time    time.Time          `json:"time"`
	Left    float64            `json:"-"`
	Metrics []struct1          `json:"metrics"`
	Inside  *form              `json:"inside"`
}

// ResultNames has all names that Numbers finds in the JSON of a type, and of the names of a type
// that says all of them no others.
func TestResultNames(t *testing.T) {
	value := 1.0
	full := struct1{"race", interval{&value, 0, 2}}
	f := form{embedded{3}, "x", alias{}, []*partOfForm{(*partOfForm)(&full), {"contact", full.RMSE}, {"all", full.RMSE}}, []embedded{{4}}, []int{1},
		map[string]float64{"late-hit": 1}, odd{1}, time.Time{}, 5, []struct1{full, {"contact", full.RMSE}}, nil}
	inside := f
	f.Inside = &inside
	patterns := ResultNames([]any{&form{}})
	found := must.Get(Numbers(must.Get(json.Marshal(f))(t)))(t)
	for name := range found {
		if !slices.ContainsFunc(patterns, func(p string) bool { return must.Get(path.Match(p, name))(t) }) {
			t.Errorf("the result %s is not in %q", name, patterns)
		}
	}
	if len(found) < 25 {
		t.Errorf("found %d results", len(found))
	}
	if got, want := fmt.Sprint(ResultNames([]any{struct1{}, embedded{}})), "[games rmse rmse_high rmse_low]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := fmt.Sprint(ResultNames([]any{map[string]int{}, []string{}})); got != "[*]" {
		t.Errorf("of a map: %s, want [*]", got)
	}
}

// A misspelt result is found before any work, with the nearest name, wherever it stands.
func TestResultsAreChecked(t *testing.T) {
	p := newToy()
	p.Kinds[1].Results = []string{"score", "groups.*.rmse", "errors.*"}
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
		if err := r.CheckResult(name); want == "" {
			must.OK(t, err)
		} else {
			must.Fail(t, err, want)
		}
	}
	if len(p.did) > 0 {
		t.Errorf("did %q", p.did)
	}
}
