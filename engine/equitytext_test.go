package engine_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"gammonlab/engine"
	"gammonlab/internal/must"
)

// In JSON, an equity is a number of points, or a text.
func TestEquityJSON(t *testing.T) {
	for text, want := range map[string]engine.Equity{"0.01": 0.01, `"20mEq"`: 0.02, "2": 2, `"-0.5"`: -0.5} {
		var e engine.Equity
		must.OK(t, json.Unmarshal([]byte(text), &e))
		again := must.Get(json.Marshal(e))(t)
		if e != want || string(again) != fmt.Sprint(float64(want)) {
			t.Errorf("%s: %v, %s", text, e, again)
		}
	}
	for _, text := range []string{`"30"`, `"x"`, `true`} {
		if json.Unmarshal([]byte(text), new(engine.Equity)) == nil {
			t.Errorf("%s is read", text)
		}
	}
}

func TestParseEquity(t *testing.T) {
	for text, want := range map[string]float64{
		"0.008": 0.008, "8mEq": 0.008, " 12.5mEq": 0.0125, "0": 0, "0mEq": 0, "-0.02": -0.02, "-20mEq": -0.02, "1e-9": 1e-9, "1500mEq": 1.5, ".99": 0.99,
	} {
		if got, err := engine.ParseEquity(text); err != nil || got != want {
			t.Errorf("%q: %v, %v, want %v", text, got, err, want)
		}
		if again, err := engine.ParseEquity(engine.FormatEquity(want)); err != nil || again != want {
			t.Errorf("%v is written %q and read %v, %v", want, engine.FormatEquity(want), again, err)
		}
	}
	for text, want := range map[string]string{
		"30": `"30", want 30mEq for thousandths, or 30000mEq for points`, "-1": "want -1mEq", "": "want points such as 0.008", "8mE": "want points",
		"NaN": "want points", "inf": "want points", "mEq": "want points", "8 mEq": "want points", "8meq": "want points",
	} {
		must.Fail(t, must.Err(engine.ParseEquity(text)), want)
	}
}
