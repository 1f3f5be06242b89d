package cube

import (
	"math"
	"strings"
	"testing"

	"gammonlab/engine"
	"gammonlab/internal/must"
)

// The values of a money game are Janowski's: with W = L = 1 and a centred cube, the live value
// is a line from -1 at 20 % to 1 at 80 %, and with a cube of the opponent from -1 at 20 % to 1 at 100 %.
func TestValuationOfMoney(t *testing.T) {
	st := must.Get(Prepare(Money(false, false), nil))(t)
	v := st.Valuation(&Leaf{Chances: engine.Probabilities{0.7}, Efficiency: Same(0.6)})
	live, after := 2.0/3, 0.5*2/0.8-1
	for _, tt := range []struct {
		name string
		got  float64
		want float64
	}{
		{"dead", v.Dead.Equity, 0.4}, {"live", v.Live.Equity, live}, {"no double", v.NoDouble.Equity, 0.4*0.4 + 0.6*live},
		{"double, take", v.DoubleTake.Equity, 2 * (0.4*0.4 + 0.6*after)}, {"double, pass", v.DoublePass.Equity, 1},
		{"efficiency", *v.Efficiency, 0.6}, {"efficiency after a double", *v.EfficiencyDoubled, 0.6},
	} {
		if math.Abs(tt.got-tt.want) > 1e-6 {
			t.Errorf("%s: %v, want %v", tt.name, tt.got, tt.want)
		}
	}
	if v.Dead.MWC != nil || v.Action != "double, take" || strings.Contains(v.Text(), "match won") {
		t.Errorf("%+v\n%s", v, v.Text())
	}
}

// At 2-away, 2-away the match is decided by the game after a double, and the cube is dead in
// every position. At 4-away, 4-away it is not.
func TestValuationOfMatch(t *testing.T) {
	met := must.Get(NamedMET(DefaultMET))(t)
	st := must.Get(Prepare(Match(7, 5, 5, false), met))(t)
	v := st.Valuation(&Leaf{Chances: engine.Probabilities{0.6}, Efficiency: Same(0.6)})
	if math.Abs(*v.DoubleTake.MWC-0.6) > 1e-6 || v.EfficiencyDoubled != nil || v.Efficiency != nil {
		t.Errorf("%+v", v)
	}
	ahead := met.PreCrawford(0, 1, 2)
	if want := 0.6*ahead + 0.4*(1-ahead); math.Abs(*v.Dead.MWC-want) > 1e-6 {
		t.Errorf("cubeless %v, want %v", *v.Dead.MWC, want)
	}
	st = must.Get(Prepare(Match(7, 3, 3, false), met))(t)
	v = st.Valuation(&Leaf{Chances: engine.Probabilities{0.6}, Efficiency: Same(0.6)})
	if x, doubled := v.Efficiency, v.EfficiencyDoubled; x == nil || *x != 0.6 || doubled == nil || *doubled != 0.6 {
		t.Errorf("efficiencies %v and %v", x, doubled)
	}
	if w := st.Worth(st.FromEquity(0.25)); math.Abs(w.Equity-0.25) > 1e-12 {
		t.Errorf("there and back %+v", w)
	}
}

// Before the last double the cube is live for its owner, and dead after it.
func TestValuationBeforeTheLastDouble(t *testing.T) {
	s := Money(false, false)
	s.Cube, s.Owner, s.MaxCube = 8, Player, 16
	st := must.Get(Prepare(s, nil))(t)
	v := st.Valuation(&Leaf{Chances: engine.Probabilities{0.6}, Efficiency: Same(0.6)})
	if v.Efficiency == nil || v.EfficiencyDoubled != nil || math.Abs(v.DoubleTake.Equity-0.4) > 1e-6 {
		t.Errorf("%+v", v)
	}
}

// The efficiency counts while one double is left, and not when the cube has its limit.
func TestEfficiencyAtTheLimit(t *testing.T) {
	for size, used := range map[int]bool{8: true, 16: false} {
		s := Money(false, false)
		s.Cube, s.Owner, s.MaxCube = size, Opponent, 16
		st := must.Get(Prepare(s, nil))(t)
		if v := st.Valuation(&Leaf{Chances: engine.Probabilities{0.6}, Efficiency: Same(0.6)}); (v.Efficiency != nil) != used {
			t.Errorf("cube %d of 16: the efficiency is %v", size, v.Efficiency)
		}
	}
}

// An exact value uses no efficiency, unless the cube has a limit that it does not know.
func TestEfficiencyOfExactValues(t *testing.T) {
	for limit, used := range map[int]bool{0: false, 64: true} {
		s := Money(false, false)
		s.MaxCube = limit
		st := must.Get(Prepare(s, nil))(t)
		if v := st.Valuation(&Leaf{Chances: engine.Probabilities{0.6}, Efficiency: Same(0.6), Exact: true}); (v.Efficiency != nil) != used {
			t.Errorf("cube limit %d: the efficiency is %v", limit, v.Efficiency)
		}
	}
}

// TestMETReport compares a report with the table.
func TestMETReport(t *testing.T) {
	for _, name := range METs() {
		met := must.Get(NamedMET(name))(t)
		r := met.Report(met.Native())
		if r.PreCrawford[3][1] != met.PreCrawford(0, 4, 2) || r.PostCrawford[4] != met.PostCrawford(0, 5) || len(r.PreCrawford) != met.Native() {
			t.Errorf("%s: %v", name, r)
		}
		csv := r.CSV()
		if lines, want := strings.Count(csv, "\n"), 1+met.Native()*met.Native()+2*met.Native()-1; lines != want {
			t.Errorf("%s: %d lines of CSV, want %d", name, lines, want)
		}
	}
	// Kit Woolsey's table: 2-away, 4-away is 32 % for the trailer.
	woolsey := must.Get(NamedMET("woolsey"))(t).Report(5)
	if woolsey.PreCrawford[3][1] != 0.32 || !strings.Contains(woolsey.Text(), "\n   4  17.00  32.00") {
		t.Errorf("Woolsey's table:\n%s", woolsey.Text())
	}
}

// A game between whose ends the match changes by less than the tables say counts as irrelevant:
// its equities are 0. From there on the ends are -1 and 1.
func TestIrrelevantGame(t *testing.T) {
	for _, c := range []struct{ half, want float64 }{{0, 0}, {0.95e-7, 0}, {1.05e-7, 1}, {0.1, 1}} {
		m := matchStakes{win: [3]float64{0.3 + c.half}, lose: [3]float64{0.3 - c.half}}
		if won, lost := m.equity(m.win[0]), m.equity(m.lose[0]); math.Abs(won-c.want) > 1e-6 || math.Abs(lost+c.want) > 1e-6 {
			t.Errorf("ends %v around 0.3 have the equities %v and %v, want ±%v", c.half, won, lost, c.want)
		}
	}
}
