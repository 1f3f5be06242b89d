package engine_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/enginetest"
	"gammonlab/internal/must"
)

// counted has the exact chances of positions without the cube, by recursion over all rolls
// and the legal plays of package board. Both players make the play of the best equity.
type counted map[board.Position][engine.Outputs]float64

// equityOf returns the cubeless equity.
func equityOf(p [engine.Outputs]float64) float64 {
	return 2*p[engine.Win] - 1 + p[engine.WinGammon] + p[engine.WinBackgammon] - p[engine.LoseGammon] - p[engine.LoseBackgammon]
}

// swapped returns the chances of the other player.
func swapped(p [engine.Outputs]float64) [engine.Outputs]float64 {
	return [engine.Outputs]float64{1 - p[engine.Win], p[engine.LoseGammon], p[engine.LoseBackgammon], p[engine.WinGammon], p[engine.WinBackgammon]}
}

// best returns the chances after the best play of each roll, averaged. value returns the
// chances of the player who is on roll after a play.
func best(pos *board.Position, value func(*board.Position) [engine.Outputs]float64) (mean [engine.Outputs]float64) {
	for _, roll := range board.Rolls {
		plays := board.Plays(*pos, roll)
		if len(plays) == 0 {
			plays = []board.Play{{Result: pos.Swap()}}
		}
		var most [engine.Outputs]float64
		for i := range plays {
			if p := swapped(value(&plays[i].Result)); i == 0 || equityOf(p) > equityOf(most) {
				most = p
			}
		}
		for k := range mean {
			mean[k] += most[k] * float64(roll.Ways()) / 36
		}
	}
	return mean
}

// certain returns the chances of a game that is over.
func certain(r board.Result) (p [engine.Outputs]float64) {
	for k, v := range engine.Certain(r) {
		p[k] = float64(v)
	}
	return p
}

// race returns the chances of a position without contact.
func (c counted) race(pos *board.Position) [engine.Outputs]float64 {
	if r := pos.Result(); r != 0 {
		return certain(r)
	}
	if p, ok := c[*pos]; ok {
		return p
	}
	p := best(pos, c.race)
	c[*pos] = p
	return p
}

// oneChecker returns the chances of all positions of hypergammon with one checker, with and
// without contact. Hits lead back, so it repeats until nothing changes.
func oneChecker() counted {
	c := counted{}
	for own := 1; own <= board.Bar; own++ {
		for opp := 1; opp <= board.Bar; opp++ {
			var pos board.Position
			pos.Own[own], pos.Opp[opp] = 1, 1
			if pos.Validate(board.Hypergammon1) == nil {
				c[pos] = [engine.Outputs]float64{engine.Win: 0.5}
			}
		}
	}
	value := func(pos *board.Position) [engine.Outputs]float64 {
		if r := pos.Result(); r != 0 {
			return certain(r)
		}
		return c[*pos]
	}
	for change := 1.0; change > 1e-10; {
		change = 0
		for pos := range c {
			p := best(&pos, value)
			for k := range p {
				change = max(change, math.Abs(p[k]-c[pos][k]))
			}
			c[pos] = p
		}
	}
	return c
}

// With one checker each every win is a gammon. The hypergammon database has the exact chances,
// and nets keep this rule with any databases.
func TestHypergammonOfOneChecker(t *testing.T) {
	d := must.Get(madeDatabases())(t)
	bearoffs := &engine.Databases{TwoSided: d.TwoSided, OneSided: d.OneSided}
	static := enginetest.RandomStatic(t, 10, 1)
	for pos, want := range oneChecker() {
		if math.Abs(want[engine.WinGammon]-want[engine.Win]) > 1e-9 {
			t.Fatalf("%s: counted %v", pos.ID(), want)
		}
		got, class, _ := d.Evaluate(&pos)
		for k := range got {
			if math.Abs(float64(got[k])-want[k]) > 1e-5 {
				t.Errorf("%s: %v by the %v database, counted %v", pos.ID(), got, class, want)
				break
			}
		}
		if class := bearoffs.ClassOf(&pos); class != engine.ClassOf(&pos) {
			t.Errorf("%s: class %v by databases of backgammon", pos.ID(), class)
		}
		for _, with := range []*engine.Databases{nil, bearoffs} {
			var p [1]engine.Probabilities
			engine.NewStatic(static.Model(), with).Evaluate(p[:], []board.Position{pos})
			if p[0][engine.WinGammon] != p[0][engine.Win] || p[0][engine.LoseGammon] != 1-p[0][engine.Win] {
				t.Errorf("%s: a net says %v, but every win and loss is a gammon", pos.ID(), p[0])
			}
		}
	}
}

