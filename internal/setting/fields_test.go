package setting_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gammonlab/internal/must"
	"gammonlab/internal/setting"
)

// colour reads itself from its name.
type colour string

func (c *colour) UnmarshalText(text []byte) error {
	if *c = colour(text); *c != "red" && *c != "blue" {
		return fmt.Errorf("%q, want red or blue", text)
	}
	return nil
}

func (c colour) MarshalText() ([]byte, error) { return []byte(c), nil }

func (colour) Values() []string { return []string{"red", "blue"} }

type form struct {
	Loud   bool    `json:"loud,omitempty"`
	Volume float64 `json:"volume,omitempty" default:"0.5" needs:"loud"`
}

// work has a setting of every type.
type work struct {
	form
	Name   string   `json:"name" required:"true" help:"<NAME> of the work"`
	Games  int      `json:"games" default:"10"`
	Seed   uint64   `json:"seed" default:"1"`
	Depth  *int     `json:"search_depth,omitempty"`
	Colour colour   `json:"colour" default:"red"`
	Wire   int      `json:"wire" input:"-"`
	Format string   `json:"format" input:"config"`
	Shade  []int    `json:"shade,omitempty" needs:"colour=blue" default:"5,1"`
	Files  []string `json:"files,omitempty"`
	Local  int
}

func (w *work) Validate() error {
	return setting.Check("games", w.Games > 0, "is %d, want at least 1", w.Games)
}

// Flags override the config, which overrides the defaults.
func TestRead(t *testing.T) {
	two := 2
	for _, c := range []struct {
		config string
		given  map[setting.Name]string
		want   work
	}{
		{``, map[setting.Name]string{"name": "x"}, work{Name: "x", Games: 10, Seed: 1, Colour: "red"}},
		{`{"name": "x", "games": 4, "seed": 0}`, nil, work{Name: "x", Games: 4, Colour: "red"}},
		{`{"name": "x", "games": 4}`, map[setting.Name]string{"games": "6", "search_depth": "2"}, work{Name: "x", Games: 6, Seed: 1, Depth: &two, Colour: "red"}},
		{`{"name": "x", "loud": true, "colour": "blue"}`, nil, work{form: form{Loud: true, Volume: 0.5}, Name: "x", Games: 10, Seed: 1, Colour: "blue", Shade: []int{5, 1}}},
		{`{"name": "x", "format": "1", "shade": [2], "colour": "blue"}`, nil, work{Name: "x", Games: 10, Seed: 1, Colour: "blue", Shade: []int{2}}},
		{`{"name": "x", "shade": [2, 3], "colour": "blue"}`, nil, work{Name: "x", Games: 10, Seed: 1, Colour: "blue", Shade: []int{2, 3}}},
		{`{"name": "x", "files": ["a", "b"]}`, nil, work{Name: "x", Games: 10, Seed: 1, Colour: "red", Files: []string{"a", "b"}}},
		{`{"name": "x", "files": ["a"]}`, map[setting.Name]string{"files": "b\nc d\n"}, work{Name: "x", Games: 10, Seed: 1, Colour: "red", Files: []string{"b", "c d"}}},
	} {
		var config []byte
		if c.config != "" {
			config = []byte(c.config)
		}
		var w work
		must.OK(t, setting.Read(&w, config, c.given))
		if got, want := textOf(&w), textOf(&c.want); got != want {
			t.Errorf("%s, %v: %s, want %s", c.config, c.given, got, want)
		}
	}
}

// textOf lists the settings.
func textOf(w *work) string {
	var list []string
	for _, f := range setting.Fields(w) {
		list = append(list, fmt.Sprintf("%s=%s %t", f.Name, f.String(), f.IsSet()))
	}
	return strings.Join(list, ", ")
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct {
		config string
		given  map[setting.Name]string
		want   string
	}{
		{`{}`, nil, "name is required"},
		{`{"name": "x", "gmaes": 4}`, nil, `line 1: gmaes: unknown field "gmaes"; did you mean games?`},
		{"{\"name\": \"x\",\n\"games\": \"4\"}", nil, `line 2: games: found "4", want a whole number`},
		{`{"name": "x", "wire": 4}`, nil, "wire: no setting of a config"},
		{`{"name": "x", "games": 0}`, nil, "games is 0, want at least 1"},
		{`{"name": "x", "volume": 0.1}`, nil, "volume needs loud"},
		{`{"name": "x", "shade": [1]}`, nil, "shade needs colour blue"},
		{`{"name": "x", "colour": "blue"}`, map[setting.Name]string{"shade": "1,x"}, `shade: "x" is not a whole number`},
		{`{"name": "x", "colour": "green"}`, nil, `line 1: colour: "green", want red or blue`},
		{`{"name": "x"}`, map[setting.Name]string{"seed": "-1"}, `seed: "-1" is not a whole number from 0 up`},
		{`{"name": "x"}`, map[setting.Name]string{"loud": "maybe"}, `loud: "maybe" is not true or false`},
		{`[]`, nil, "line 1"},
		{`{"name": ""}`, nil, "name is empty"},
		{`{"name": " "}`, nil, "name is empty"},
		{`{"name": null}`, nil, "name is empty"},
		{`{"name": "x", "colour": ""}`, nil, "colour is empty"},
		{`{"name": "x", "files": ["a", ""]}`, nil, "files is empty"},
		{`{}`, map[setting.Name]string{"name": ""}, "name is empty"},
		{`{"name": "x"}`, map[setting.Name]string{"games": " ", "seed": ""}, "games is empty"},
		{`{"name": "x"}`, map[setting.Name]string{"files": ""}, "files is empty"},
	} {
		var w work
		must.Fail(t, setting.Read(&w, []byte(c.config), c.given), c.want, c.config)
	}
}

