package cube_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/internal/must"
	"gammonlab/internal/seed"
)

// manualChances are those of the example in gnubg's manual, "Cubeful equities".
var manualChances = engine.Probabilities{0.454, 0.103, 0.001, 0.106, 0.003}

// near fails unless got is want up to half a unit of the last digit that the
// manual prints.
func near(t *testing.T, what string, got, want, half float64) {
	t.Helper()
	if !(math.Abs(got-want) <= half*1.0001) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// The manual: cubeless -0.097, live -0.157, cubeful -0.138. Its average loss of
// 1.196 takes the losses for 0.556 of the games; the right one is 1.200, by which
// the values are -0.160 and -0.140.
func TestManualMoney(t *testing.T) {
	st := mustPrepare(t, cube.Money(false, false), nil)
	dead := st.Dead(&manualChances)
	near(t, "dead", dead, -0.097, 0.0005)
	near(t, "live", st.Live(&manualChances), -0.160, 0.0005)
	near(t, "cubeful", st.NoDouble(&cube.Leaf{Chances: manualChances, Efficiency: cube.Same(0.68)}), -0.140, 0.0005)

	s, own, opp := st.State(), cube.NewOutcomes(0.229, 0), cube.NewOutcomes(0.196, 0)
	window := cube.MoneyWindows(&s, &own, &opp)[1].Player
	live := -1 + 2*(float64(manualChances[engine.Win])-*window.Take)/(*window.Cash-*window.Take)
	near(t, "the manual's live", live, -0.157, 0.0005)
	near(t, "the manual's cubeful", 0.32*dead+0.68*live, -0.138, 0.0005)
}

// The manual: at 1-3 to 5 with a cube of 2, 60 percent wins, half of them gammons,
// and 10 percent gammons lost are 45 percent of the match without the cube.
func TestManualCubeless(t *testing.T) {
	s := cube.Match(5, 1, 3, false)
	s.Cube, s.Owner = 2, cube.Opponent
	st := mustPrepare(t, s, mustMET(t, cube.DefaultMET))
	near(t, "dead", st.Dead(&engine.Probabilities{0.6, 0.3, 0, 0.1, 0}), 0.45, 1e-6)
}

// The manual: at 3-0 to 7 with Woolsey's table the take points of the trailer,
// who has the chances above, are 15 and 24.5 percent with cubes of 2 and 1, the
// leader's 41, 38.5 and 27.3 with 4, 2 and 1; the trailer's chances to win the
// match are 29.1 percent cubeless, 29.2 with a live cube, 29.17 between.
func TestManualMatch(t *testing.T) {
	met, s := mustMET(t, "woolsey"), cube.Match(7, 0, 3, false)
	own, opp := cube.OutcomesOf(&manualChances)
	windows := must.Get(cube.MatchWindows(s, met, own, opp))(t)
	want := []string{"1 dead", "1 live 24.5 27.3", "2 dead 22.0 38.5", "2 redoubled 15.0 0.0", "4 dead 0.0 41.0"}
	if len(windows) != len(want) {
		t.Fatalf("%d windows, want %d", len(windows), len(want))
	}
	for i, w := range windows {
		got := fmt.Sprintf("%d %v %.1f %.1f", w.Cube, w.After, 100*at(w.Player.Take), 100*at(w.Opponent.Take))
		if i > 0 && got != want[i] {
			t.Errorf("%s, want %s", got, want[i])
		}
	}
	st := mustPrepare(t, s, met)
	near(t, "dead", st.Dead(&manualChances), 0.291, 0.0005)
	near(t, "live", st.Live(&manualChances), 0.292, 0.0005)
	near(t, "cubeful", st.NoDouble(&cube.Leaf{Chances: manualChances, Efficiency: cube.Same(0.68)}), 0.2917, 0.00005)
}

// The manual's example of cubeless chances to win a match and its table of
// normalised equities, at 1-3 to 5 with the cube on 2.
func TestManualEquities(t *testing.T) {
	s := cube.Match(5, 1, 3, false)
	s.Cube, s.Owner = 2, cube.Player
	st := mustPrepare(t, s, mustMET(t, "woolsey"))
	near(t, "cubeless", st.Dead(&engine.Probabilities{0.6, 0.3, 0, 0.1, 0}), 0.45, 1e-7)
	for _, c := range []struct{ mwc, equity float64 }{{0, -1}, {0.25, 0}, {0.5, 1}, {0.75, 2}, {1, 3}} {
		near(t, "equity", st.Equity(c.mwc), c.equity, 1e-12)
		near(t, "MWC", st.FromEquity(c.equity), c.mwc, 1e-12)
	}
	near(t, "all gammons", st.Equity(st.Dead(&engine.Probabilities{1, 1, 0, 0, 0})), 3, 1e-12)
	near(t, "price", st.Prices().WinGammon, 2, 1e-12)
	near(t, "error", st.EquityError(0.01), 0.04, 1e-12)
}

// at returns a point of a window, 0 if there is none.
func at(point *float64) float64 {
	if point == nil {
		return 0
	}
	return *point
}

// Janowski's numbers without gammons: take at 20 percent with a live cube and at
// 25 with a dead one.
func TestMoneyWindows(t *testing.T) {
	s, plain := cube.Money(false, false), cube.NewOutcomes(0, 0)
	windows := cube.MoneyWindows(&s, &plain, &plain)
	dead, live := windows[0].Player, windows[1].Player
	for _, c := range []struct {
		got  *float64
		want float64
	}{
		{dead.Take, 0.25}, {live.Take, 0.2}, {dead.Cash, 0.75}, {live.Cash, 0.8}, {dead.Double, 0.5},
		{dead.Redouble, 0.5}, {dead.TooGood, 1}, {dead.Beaver, 0.5}, {live.Beaver, 0.4}, {live.Raccoon, 0.6},
	} {
		near(t, "window", *c.got, c.want, 1e-12)
	}
	// gnubg's "show marketwindow 19 22" in a session with Jacoby and beavers.
	s = cube.Money(true, true)
	own, opp := cube.NewOutcomes(0.19, 0), cube.NewOutcomes(0.22, 0)
	windows = cube.MoneyWindows(&s, &own, &opp)
	dead, live = windows[0].Player, windows[1].Player
	for _, c := range []struct {
		got  *float64
		want float64
	}{
		{dead.Take, 0.29876}, {dead.Double, 0.50785}, {dead.Redouble, 0.50622}, {dead.Cash, 0.71369}, {dead.TooGood, 0.92116},
		{live.Take, 0.24742}, {live.Beaver, 0.41924}, {live.Raccoon, 0.59107}, {live.Cash, 0.76289},
	} {
		near(t, "window", *c.got, c.want, 5e-6)
	}
}

// With the Jacoby rule and no beavers, the dead double point is the chance of winning at
// which doubled gammons are worth what a game without gammons is.
func TestJacobyDouble(t *testing.T) {
	s := cube.Money(true, false)
	for _, c := range []struct{ own, opp float64 }{{0, 0}, {0.19, 0.22}, {0.4, 0.1}} {
		own, opp := cube.NewOutcomes(c.own, 0), cube.NewOutcomes(c.opp, 0)
		p := *cube.MoneyWindows(&s, &own, &opp)[0].Player.Double
		near(t, "doubled", 2*(p*(1+c.own)-(1-p)*(1+c.opp)), 2*p-1, 1e-12)
	}
}

// gnubg's "show marketwindow 19 22" at 3-0 to 7 with Woolsey's table.
func TestMatchWindows(t *testing.T) {
	windows := must.Get(cube.MatchWindows(cube.Match(7, 3, 0, false), mustMET(t, "woolsey"),
		cube.NewOutcomes(0.19, 0), cube.NewOutcomes(0.22, 0)))(t)
	want := [][4]float64{ // double and cash, of the leader and the trailer
		{0.4537, 0.6472, 0.5463, 0.7100}, {0.7549, 0.7549, 0.7307, 0.7307},
		{0.6471, 0.7795, 0.3529, 0.6175}, {0.8170, 0.85, 0, 0}, {0, 0, 0, 0.59},
	}
	for i, w := range windows {
		for k, got := range []float64{at(w.Player.Double), at(w.Player.Cash), at(w.Opponent.Double), at(w.Opponent.Cash)} {
			near(t, fmt.Sprintf("cube %d, %v, %d", w.Cube, w.After, k), got, want[i][k], 5e-5)
		}
	}
	if w, err := cube.MatchWindows(cube.Match(7, 6, 0, true), mustMET(t, "woolsey"), cube.Outcomes{1}, cube.Outcomes{1}); w != nil || err != nil {
		t.Errorf("Crawford game: %v, %v", w, err)
	}
}

// randomLeaf draws chances that are possible.
func randomLeaf(rng *rand.Rand) cube.Leaf {
	w := rng.Float64()
	wg := w * rng.Float64() * rng.Float64()
	lg := (1 - w) * rng.Float64() * rng.Float64()
	return cube.Leaf{Efficiency: cube.Same(rng.Float64()), Chances: engine.Probabilities{
		float32(w), float32(wg), float32(wg * rng.Float64() / 3), float32(lg), float32(lg * rng.Float64() / 3),
	}}
}

// A cube is dead in every position if a double can help neither side: both win the match with it
// already, also exactly; or both are 2-away, where each doubles at once and nobody redoubles.
func TestDeadCube(t *testing.T) {
	met := mustMET(t, cube.DefaultMET)
	for _, c := range []struct {
		cube, own, opp int
		dead           bool
	}{
		{1, 1, 1, true}, {2, 1, 2, true}, {4, 4, 4, true}, {4, 3, 4, true}, {8, 5, 8, true},
		{1, 2, 2, true}, {1, 2, 1, false}, {4, 5, 4, false}, {4, 4, 5, false}, {2, 3, 3, false}, {1, 2, 3, false},
	} {
		for _, owner := range []cube.Owner{cube.Player, cube.Opponent} {
			s := cube.Match(9, 9-c.own, 9-c.opp, false)
			if s.Cube = c.cube; c.cube > 1 {
				s.Owner = owner
			}
			st, err := cube.Prepare(s, met)
			if err != nil && c.own != c.opp {
				continue // this owner's opponent had no reason to double
			}
			if must.OK(t, err); st.DeadCube() != c.dead {
				t.Errorf("%d-away and %d-away with a cube at %d: dead %v", c.own, c.opp, c.cube, !c.dead)
			}
			if dead, live := st.Dead(&manualChances), st.Live(&manualChances); c.dead && live != dead {
				t.Errorf("%+v is worth %v with the dead cube and %v with a live one", s, dead, live)
			}
		}
	}
}

// TestProperties checks relations between the values of random states and
// chances.
func TestProperties(t *testing.T) {
	rng := rand.New(seed.Stream(2, 0))
	met := mustMET(t, cube.DefaultMET)
	for range 3000 {
		s, l := randomState(rng), randomLeaf(rng)
		st := mustPrepare(t, s, met)
		what := fmt.Sprintf("%+v %+v", s, l)
		other := l
		other.Chances = l.Chances.Swap()
		near(t, what+" from the other side", st.Flip(st.NoDouble(&l)), st.Swap().NoDouble(&other), 2e-5)
		near(t, what+" and back", st.FromEquity(st.Equity(st.NoDouble(&l))), st.NoDouble(&l), 1e-6)
		checkPrices(t, what, st, &l)
		checkOrder(t, what, st, &l)
		checkDecision(t, what, st, &l)
		better := l
		better.Chances[engine.Win] = min(l.Chances[engine.Win]+rng.Float32()*0.1, 1-l.Chances[engine.LoseGammon])
		if st.NoDouble(&better) < st.NoDouble(&l)-1e-6 {
			t.Errorf("%s: worth %v, with more wins %v", what, st.NoDouble(&l), st.NoDouble(&better))
		}
	}
}

// checkPrices holds the utility at gammon prices against the chances in full.
func checkPrices(t *testing.T, what string, st *cube.Stakes, l *cube.Leaf) {
	t.Helper()
	prices := st.Prices()
	near(t, what+" utility", st.FromEquity(prices.Utility(&l.Chances)), st.Dead(&l.Chances), 1e-6)
}

// checkOrder checks that an own cube is no worse than one in the middle, and
// that no worse than the opponent's; and that a value lies between dead and
// live.
func checkOrder(t *testing.T, what string, st *cube.Stakes, l *cube.Leaf) {
	t.Helper()
	dead, live, value := st.Dead(&l.Chances), st.Live(&l.Chances), st.NoDouble(l)
	if value < min(dead, live)-1e-9 || value > max(dead, live)+1e-9 {
		t.Errorf("%s: %v is not between dead %v and live %v", what, value, dead, live)
	}
	s := st.State()
	if s.IsMatch() || s.Jacoby {
		return
	}
	var values []float64
	for _, s.Owner = range []cube.Owner{cube.Player, cube.Centred, cube.Opponent} {
		values = append(values, mustPrepare(t, s, nil).NoDouble(l))
	}
	if values[0] < values[1]-1e-9 || values[1] < values[2]-1e-9 {
		t.Errorf("%s: own, centred and opponent's cube: %v", what, values)
	}
}

// checkDecision checks that a decision agrees with its equities and with the
// value that includes it.
func checkDecision(t *testing.T, what string, st *cube.Stakes, l *cube.Leaf) {
	t.Helper()
	d := st.Decide(l)
	e := d.Equities
	state := st.State()
	switch may := state.MayDouble(); {
	case may != (st.Doubled() != nil), may == (d.Action <= cube.DeadCube):
		t.Errorf("%s: may double: %v, but %v", what, may, &d)
	case e.Optimal < min(e.DoubleTake, e.DoublePass)-1e-9 && e.Optimal < e.NoDouble-1e-9:
		t.Errorf("%s: %v: %+v", what, &d, e)
	case e.Optimal > max(e.NoDouble, min(e.DoubleTake, e.DoublePass))+1e-4:
		t.Errorf("%s: %v: %+v", what, &d, e)
	case d.Take() && e.DoubleTake > e.DoublePass:
		t.Errorf("%s: %v is a take: %+v", what, &d, e)
	}
	if got := st.Value(l); d.Action != cube.NoDoubleBeaver && math.Abs(got-d.Values.Optimal) > 1e-6 {
		t.Errorf("%s: %v: value %v, with the decision %v", what, &d, got, d.Values.Optimal)
	}
}

// The decisions by their equities; gnubg's answers are in gnubg_test.go.
func TestDecision(t *testing.T) {
	gammons, none := &engine.Probabilities{0.7, 0.3, 0, 0.1, 0}, &engine.Probabilities{0.7, 0, 0, 0, 0}
	for _, c := range []struct {
		state             cube.State
		noDouble, doubled float64 // doubled by its own cube
		chances           *engine.Probabilities
		want              string
		optimal           float64
	}{
		{cube.Money(false, false), 0.3, 0.1, gammons, "no double, take", 0.3},
		{cube.Money(false, false), 0.3, 0.2, gammons, "double, take", 0.4},
		{cube.Money(false, false), 0.8, 0.6, gammons, "double, pass", 1},
		{cube.Money(false, false), 1.2, 0.7, gammons, "too good to double, pass", 1.2},
		{cube.Money(false, false), 1.2, 0.6, none, "double, pass", 1.2},
		{cube.Money(false, false), 1.2, 0.45, gammons, "too good to double, take", 1.2},
		{cube.Money(false, false), 0.4, 0.2, gammons, "optional double, take", 0.4},
		{cube.Money(false, false), 1, 0.6, gammons, "optional double, pass", 1},
		{cube.Money(true, false), 1, 0.6, gammons, "double, pass", 1},
		{cube.Money(false, false), -0.2, -0.2, gammons, "no double, take", -0.2},
		{cube.Money(false, true), -0.2, -0.2, gammons, "no double, beaver", -0.2},
		{cube.Money(true, true), -0.3, -0.05, gammons, "double, beaver", -0.1},
		{cube.Money(true, true), -0.3, -0.14, gammons, "no double, beaver", -0.3},
		{cube.Money(true, true), -0.3, -0.16, gammons, "no double, beaver", -0.3},
		{cube.Money(false, true), -1.2, -1.1, gammons, "no double, take", -1.2},
		// Equities that differ by at most 1e-5 points count as equal.
		{cube.Money(false, false), 0.4, 0.2000045, gammons, "optional double, take", 0.400009},
		{cube.Money(false, false), 0.4, 0.2000055, gammons, "double, take", 0.400011},
		{cube.Money(false, false), 0.999991, 0.6, gammons, "optional double, pass", 1},
		{cube.Money(false, false), 0.999989, 0.6, gammons, "double, pass", 1},
		// A beaver is right as long as the opponent, who owns the cube, does not lose by the double; a
		// beaver at 0 costs nothing.
		{cube.Money(false, true), -0.1, 0, gammons, "double, beaver", 0},
		{cube.Money(false, true), -0.1, 1e-9, gammons, "double, take", 2e-9},
		{cube.Money(false, true), 0.1, 0, gammons, "no double, beaver", 0.1},
		{cube.Money(false, true), 0.1, 1e-9, gammons, "no double, take", 0.1},
		// After a beaver the double is worth twice -0.15, as much as no double.
		{cube.Money(false, true), -0.3, -0.075, gammons, "double, beaver", -0.15},
		{cube.Money(false, true), -2, -1, gammons, "no double, beaver", -2},
		{cube.State{Cube: 2, Owner: cube.Player}, 0.3, 0.2, gammons, "redouble, take", 0.4},
		{cube.State{Cube: 2, Owner: cube.Opponent}, 0.3, 0.2, gammons, "double not available", 0.3},
	} {
		d := mustPrepare(t, c.state, nil).Decision(c.noDouble, c.doubled, c.chances)
		if d.String() != c.want || math.Abs(d.Equities.Optimal-c.optimal) > 1e-9 {
			t.Errorf("%+v no double %v, doubled %v: %v, worth %v, want %s, %v",
				c.state, c.noDouble, c.doubled, &d, d.Equities.Optimal, c.want, c.optimal)
		}
	}
}

// In a money game a gammon and a backgammon each cost half of what a loss does: 1 of the 2 points
// between winning and losing. A report says so, for both sides.
func TestReportOfMoney(t *testing.T) {
	outcomes := [2]cube.Outcomes{cube.NewOutcomes(0.25, 0.01), cube.NewOutcomes(0.125, 0)}
	text := must.Get(cube.NewReport(cube.Money(false, false), nil, outcomes))(t).Text()
	rows := map[string]string{}
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 2 {
			rows[strings.Join(words[:len(words)-2], " ")] = strings.Join(words[len(words)-2:], " ")
		}
	}
	for name, want := range map[string]string{
		"gammons among wins": "25.00% 12.50%", "backgammons among wins": "1.00% 0.00%", "gammon value": "0.500 0.500", "backgammon value": "0.500 0.500",
	} {
		if rows[name] != want {
			t.Errorf("%s: %q, want %q in\n%s", name, rows[name], want, text)
		}
	}
}

// The windows of a report are those of its two sides, each with its own gammons.
func TestReportWindows(t *testing.T) {
	outcomes := [2]cube.Outcomes{cube.NewOutcomes(0.25, 0.01), cube.NewOutcomes(0.125, 0)}
	s, met := cube.Money(false, false), mustMET(t, "woolsey")
	got := must.Get(cube.NewReport(s, nil, outcomes))(t).Windows
	if want := cube.MoneyWindows(&s, &outcomes[0], &outcomes[1]); !reflect.DeepEqual(got, want) {
		t.Errorf("money: %+v, want %+v", got, want)
	}
	s = cube.Match(7, 3, 0, false)
	got = must.Get(cube.NewReport(s, met, outcomes))(t).Windows
	if want := must.Get(cube.MatchWindows(s, met, outcomes[0], outcomes[1]))(t); !reflect.DeepEqual(got, want) {
		t.Errorf("match: %+v, want %+v", got, want)
	}
}
