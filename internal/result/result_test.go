package result

import (
	"encoding/json"
	"fmt"
	"strings"
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

// Of has all names that Numbers finds in the JSON of a type, and of the names of a type
// that says all of them no others.
func TestNames(t *testing.T) {
	value := 1.0
	full := struct1{"race", interval{&value, 0, 2}}
	f := form{embedded{3}, "x", alias{}, []*partOfForm{(*partOfForm)(&full), {"contact", full.RMSE}, {"all", full.RMSE}}, []embedded{{4}}, []int{1},
		map[string]float64{"late-hit": 1}, odd{1}, time.Time{}, 5, []struct1{full, {"contact", full.RMSE}}, nil}
	inside := f
	f.Inside = &inside
	numbers := Of([]any{&form{}})
	found := must.Get(Numbers(must.Get(json.Marshal(f))(t)))(t)
	for name := range found {
		if n := Find(numbers, name); n == nil || n.Name != name {
			t.Errorf("the result %s is not in %+v", name, numbers)
		}
	}
	if len(found) < 25 {
		t.Errorf("found %d results", len(found))
	}
	if got, want := namesOf(struct1{}, embedded{}), "[games rmse rmse_high rmse_low]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := namesOf(map[string]int{}, []string{}); got != "[*]" {
		t.Errorf("of a map: %s, want [*]", got)
	}
	if got, want := namesOf(map[string]embedded{}), "[*.games]"; got != want {
		t.Errorf("of a map of structs: %s, want %s", got, want)
	}
}

func namesOf(forms ...any) string {
	all := []string{}
	for _, n := range Of(forms) {
		all = append(all, n.Name)
	}
	return fmt.Sprint(all)
}

type measured struct {
	Class string   `json:"class"`
	RMSE  interval `json:"rmse_of_it" unit:"points" better:"lower" short:"rmse" meaning:"error of it" table:"true"`
	Bias  interval `json:"bias" unit:"points" meaning:"mean error of it"`
	N     int      `json:"n"`
}

type report struct {
	Groups []measured `json:"groups"`
	Inner  *inner     `json:"inner"`
	PPG    float64    `json:"ppg" unit:"points" unless:"match dmp: wins" better:"higher" meaning:"points per game"`
	Other  int        `json:"other"`
	Worst  []inner    `json:"worst" meaning:"-"`
}

type inner struct {
	Deep struct {
		RMSE float64 `json:"rmse_of_it" unit:"points" better:"lower" short:"rmse" meaning:"error of it inside"`
	} `json:"deep"`
	PPG float64 `json:"ppg" unit:"points" better:"higher" short:"ppg" meaning:"points inside"`
}