// smallRace returns a random race of the variant with few checkers in the home boards. In
// hypergammon often no side has borne off a checker.
func smallRace(rng *rand.Rand, v board.Variant) board.Position {
	side := func() board.Side {
		n := min(1+rng.IntN(3), v.Checkers())
		s := board.Side{board.Off: uint8(v.Checkers() - n)}
		for range n {
			s[1+rng.IntN(6)]++
		}
		return s
	}
	return board.Position{Own: side(), Opp: side()}
}

// Databases answer small races as counting does, or not at all. Where a side of hypergammon
// can lose a gammon, only its own database answers.
func TestDatabasesCountGammons(t *testing.T) {
	d := must.Get(madeDatabases())(t)
	rolls := &engine.Databases{OneSided: d.OneSided}
	rng := rand.New(rand.NewPCG(1, 2))
	exact := counted{}
	answered := map[engine.Class]int{}
	for i := range 600 {
		v := board.Variants()[i%len(board.Variants())]
		pos := smallRace(rng, v)
		want := exact.race(&pos)
		for _, databases := range []*engine.Databases{d, rolls} {
			got, class, ok := databases.Evaluate(&pos)
			open := pos.Own[board.Off] == 0 || pos.Opp[board.Off] == 0
			if expected := !open || class == engine.Hyper; ok != expected {
				t.Errorf("%v %s: answered %t, want %t", v, pos.ID(), ok, expected)
			}
			if !ok {
				continue
			}
			answered[class]++
			// One-sided databases assume that both sides bear off independently.
			margin := map[engine.Class]float64{engine.Bearoff1: 0.01, engine.Bearoff2: 5e-5, engine.Hyper: 1e-5}[class]
			for k := range got {
				if math.Abs(float64(got[k])-want[k]) > margin {
					t.Errorf("%v %s: %v as %v, counted %.6f", v, pos.ID(), got, class, want)
					break
				}
			}
		}
	}
	for _, class := range []engine.Class{engine.Hyper, engine.Bearoff2, engine.Bearoff1} {
		if answered[class] < 50 {
			t.Errorf("%d positions of class %v", answered[class], class)
		}
	}
}

// One-sided databases answer with 15 checkers, whose gammons they know, and not with fewer,
// or with a checker from which a backgammon is lost. They know rolls of all sides.
func TestOneSidedAnswers(t *testing.T) {
	o := must.Get(madeDatabases())(t).OneSided[0]
	for _, c := range []struct {
		name     string
		own, opp board.Side
		answers  bool
		first    bool // the database knows when the player's first checker is off
	}{
		{"15 against 15", board.Side{6: 15}, board.Side{1: 15}, true, true},
		{"15 against 3", board.Side{6: 15}, board.Side{12, 1: 3}, true, true},
		{"hypergammon, none off", board.Side{6: 3}, board.Side{1, 1: 2}, false, false},
		{"hypergammon, the opponent has none off", board.Side{1, 1: 2}, board.Side{6: 3}, false, true},
		{"hypergammon, both have one off", board.Side{1, 6: 2}, board.Side{1, 1: 2}, true, true},
		{"one outside", board.Side{1, 7: 1, 6: 1}, board.Side{1, 1: 2}, false, true},
	} {
		if got := o.Answers(&board.Position{Own: c.own, Opp: c.opp}); got != c.answers {
			t.Errorf("%s: answers %t, want %t", c.name, got, c.answers)
		}
		if got := o.GammonRolls(&c.own) != [bearoff.MaxRolls]uint16{}; got != c.first {
			t.Errorf("%s: knows the first checker %t, want %t", c.name, got, c.first)
		}
	}
}
