package reason_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/reason"
	"gammonlab/internal/must"
	"gammonlab/internal/seed"
	"gammonlab/nets"
)

// states are the cubes and scores of the errors: money games with and without gammons that count,
// and a match in which a gammon wins for one side only.
var states = []cube.State{
	cube.Money(false, false), cube.Money(true, true),
	{Cube: 1, Length: 7, OwnAway: 2, OppAway: 4}, {Cube: 2, Owner: cube.Player, Length: 7, OwnAway: 5, OppAway: 3},
}

// wrong plays games on, from position to position.
type wrong struct {
	rng *rand.Rand
	pos board.Position
}

// next returns a roll and its plays in the next position with a choice.
func (w *wrong) next() (board.Roll, []board.Play) {
	for {
		if w.pos.Result() != 0 || w.pos == (board.Position{}) {
			w.pos = board.Backgammon.Start()
		}
		roll := board.Roll{uint8(1 + w.rng.IntN(6)), uint8(1 + w.rng.IntN(6))}
		plays := board.Plays(w.pos, roll)
		if len(plays) > 1 {
			return roll, plays
		}
		if w.pos = w.pos.Swap(); len(plays) == 1 {
			w.pos = plays[0].Result
		}
	}
}

// TestErrorsOfPlay makes 300 errors in games of a player that errs, at all stakes. No reason may
// contradict the outcomes, and the opposite comparison has none.
func TestErrorsOfPlay(t *testing.T) {
	adviser := advice.OfStatic(enginetest.Shipped(t, "fast"), advice.Options{})
	w := wrong{rng: rand.New(seed.Stream(7, 1))}
	given, signs := 0, map[string]int{}
	for n := 0; n < 300; {
		roll, plays := w.next()
		st := must.Get(adviser.StakesOf(states[n%len(states)]))(t)
		d := must.Get(adviser.DecideAmong(t.Context(), &w.pos, roll, plays, st))(t)
		best, other := &d.Moves[0], &d.Moves[min(len(d.Moves)-1, 1+w.rng.IntN(6))]
		if best.Worth()-other.Worth() >= 0.02 {
			n++
			r := reason.OfPlay(&w.pos, st, best, other)
			check(t, st, best, other, &r, signs)
			if r.String() != "" {
				given++
			}
			if back := reason.OfPlay(&w.pos, st, other, best); back.String() != "" {
				t.Errorf("%s is better than %s: %v", other.Move, best.Move, back.String())
			}
		}
		w.pos = best.Play.Result
		if w.rng.IntN(4) == 0 { // so that positions of poor players occur, too
			w.pos = other.Play.Result
		}
	}
	if given < 200 || len(signs) < 8 {
		t.Errorf("%d of 300 errors have a reason, with the signs %v", given, signs)
	}
	t.Logf("%d of 300 errors have a reason; signs %v", given, signs)
}

// check compares the quantities with the evaluations and with the boards.
func check(t *testing.T, st *cube.Stakes, best, other *advice.Choice, r *reason.Reason, signs map[string]int) {
	t.Helper()
	prices := st.Prices()
	p, q := best.Probabilities(), other.Probabilities()
	if len(r.Gains) > 0 && prices.Utility(&p) <= prices.Utility(&q) {
		t.Errorf("%s: the outcomes of %s are no better than those of %s", r, best.Move, other.Move)
	}
	worth := map[string]struct {
		index int
		value float64
	}{
		"wins": {engine.Win, 2}, "gammons won": {engine.WinGammon, prices.WinGammon}, "backgammons won": {engine.WinBackgammon, prices.WinBackgammon},
		"gammons lost": {engine.LoseGammon, -prices.LoseGammon}, "backgammons lost": {engine.LoseBackgammon, -prices.LoseBackgammon},
	}
	for _, g := range r.Gains {
		w, known := worth[g.Name]
		part := w.value * float64(p[w.index]-q[w.index])
		if cost := float64(best.Worth() - other.Worth()); !known || !g.Holds() || part < 0.29*cost {
			t.Errorf("%s against %s: %q explains %.3f of %.3f", best.Move, other.Move, g.Name, part, cost)
		}
	}
	for _, s := range r.Signs {
		signs[s.Name]++
		if got, want := [2]float64{s.Best, s.Other}, [2]float64{value(s.Name, best), value(s.Name, other)}; !s.Holds() || want[0] >= 0 && got != want {
			t.Errorf("%s against %s: %q is %v, counted %v", best.Move, other.Move, s.Name, got, want)
		}
	}
}

