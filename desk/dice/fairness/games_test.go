package fairness

import (
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine/advice"
	"gammonlab/engine/enginetest"
	"gammonlab/internal/must"
)

// The first rolls of games stand apart, doubles among them in no test, and dice that
// were thrown once count once.
func TestGamesCountEachRollOnce(t *testing.T) {
	const o, x = board.PlayerO, board.PlayerX
	start := board.Backgammon.Start()
	move := func(p board.Player, a, b uint8) record.Action {
		return record.Action{Kind: record.Move, Player: p, Roll: board.Roll{a, b}}
	}
	rolled := func(p board.Player, a, b uint8) record.Action {
		return record.Action{Kind: record.Rolled, Player: p, Roll: board.Roll{a, b}}
	}
	m := &record.Match{Names: [2]string{"Ada", ""}}
	for _, actions := range [][]record.Action{
		{move(o, 3, 1), move(x, 6, 6), {Kind: record.Move, Player: o}, {Kind: record.Double, Player: x}, {Kind: record.Take, Player: o}, move(x, 2, 1)},
		{move(x, 5, 5), move(o, 4, 1)}, // doubles at once: custom rules
		{rolled(o, 6, 2), move(o, 6, 2), rolled(x, 5, 2)},
		{{Kind: record.SetBoard, Player: x, Board: &start}, move(x, 4, 4), rolled(o, 3, 2), {Kind: record.Resign, Player: o, Value: 1}},
	} {
		m.AddGame().Actions = actions
	}
	var g Games
	must.OK(t, g.Add(m, nil))
	r := g.Report("test", 1)
	if r.LeftOut != 1 || r.Others != 1 || g.Games != 4 || g.Records != 1 || len(r.Groups) != 2 {
		t.Fatalf("got %+v of %+v", r, g)
	}
	all, first := r.Groups[0], r.Groups[1]
	if all.Rolls != 6 || all.Openings != 2 || first.Player != "X" || first.Rolls != 4 || first.Openings != 0 {
		t.Errorf("got %+v, %+v", all, first)
	}
	for _, roll := range []board.Roll{{6, 6}, {2, 1}, {4, 1}, {5, 2}, {4, 4}, {3, 2}} {
		if n := all.Kinds[roll.Index()]; n != 1 {
			t.Errorf("%v is counted %d times", roll, n)
		}
	}
}

// The luck is that of the adviser, over the rolls that do not begin a game, as far as
// the play is legal.
func TestGamesFindTheLuck(t *testing.T) {
	m := must.Get(record.ReadMat("game", strings.NewReader(`5 point match

 Game 1
 Ada : 0                             Bob : 0
  1) 31: 8/5 6/5                     66: 24/18 24/18 13/7 13/7
  2) 42: 8/4 6/4                     21: 13/11 6/5
  3) 55: 13/8 13/8 6/1 6/1           65: 9/9
`)))(t)
	adviser := advice.OfStatic(enginetest.RandomStatic(t, 10, 1), advice.Options{})
	var g Games
	must.OK(t, g.Add(m, adviser))
	if g.all.lucky < 2 || g.all.lucky >= g.all.Rolls() || g.all.Rolls() != 5 {
		t.Fatalf("luck of %d of %d rolls", g.all.lucky, g.all.Rolls())
	}
	want := 0.0
	for r := m.Replay(0); r.Next(); {
		if r.Index == 0 {
			continue
		}
		stakes := must.Get(adviser.Stakes(&r.Match))(t)
		want += advice.NewAmount(stakes, adviser.LuckOf(&r.Position, r.Match.Dice, stakes, advice.NotOpening)).Equity
	}
	if got := g.all.luck; got-want > 1e-9 || want-got > 1e-9 {
		t.Errorf("luck %v, want %v", got, want)
	}
}
