package strictjson_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/strictjson"
)

// head is embedded, as in the documents of runs.
type head struct {
	Format string `json:"format,omitempty"`
}

// rate reads itself from its text.
type rate string

func (r *rate) UnmarshalText(text []byte) error {
	if *r = rate(text); *r == "x" {
		return fmt.Errorf("bad rate %q", text)
	}
	if *r == "eof" {
		return io.EOF
	}
	return nil
}

// pools read themselves from JSON with this package.
type pools []struct {
	Weight int `json:"weight"`
}

func (p *pools) UnmarshalJSON(text []byte) error {
	type plain pools
	return strictjson.Unmarshal(text, (*plain)(p))
}

// layers read themselves from JSON.
type layers map[string]string

func (l *layers) UnmarshalJSON(text []byte) error {
	if json.Unmarshal(text, (*map[string]string)(l)) != nil {
		return fmt.Errorf("layers are %s, want text", text)
	}
	return nil
}

type net struct {
	Hidden []int   `json:"hidden"`
	Size   [2]int8 `json:"size"`
}

type document struct {
	head
	Seed  int            `json:"seed"`
	Count uint8          `json:"count"`
	Share float32        `json:"share"`
	Keep  *bool          `json:"keep"`
	Rate  rate           `json:"rate"`
	Nets  []net          `json:"nets"`
	Start pools          `json:"start"`
	Deep  layers         `json:"deep"`
	By    map[int]string `json:"by"`
	Of    map[string]net `json:"of"`
	Any   any            `json:"any"`
	None  string         `json:"-"`
}

func TestUnmarshal(t *testing.T) {
	var v document
	text := `{"format": "a", "SEED": 7, "count": 255, "share": 1e3, "keep": null, "rate": "y", "nets": [{"hidden": [1, 2]}, null],
		"start": [{"weight": 1}], "deep": {"a": "1", "A": "2"}, "by": {"3": "{\"x\": 1, \"x\": 2}"}, "of": {"x": {}, "X": {}}, "any": {"x": [{"y": 1}, {"y": 1}]}} `
	must.OK(t, strictjson.Unmarshal([]byte(text), &v))
	if v.Format != "a" || v.Seed != 7 || v.Rate != "y" || len(v.Nets) != 2 || v.Start[0].Weight != 1 || v.Deep["A"] != "2" || v.Of["X"].Hidden != nil {
		t.Errorf("got %+v", v)
	}
}

// Errors about a file name the line and the field, others the field. In the texts, each ; is
// the end of a line.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		text, want string
		line       int
	}{
		{``, "the JSON text is empty", 1},
		{`;;`, "the JSON text is empty", 1},
		{`{;"seed": 7`, "the JSON text is incomplete", 2},
		{`{;"seed": 7,;}`, "invalid character '}' looking for beginning of object key string", 3},
		{`{};;{}`, "more follows after the value", 3},
		{`{"seed": 7}}`, "more follows after the value", 1},
		{`;[]`, "found a list, want an object", 2},
		{`7`, "found 7, want an object", 1},
		{`{"seed": 7,;"sead": 8}`, `sead: unknown field "sead"; did you mean seed?`, 2},
		{`{"None": ""}`, `None: unknown field "None"`, 1},
		{`{"nets": [;{},;{"hiden": 5}]}`, `nets.1.hiden: unknown field "hiden"; did you mean hidden?`, 3},
		{`{;"seed":; "7"}`, `seed: found "7", want a whole number`, 2},
		{`{"seed": 1.5}`, "seed: found 1.5, want a whole number without point or exponent", 1},
		{`{"seed": 9223372036854775808}`, "seed: found 9223372036854775808, want a whole number from -9223372036854775808 to 9223372036854775807", 1},
		{`{"count": -1}`, "count: found -1, want a whole number from 0 to 255", 1},
		{`{"share": 1e40}`, "share: found 1e40, want a number that 32 bits can hold", 1},
		{`{"share": true}`, "share: found true, want a number", 1},
		{`{"keep": 1}`, "keep: found 1, want true or false", 1},
		{`{"format": 1}`, "format: found 1, want text in quotes", 1},
		{`{"rate": 0.5}`, "rate: found 0.5, want text in quotes", 1},
		{`{;"rate": "x"}`, `rate: bad rate "x"`, 2},
		{`{"rate": "eof"}`, "rate: EOF", 1},
		{`{"nets": {"hidden": 3}}`, "nets: found an object, want a list", 1},
		{`{"nets": [{},; 7]}`, "nets.1: found 7, want an object", 2},
		{`{"nets": [{"hidden": [1,;2,;"3"]}]}`, `nets.0.hidden.2: found "3", want a whole number`, 3},
		{`{"nets": [{"size": [1,;128]}]}`, "nets.0.size.1: found 128, want a whole number from -128 to 127", 2},
		{`{"start": [;{"weight": 1},;{"weight": "2"}]}`, `start.1.weight: found "2", want a whole number`, 3},
		{`{"start":; 7}`, "start: found 7, want a list", 2},
		{`{"deep": {"a": 12}}`, `deep: layers are {"a": 12}, want text`, 1},
		{`{"by": {"1": "",;"x": ""}}`, `by.x: found the key "x", want a whole number`, 2},
		{`{"of": {;"a.b": {"hidden": 3}}}`, "of.a.b.hidden: found 3, want a list", 2},
		{`{"seed": 7,;"seed": 7}`, "seed: repeated field, first in line 1", 2},
		{`{"seed": 7, "Seed": 7}`, "Seed: repeated field", 1},
		{`{"seed": 7, "s\u0065ed": 7}`, "seed: repeated field", 1},
		{`{"deep": {"a": "12", "a": "13"}}`, "deep.a: repeated field", 1},
		{`{"any": [{"x":;{"y": 1,;"y": 2}}]}`, "any.0.x.y: repeated field, first in line 2", 3},
		{`{"any": 1, "nets": [{"hidden": null, "hidden": [1]}]}`, "nets.0.hidden: repeated field", 1},
		{`{"seed": "7",;"count": "7"}`, `seed: found "7", want a whole number`, 1},
	} {
		text := []byte(strings.ReplaceAll(c.text, ";", "\n"))
		plain, file := strictjson.Unmarshal(text, new(document)), strictjson.UnmarshalFile(text, new(document))
		if plain == nil || file == nil || plain.Error() != c.want || file.Error() != fmt.Sprintf("line %d: %s", c.line, c.want) {
			t.Errorf("%s: got\n%v and\n%v, want line %d and\n%s", c.text, plain, file, c.line, c.want)
		}
	}
	if err := strictjson.Unmarshal([]byte(`{"rate": "eof"}`), new(document)); !errors.Is(err, io.EOF) {
		t.Errorf("the cause is lost: %v", err)
	}
}