// value counts a sign after a play in another way than the package, -1 for those that it does not
// count.
func value(sign string, c *advice.Choice) float64 {
	after := &c.Play.Result
	n := 0
	switch sign {
	case "hits":
		n = int(after.Own[board.Bar])
	case "shots", "dances":
		for a := uint8(1); a <= 6; a++ {
			for b := uint8(1); b <= 6; b++ {
				plays := board.Plays(*after, board.Roll{a, b})
				hit := false
				for _, p := range plays {
					hit = hit || strings.Contains(board.FormatPlay(*after, p), "*")
				}
				if sign == "shots" && hit || sign == "dances" && len(plays) == 0 {
					n++
				}
			}
		}
	case "home points", "anchors":
		for p, checkers := range after.Opp[:board.Bar] {
			if checkers > 1 && (sign == "home points" && p >= 1 && p <= 6 || sign == "anchors" && p >= 19 && p <= 22) {
				n++
			}
		}
	case "back checkers":
		for p := 19; p <= board.Bar; p++ {
			n += int(after.Opp[p])
		}
	default:
		return -1
	}
	return float64(n)
}

func TestPlay(t *testing.T) {
	adviser := advice.OfStatic(enginetest.Shipped(t, nets.DefaultNet), advice.Options{})
	for _, c := range []struct{ id, dice, other, want string }{
		{"4HPwATDgc/ABMA", "31", "24/20", "makes the 5-point"},
		{"4HPwATDgc/ABMA", "64", "8/2 8/4", ""},
	} {
		pos := must.Get(board.ParseID(strings.Split(c.id, ":")[0], board.Backgammon))(t)
		roll := must.Get(board.ParseRoll(c.dice))(t)
		st := must.Get(adviser.StakesOf(cube.Money(true, true)))(t)
		d := must.Get(adviser.Decide(t.Context(), &pos, roll, st))(t)
		for i := range d.Moves {
			if d.Moves[i].Move == c.other {
				r := reason.OfPlay(&pos, st, &d.Moves[0], &d.Moves[i])
				if got := r.String(); !strings.Contains(got, c.want) || got == "" {
					t.Errorf("%s: %s against %s: %q, want %q in it", c.dice, d.Moves[0].Move, c.other, got, c.want)
				}
			}
		}
	}
}

// TestCube turns each decision of a game into its fault: the reason, if there is one, is on the
// right side of its bound.
func TestCube(t *testing.T) {
	adviser := advice.OfStatic(enginetest.Shipped(t, "fast"), advice.Options{})
	w := wrong{rng: rand.New(seed.Stream(7, 2))}
	given := map[advice.Fault]int{}
	for n := 0; n < 80; n++ {
		_, plays := w.next()
		st := must.Get(adviser.StakesOf(states[n%len(states)]))(t)
		doubling := must.Get(adviser.Double(t.Context(), &w.pos, st))(t)
		v := doubling.Verdict(st)
		double := advice.WeighDouble(&v.Alternatives, false)
		answers := advice.WeighAnswers(&v.Alternatives, false, false)
		losers := adviser.MarketLosers(&w.pos, st)
		if losers < 0 || losers > 1 {
			t.Fatalf("market losers %v", losers)
		}
		for fault, lost := range map[advice.Fault]float64{
			double.Fault(true): double.Lost(true), double.Fault(false): double.Lost(false),
			answers.Fault(game.Take): answers.Lost(game.Take), answers.Fault(game.Drop): answers.Lost(game.Drop),
		} {
			if lost < 0.02 {
				continue
			}
			r := reason.OfCube(v, st, fault, &losers)
			for _, q := range r.Gains {
				given[fault]++
				if !q.Holds() {
					t.Errorf("%v: %s: %v against %v", fault, r.String(), q.Best, q.Other)
				}
			}
		}
		w.pos = plays[w.rng.IntN(len(plays))].Result
	}
	for _, fault := range []advice.Fault{advice.WrongTake, advice.WrongPass, advice.MissedDouble, advice.WrongDouble, advice.MissedCash} {
		if given[fault] == 0 {
			t.Errorf("no %v has a reason: %v", fault, given)
		}
	}
	t.Logf("reasons %v", given)
}
