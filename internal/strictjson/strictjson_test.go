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
