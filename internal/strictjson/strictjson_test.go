package strictjson_test

import (
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/strictjson"
)

func TestUnmarshal(t *testing.T) {
	var v struct{ Seed int }
	must.OK(t, strictjson.Unmarshal([]byte(` {"seed": 7} `), &v))
	if v.Seed != 7 {
		t.Errorf("got %+v, want the seed 7", v)
	}
	for text, want := range map[string]string{
		`{"seed": 7, "sead": 8}`: `unknown field "sead"`,
		`{"seed": 7} {}`:         "more follows after the value",
		`{"seed": 7}}`:           "more follows after the value",
		`{"seed": "7"}`:          "cannot unmarshal string",
		``:                       "EOF",
	} {
		must.Fail(t, strictjson.Unmarshal([]byte(text), &v), want, text)
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