// All fields with a JSON key are settings, except those that users cannot give.
func TestFields(t *testing.T) {
	var names []string
	for _, f := range setting.Fields(new(work)) {
		names = append(names, f.Name.Flag())
	}
	if got, want := strings.Join(names, " "), "loud volume name games seed search-depth colour shade files"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// The text of a list has the elements of the list, or there is none.
func TestLines(t *testing.T) {
	list := []string{"a", "b c", "d,e"}
	var w work
	must.OK(t, setting.Read(&w, nil, map[setting.Name]string{"name": "x", "files": must.Get(setting.Lines("files", list))(t)}))
	if !slices.Equal(w.Files, list) {
		t.Errorf("%q became %q", list, w.Files)
	}
	must.Fail(t, must.Err(setting.Lines("files", []string{"a", "b\nc"})), `files: "b\nc" has a line end`)
}

// Settings that a program has set are checked, too.
func TestCheckFields(t *testing.T) {
	w := work{Colour: "blue", Shade: []int{1}}
	must.OK(t, setting.CheckFields(&w))
	w.Colour = "red"
	must.Fail(t, setting.CheckFields(&w), "shade needs colour blue")
}

// Numbers are a list in JSON and joined by commas, or on lines, in texts.
func TestLists(t *testing.T) {
	var of struct {
		Depths []int     `json:"depths"`
		Shares []float64 `json:"shares" default:"0.5,1"`
	}
	for _, text := range []string{"3,7", "3\n7", " 3, 7"} {
		must.OK(t, setting.Read(&of, nil, map[setting.Name]string{"depths": text}))
		fields := setting.Fields(&of)
		if got := fields[0].String() + " " + fields[1].String(); got != "3,7 0.5,1" {
			t.Errorf("%q is %s", text, got)
		}
	}
	must.OK(t, setting.Read(&of, []byte(`{"depths": [0, 2]}`), nil))
	if text := must.Get(json.Marshal(of))(t); string(text) != `{"depths":[0,2],"shares":[0.5,1]}` {
		t.Errorf("%s", text)
	}
	must.Fail(t, setting.Read(&of, nil, map[setting.Name]string{"depths": "1,x"}), `depths: "x" is not a whole number`)
	must.Fail(t, setting.Read(&of, []byte(`{"depths": "1"}`), nil), "depths")
}

// Options are words name=value; on and off are bools.
func TestReadOptions(t *testing.T) {
	type options struct {
		Prune bool          `json:"prune" default:"true"`
		Noise float32       `json:"noise"`
		Limit time.Duration `json:"limit" default:"1s"`
	}
	var o options
	must.OK(t, setting.ReadOptions(&o, []string{"prune=off", "noise=0.1"}))
	if want := (options{false, 0.1, time.Second}); o != want {
		t.Errorf("%+v, want %+v", o, want)
	}
	for words, want := range map[string]string{
		"prune":           `unknown option "prune", want NAME=VALUE, where NAME is one of prune, noise, limit`,
		"nosie=1":         "did you mean noise?",
		"noise=":          "noise is empty",
		"noise=x":         `noise: "x" is not a number`,
		"limit=-1s":       `limit: "-1s" is not a time such as 500ms or 10s`,
		"noise=0 noise=1": `option "noise=1": noise is given twice`,
	} {
		must.Fail(t, setting.ReadOptions(new(options), strings.Fields(words)), want, words)
	}
}

// rate is a setting with a range of its own.
type rate int

func (r rate) Check(name string) error {
	return setting.Check(setting.Name(name), r < 4, "is %d, want less than 4", int(r))
}

// shutter is on or off and has names for both.
type shutter bool

func (*shutter) UnmarshalText([]byte) error { return nil }

// Types of settings check their values, however they are given, but not the zero value.
func TestChecked(t *testing.T) {
	type settings struct {
		Rate rate    `json:"rate" default:"3"`
		On   bool    `json:"on"`
		Own  shutter `json:"own"`
	}
	var s settings
	must.OK(t, setting.Read(&s, nil, nil))
	must.Fail(t, setting.Read(new(settings), nil, map[setting.Name]string{"rate": "4"}), "rate is 4, want less than 4")
	must.Fail(t, setting.Read(new(settings), []byte(`{"rate": 5}`), nil), "rate is 5")
	must.Fail(t, setting.CheckFields(&settings{Rate: 6}), "rate is 6")
	if all := setting.Fields(&s); s.Rate != 3 || !all[1].IsBool() || all[2].IsBool() {
		t.Errorf("%+v, %t, %t", s, all[1].IsBool(), all[2].IsBool())
	}
}
