package advice_test

import (
	"math"
	"testing"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/search"
	"gammonlab/internal/must"
)

// alternatives returns the cube alternatives of the equities, with the equity
// of the best actions of both sides.
func alternatives(noDouble, take float64) cube.Alternatives {
	a := cube.Alternatives{NoDouble: noDouble, DoubleTake: take, DoublePass: 1, Optimal: noDouble}
	if take >= noDouble && 1 >= noDouble {
		a.Optimal = min(take, 1)
	}
	return a
}

func TestDoubles(t *testing.T) {
	for _, tt := range []struct {
		name           string
		noDouble, take float64
		beaver, turned bool
		fault          advice.Fault
		lost           float64
		close          bool
	}{
		{"no double, far", 0.1, -0.3, false, false, advice.NoFault, 0, false},
		{"no double, close", 0.5, 0.35, false, false, advice.NoFault, 0, true},
		{"no double, beyond the limit", 0.5, 0.339, false, false, advice.NoFault, 0, false},
		{"missed double", 0.7, 0.8, false, false, advice.MissedDouble, 0.1, true},
		{"missed cash", 0.9, 1.2, false, false, advice.MissedCash, 0.1, true},
		{"too good", 1.2, 1.5, false, false, advice.NoFault, 0, false},
		{"too good, close", 1.1, 1.5, false, false, advice.NoFault, 0, true},
		{"doubled well", 0.7, 0.8, false, true, advice.NoFault, 0, true},
		{"cashed", 0.9, 1.2, false, true, advice.NoFault, 0, true},
		{"doubled early", 0.5, 0.3, false, true, advice.WrongDouble, 0.2, false},
		{"lost a gammon", 1.2, 1.5, false, true, advice.LostGammon, 0.2, false},
		{"too good, but the opponent would take", 1.2, 0.9, false, true, advice.LostGammon, 0.3, false},
		{"doubled into a beaver", 0.1, -0.3, true, true, advice.WrongDouble, 0.7, false},
		{"right double in spite of a beaver", -0.5, -0.2, true, false, advice.MissedDouble, 0.1, true},
		{"a double without a beaver", 0.7, 0.8, true, false, advice.MissedDouble, 0.1, true},
	} {
		e := alternatives(tt.noDouble, tt.take)
		d := advice.WeighDouble(&e, tt.beaver)
		if got := d.Fault(tt.turned); got != tt.fault || math.Abs(d.Lost(tt.turned)-tt.lost) > 1e-12 || d.Close(advice.CloseWithin) != tt.close {
			t.Errorf("%s: %q that costs %v, close %v; want %+v", tt.name, got, d.Lost(tt.turned), d.Close(advice.CloseWithin), tt)
		}
	}
}

// The costs of answers to a double, including a beaver, and of the doubler's
// answer to the beaver.
func TestAnswers(t *testing.T) {
	for _, tt := range []struct {
		take                 float64 // for the doubler
		byDoubler, mayBeaver bool
		answer, best         game.Answer
		fault                advice.Fault
		lost                 float64
	}{
		{0.8, false, false, game.Take, game.Take, advice.NoFault, 0},
		{0.8, false, true, game.Beaver, game.Take, advice.WrongBeaver, 0.8},
		{0.8, false, false, game.Drop, game.Take, advice.WrongPass, 0.2},
		{1.3, false, false, game.Take, game.Drop, advice.WrongTake, 0.3},
		{1.3, false, true, game.Drop, game.Drop, advice.NoFault, 0},
		{1, false, false, game.Drop, game.Take, advice.NoFault, 0},
		{-0.3, false, true, game.Take, game.Beaver, advice.MissedBeaver, 0.3},
		{-0.3, false, false, game.Take, game.Take, advice.NoFault, 0},
		{-2.5, false, true, game.Take, game.Beaver, advice.MissedBeaver, 2.5},
		{-0.3, true, true, game.Beaver, game.Take, advice.WrongBeaver, 0.3},
		{-1.3, true, true, game.Take, game.Drop, advice.WrongTake, 0.3},
		{0.3, true, true, game.Take, game.Beaver, advice.MissedBeaver, 0.3},
	} {
		e := alternatives(0.5, tt.take)
		a := advice.WeighAnswers(&e, tt.byDoubler, tt.mayBeaver)
		if a.Best() != tt.best || a.Fault(tt.answer) != tt.fault || math.Abs(a.Lost(tt.answer)-tt.lost) > 1e-12 {
			t.Errorf("best %v, %q that costs %v, want %+v", a.Best(), a.Fault(tt.answer), a.Lost(tt.answer), tt)
		}
	}
}

// An adviser answers doubles and beavers by the equity of the position.
func TestAnswersToDoubles(t *testing.T) {
	a := advice.OfStatic(engine.NewStatic(enginetest.RandomStatic(t, 10, 1).Model(), enginetest.Databases(t, 3, 6)), advice.Options{Beavers: true})
	lead := board.Position{Own: board.Side{board.Off: 10, 1: 5}, Opp: board.Side{6: 15}} // of the player on roll
	for _, c := range []struct {
		name     string
		pos      board.Position
		cube     int
		beavered bool // the doubler must answer
		beaver   bool
		want     game.Answer
	}{
		{"far behind", lead, 1, false, true, game.Drop},
		{"far ahead", lead.Swap(), 1, false, true, game.Beaver},
		{"far ahead, no beavers", lead.Swap(), 1, false, false, game.Take},
		{"beavered ahead", lead, 2, true, true, game.Beaver},
		{"beavered behind", lead.Swap(), 2, true, true, game.Drop},
	} {
		m := board.NewMatch(0)
		m.Cube, m.Doubled, m.Turn = c.cube, true, m.Roller.Opponent()
		if c.beavered {
			m.Owner, m.Turn = m.Roller.Opponent(), m.Roller
		}
		answers := must.Get(a.Answer(t.Context(), &c.pos, &m, c.beaver))(t)
		if got := answers.Best(); got != c.want {
			t.Errorf("%s: %v of %+v, want %v", c.name, got, answers, c.want)
		}
	}
}