// Tags describe numbers, also those of intervals and in parts; the short name is that of the number
// with the shortest path, and never that of another one.
func TestTags(t *testing.T) {
	all := Of([]any{report{}})
	for name, want := range map[string]string{
		"rmse":                    "groups.rmse_of_it rmse mEq lower",
		"groups.rmse_of_it":       "groups.rmse_of_it rmse mEq lower",
		"race.rmse":               "groups.race.rmse_of_it race.rmse mEq lower",
		"groups.race.rmse_of_it":  "groups.race.rmse_of_it race.rmse mEq lower",
		"groups.bias":             "groups.bias  mEq ",
		"groups.rmse_of_it_low":   "groups.rmse_of_it_low   ",
		"ppg":                     "ppg  mEq higher",
		"inner.ppg":               "inner.ppg  mEq higher",
		"inner.deep.rmse_of_it":   "inner.deep.rmse_of_it  mEq lower",
		"other":                   "other   ",
		"worst.ppg":               "worst.ppg   ",
		"rmsee":                   "",
		".rmse":                   "",
		"groups.race.rmse_of_itt": "",
	} {
		got := ""
		if n := Find(all, name); n != nil {
			got = fmt.Sprintf("%s %s %s %s", n.Name, n.Short, n.Unit, n.Direction())
		}
		if got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	var main []string
	for _, n := range Main(all) {
		main = append(main, n.Called())
	}
	if got, want := strings.Join(main, " "), "rmse groups.bias inner.deep.rmse_of_it inner.ppg ppg"; got != want {
		t.Errorf("the main results are %s, want %s", got, want)
	}
	ppg := Find(all, "ppg")
	if got, want := ppg.Units()+", "+Find(all, "groups.bias").Units(), "mEq; with match wins, mEq"; got != want {
		t.Errorf("the units are %s, want %s", got, want)
	}
	for given, want := range map[string]Unit{"match": "wins", "dmp": "wins", "games": Points, "": Points} {
		if got := ppg.UnitWith(func(name string) bool { return name == given }); got != want {
			t.Errorf("with %q the unit is %s, want %s", given, got, want)
		}
	}
}

// Numbers of results that say nothing of themselves, and two of one name, are mistakes.
func TestCheck(t *testing.T) {
	must.OK(t, Check(nil))
	must.OK(t, Check(Of([]any{report{}})))
	must.Fail(t, Check(Of([]any{embedded{}})), "has results, such as games, and says of none what it means")
	twice := struct {
		A float64 `json:"a" short:"x" meaning:"one"`
		B float64 `json:"b" short:"x" meaning:"other"`
	}{}
	must.Fail(t, Check(Of([]any{twice})), "two results with the short name x: a and b")
}

// People read points as mEq and shares as percent; other units as they are.
func TestUnits(t *testing.T) {
	for _, of := range []struct {
		unit          Unit
		value, margin float64
		want, head    string
	}{
		{Points, -0.0343, 0.0121, "-34 ± 12", "x, mEq"},
		{Points, 1.5, 0, "1500", "x, mEq"},
		{Share, 0.5234, 0.012, "52.3 ± 1.2", "x, %"},
		{"mEq", 12.34, 0.21, "12.34 ± 0.21", "x, mEq"},
		{"games", 4000, 0, "4000", "x, games"},
		{"positions", 200_900, 0, "200900", "x, positions"},
		{"", 0.123456, 0, "0.1235", "x"},
	} {
		if got := of.unit.Text(of.value, of.margin); got != of.want {
			t.Errorf("%v ± %v in %s: %s, want %s", of.value, of.margin, of.unit, got, of.want)
		}
		signed := strings.TrimSpace(of.want + " " + of.unit.String())
		if of.value > 0 {
			signed = "+" + signed
		}
		if got := of.unit.Signed(of.value, of.margin); got != signed {
			t.Errorf("signed in %s: %s, want %s", of.unit, got, signed)
		}
		if got := of.unit.In("x"); got != of.head {
			t.Errorf("the head of %s is %s, want %s", of.unit, got, of.head)
		}
	}
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string]string{
		`{"ppg": 1, "name": "x", "list": [1, 2]}`:                                                                               "map[ppg:1]",
		`{"of": {"value": 1, "low": 0, "high": 2}}`:                                                                             "map[of:1 of_high:2 of_low:0]",
		`{"metrics": [{"part": "all", "loss": 3, "best": true}, {"part": "all", "loss": 4, "best": false}]}`:                    "map[loss:3]",
		`{"metrics": [{"games": 1}, {"games": 2}]}`:                                                                             "map[games:2]",
		`{"metrics": [{"part": "race", "loss": 3, "best": true}, {"part": "contact", "loss": 4, "best": true}]}`:                "map[contact.loss:4 race.loss:3]",
		`{"groups": [{"class": "all", "rmse": {"value": 1, "low": 0, "high": 2}}, {"class": "race", "rmse": {"value": null}}]}`: "map[groups.rmse:1 groups.rmse_high:2 groups.rmse_low:0]",
	} {
		if got := fmt.Sprint(must.Get(Numbers([]byte(text)))(t)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