// UnmarshalPart ignores unknown fields, and has the other errors of UnmarshalFile.
func TestUnmarshalPart(t *testing.T) {
	var v document
	if err := strictjson.UnmarshalPart([]byte(`{"more": {"x": "y"}, "seed": 7}`), &v); err != nil || v.Seed != 7 {
		t.Errorf("got %+v, %v", v, err)
	}
	for text, want := range map[string]string{
		"{\"more\": 1,\n\"seed\": \"7\"}":                   `line 2: seed: found "7", want a whole number`,
		"{\"more\": 1,\n\"more\": 1}":                       "line 2: more: repeated field, first in line 1",
		"{\"nets\": [{\"more\": 1,\n\"hidden\": [\"7\"]}]}": `line 2: nets.0.hidden.0: found "7", want a whole number`,
	} {
		if err := strictjson.UnmarshalPart([]byte(text), &v); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

func TestLine(t *testing.T) {
	text := []byte("{\n  \"seed\": 7, \"Rate\": 1,\n  \"train\": {\n    \"rate\": [1,\n 2]},\n  \"nets\": [\n{\"a\": {}},\n {\"hidden\":\n 5}]\n}")
	for path, want := range map[string]int{
		"seed": 2, "rate": 2, "train": 3, "train.rate": 4, "train.rate.1": 5, "nets.1": 8, "nets.1.hidden": 8,
		"hidden": 0, "seed.x": 0, "nets.0.hidden": 0, "nets.2": 0, "train.rate.x": 0, "": 0,
	} {
		if got := strictjson.Line(text, path); got != want {
			t.Errorf("%q: line %d, want %d", path, got, want)
		}
	}
	for _, damaged := range []string{"", "7", `{"a"`, `{"a": 1, x`, `[1, 2`} {
		if got := strictjson.Line([]byte(damaged), "b.c"); got != 0 {
			t.Errorf("%q: line %d, want none", damaged, got)
		}
	}
}

// FuzzUnmarshal reads any text. An error has the line that Line finds, and a text without
// one is JSON that reads the same when encoding/json reads it.
func FuzzUnmarshal(f *testing.F) {
	f.Add([]byte(`{"format": "a", "seed": 7, "nets": [{"hidden": [1,` + "\n" + `"2"]}], "by": {"1": ""}}`))
	f.Add([]byte(`{"start": [{"weight": 1, "weight": 2}], "deep": {"a": ""}, "rate": "x"} {}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var got, want document
		err := strictjson.UnmarshalFile(text, &got)
		plain := json.Unmarshal(text, &want)
		if err == nil {
			if plain != nil || string(must.Get(json.Marshal(got))(t)) != string(must.Get(json.Marshal(want))(t)) {
				t.Errorf("%s: got %+v, want %+v, %v", text, got, want, plain)
			}
			return
		}
		var e *strictjson.Error
		if !errors.As(err, &e) || e.Line < 1 || e.Line > 1+strings.Count(string(text), "\n") {
			t.Fatalf("%q: %v", text, err)
		}
		if json.Valid(text) && e.Field != "" && !strings.Contains(e.Error(), "repeated") && strictjson.Line(text, e.Field) == 0 && !strings.Contains(string(text), ".") {
			t.Errorf("%q: %v is in no line", text, err)
		}
	})
}