// An adviser resigns games that are lost by the database, for as few points as
// possible.
func TestResign(t *testing.T) {
	a := advice.OfStatic(engine.NewStatic(enginetest.RandomStatic(t, 10, 1).Model(), enginetest.Databases(t, 3, 6)), advice.Options{})
	one := board.Side{board.Off: 14, 1: 1}
	for _, c := range []struct {
		name   string
		own    board.Side
		length int
		jacoby bool
		want   int
	}{
		{"lost", board.Side{board.Off: 5, 1: 5, 6: 5}, 0, false, 1},
		{"a gammon, perhaps", board.Side{6: 15}, 0, false, 0},
		{"a gammon, Jacoby rule", board.Side{6: 15}, 0, true, 1},
		{"a gammon, in a match to 1", board.Side{6: 15}, 1, false, 1},
		{"one roll left", board.Side{board.Off: 13, 1: 2}, 0, false, 0},
		{"not in a database", board.Side{7: 15}, 0, false, 0},
	} {
		m := board.NewMatch(c.length)
		m.Jacoby = c.jacoby
		st := must.Get(a.Stakes(&m))(t)
		if got := a.Resign(&board.Position{Own: c.own, Opp: one}, st); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
	st := must.Get(a.StakesOf(cube.Money(false, false)))(t)
	for kind, want := range map[int]bool{1: false, 2: true, 3: true} {
		if got := advice.NewResignation(st, -1.3, kind).Accept(0.05); got != want {
			t.Errorf("a game worth -1.3 given up as %d: accepted %v", kind, got)
		}
	}
}

// The play that was made and the best one are searched to the full depth, with any
// filter, and the list stays in order; the cost of a play is that of a search
// without a filter.
func TestCompare(t *testing.T) {
	filter := must.Get(search.ParseFilter("0/2/0.02:skip"))(t)
	narrow := must.Get(search.New(enginetest.RandomStatic(t, 10, 1), search.Options{Depth: search.Depth{Plies: 1, Filter: filter}}))(t)
	full := must.Get(search.New(enginetest.RandomStatic(t, 10, 1), search.Options{Depth: search.Depth{Plies: 1}}))(t)
	a, wide := advice.New(narrow, advice.Options{}), advice.New(full, advice.Options{})
	for k, st := range stakesOf(t) {
		for i, pos := range enginetest.Positions(8, 31) {
			plays := board.Plays(pos, board.Rolls[i%21])
			if len(plays) < 3 {
				continue
			}
			all := must.Get(wide.Rank(t.Context(), &pos, plays, st))(t)
			worth := map[board.Position]float64{}
			for _, c := range all {
				worth[c.Play.Result] = c.Equity
			}
			made := &plays[(5*i)%len(plays)].Result
			c := must.Get(a.Compare(t.Context(), &pos, plays, made, st))(t)
			best, played := &c.List[0], &c.List[c.Made]
			if len(c.List) != len(plays) || played.Play.Result != *made || c.Made > 0 && min(best.Plies, played.Plies) < 1 {
				t.Fatalf("stakes %d, %s: %+v", k, pos.ID(), c)
			}
			if want := max(0, worth[best.Play.Result]-worth[*made]); math.Abs(c.Lost-want) > 1e-6 {
				t.Errorf("stakes %d, %s: lost %v, want %v", k, pos.ID(), c.Lost, want)
			}
			for j := 1; j < len(c.List); j++ {
				if x, y := &c.List[j-1], &c.List[j]; x.Plies < y.Plies || x.Plies == y.Plies && x.Value < y.Value-1e-6 {
					t.Errorf("stakes %d, %s: candidate %d is out of order", k, pos.ID(), j)
				}
			}
		}
	}
}

// Without a cube the score of a match still has an effect: at double match
// point gammons have no value.
func TestNoCube(t *testing.T) {
	a := advice.OfStatic(enginetest.RandomStatic(t, 10, 1), advice.Options{NoCube: true})
	m := board.NewMatch(1)
	st := must.Get(a.Stakes(&m))(t)
	differs := 0
	for i, pos := range enginetest.Positions(30, 3) {
		plays := board.Plays(pos, board.Rolls[i%21])
		if len(plays) == 0 {
			continue
		}
		ranked := must.Get(a.Rank(t.Context(), &pos, plays, st))(t)
		for j := range ranked {
			if c := &ranked[j]; math.Abs(c.Value-float64(c.Probabilities[engine.Win])) > 1e-6 || c.Value > ranked[0].Value {
				t.Errorf("%s: %+v", pos.ID(), c)
			}
		}
		if best, err := a.Best(t.Context(), &pos, plays, nil); err != nil || plays[best].Result != ranked[0].Play.Result {
			differs++
		}
	}
	if differs == 0 {
		t.Error("the score changes no play")
	}
}
