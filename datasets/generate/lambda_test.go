package generate_test

import (
	"encoding/json"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets/generate"
	"gammonlab/internal/must"
)

func TestParseLambda(t *testing.T) {
	for _, text := range []string{"0.7", "0", "1", "0.8,backgame=0.97", "0.8,backgame=1,stuck=0.9"} {
		l, err := generate.ParseLambda(text)
		if err != nil || l.String() != text {
			t.Errorf("%q is read as %v, error %v", text, l, err)
		}
		data, err := json.Marshal(l)
		var again generate.Lambda
		if err == nil {
			err = json.Unmarshal(data, &again)
		}
		if err != nil || again.String() != text {
			t.Errorf("%q comes back from JSON %s as %v, error %v", text, data, again, err)
		}
	}
	for text, want := range map[string]string{
		"":                         "want a number",
		"high":                     "want a number",
		"backgame=1":               "want a number, optionally followed by KIND=NUMBER",
		"0.7,0.8":                  "want a number, optionally followed by KIND=NUMBER",
		"0.7,ace=1":                `unknown kind "ace"`,
		"0.7,backgame=1.5":         "λ of backgame is 1.5, want 0 to 1",
		"0.7,stuck=NaN":            "λ of stuck is NaN",
		"0.7,stuck=0.9,stuck=0.95": "λ of stuck is given twice",
		"-0.1":                     "λ is -0.1, want 0 to 1",
	} {
		must.Fail(t, must.Err(generate.ParseLambda(text)), want, text)
	}
}

// The λ of a position is that of its kind; if it has several kinds, the first
// one in the list counts.
func TestLambdaOf(t *testing.T) {
	l := must.Get(generate.ParseLambda("0.5,backgame=0.9,stuck=0.8"))(t)
	anchors, back := board.Backgammon.Start(), board.Backgammon.Start()
	anchors.Own[24], anchors.Own[22], anchors.Own[13] = 2, 3, 2
	back.Own[24], back.Own[13] = 5, 2
	for name, c := range map[string]struct {
		pos  board.Position
		want float64
	}{
		"the opening": {board.Backgammon.Start(), 0.5}, "two anchors, five checkers back": {anchors, 0.9},
		"five checkers back": {back, 0.8}, "five checkers back, opponent on roll": {back.Swap(), 0.8},
	} {
		if got := l.Of(&c.pos); got != c.want {
			t.Errorf("%s: λ %v, want %v", name, got, c.want)
		}
	}
}
