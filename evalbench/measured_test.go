package evalbench

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/internal/must"
)

// Errors are measured by class and kind, pooled over sets by their squares, and found again for
// positions.
func TestPartErrors(t *testing.T) {
	start := board.Backgammon.Start()
	race := must.Get(board.ParseID("2x0AAOi2AQAAAA", board.Backgammon))(t)
	back := must.Get(board.ParseID("sGfwATDgc/ABMA", board.Backgammon))(t)
	set := func(misses map[*board.Position]float32) *Answers {
		s := &LabelledSet{Name: "set"}
		var answers []engine.Probabilities
		for pos, miss := range misses {
			s.Rows = append(s.Rows, datasets.Row{Position: *pos, Class: engine.ClassOf(pos), Probabilities: engine.Probabilities{0.5}, EquityError: float32(math.NaN())})
			answers = append(answers, engine.Probabilities{0.5 + miss/2}) // the equity is off by miss
		}
		return NewAnswers(AnswersName("small", 0), s, answers, 0)
	}
	report := ValuesReport{set(map[*board.Position]float32{&start: 0.03, &race: 0.01}), set(map[*board.Position]float32{&start: 0.04, &back: 0.05})}
	text := must.Get(json.Marshal(report))(t)
	e := must.Get(ReadPartErrors("errors.json", bytes.NewReader(text), "small", 0))(t)
	if p := e.Of(&start, engine.Contact); p == nil || p.Part != "opening" || p.N != 3 || math.Abs(p.RMSE-math.Sqrt((9+16+25)/3.0)/100) > 1e-6 {
		t.Errorf("opening: %+v", p)
	}
	if p := e.Of(&race, engine.Race); p == nil || p.Part != "race" || p.N != 1 || math.Abs(p.RMSE-0.01) > 1e-6 {
		t.Errorf("race: %+v", p)
	}
	if p := e.Of(&race, engine.Bearoff2); p != nil {
		t.Errorf("an exact value has the error %+v", p)
	}
	for model, want := range map[string]string{"other": `no errors of "other, 0-ply" by class: it has those of "small, 0-ply"`} {
		_, err := ReadPartErrors("errors.json", bytes.NewReader(text), model, 0)
		must.Fail(t, err, want)
	}
	_, err := ReadPartErrors("errors.json", strings.NewReader(`[{"model": "small, 0-ply", "parts": [{"part": "race", "positions": 1, "equity_rmse": -1}]}]`), "small", 0)
	must.Fail(t, err, "errors.json: [0].parts[0]")
	_, err = ReadPartErrors("errors.json", strings.NewReader(`{}`), "small", 0)
	must.Fail(t, err, "errors.json: line 1")
}

// A kind with a larger error than its class counts.
func TestPartErrorOfKind(t *testing.T) {
	e := &PartErrors{partSums{}}
	e.of.add("contact", 100, 0.02*0.02)
	e.of.add(string(board.Backgame), 10, 0.05*0.05)
	game := board.Backgammon.Start()
	game.Own[6], game.Own[22] = 3, 2 // a second anchor
	if p := e.Of(&game, engine.Contact); !board.Backgame.Of(&game) || p.Part != "backgame" {
		t.Errorf("%+v", p)
	}
}

func FuzzReadPartErrors(f *testing.F) {
	for _, text := range []string{"", "[]", `[{"model": "m, 0-ply", "parts": [{"part": "race", "positions": 3, "equity_rmse": 0.01}]}]`, `[{"model": "m, 0-ply", "parts": [{}]}]`} {
		f.Add(text)
	}
	start := board.Backgammon.Start()
	f.Fuzz(func(t *testing.T, text string) {
		e, err := ReadPartErrors("FILE", strings.NewReader(text), "m", 0)
		if err != nil {
			return
		}
		if p := e.Of(&start, engine.Contact); p != nil && !(p.RMSE >= 0 && p.RMSE <= mostEquityError) {
			t.Errorf("%s: %+v", text, p)
		}
	})
}
