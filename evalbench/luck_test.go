package evalbench

import (
	"math"
	"testing"

	"gammonlab/engine/named"

	"gammonlab/board"
	rules "gammonlab/board/game"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/player"
	"gammonlab/internal/must"
)

func randomStatic(t *testing.T, databases *engine.Databases) *engine.Static {
	t.Helper()
	net := enginetest.RandomNet(t, 10, 1)
	return engine.NewStatic(engine.OfNet(net).Model(), databases)
}

// allRules are rules by which positions have different values.
var allRules = []Rules{
	{}, {Cube: true}, {Cube: true, Jacoby: true}, {Cube: true, Jacoby: true, Beavers: 3}, {Length: 1}, {Length: 3},
}

// someRules are as many as there is time for.
func someRules(rules ...Rules) []Rules {
	if testing.Short() {
		return rules[1:2]
	}
	return rules
}

// The mean luck over all rolls is 0, with any evaluator.
func TestLuckHasNoMean(t *testing.T) {
	static := randomStatic(t, nil)
	for _, r := range someRules(allRules...) {
		m := &Match{Conditions: Conditions{Rules: r}, Assessment: Assessment{Luck: named.Model{Evaluator: static}, FullLuck: r.Beavers > 0}}
		runner := &gameRunner{match: m, luck: newLuck(m), state: rules.New(m.Of(m.Variant))}
		for i, pos := range enginetest.Positions(25, 8) {
			if runner.luckOfA = 0; i > 0 {
				runner.state.StartAt(pos)
			}
			pos = runner.state.Position
			spread := 0.0
			for _, roll := range board.Rolls {
				if i == 0 && roll.Double() {
					continue
				}
				for range roll.Ways() {
					before := runner.luckOfA
					runner.state.Match.Roller = board.Player(i % 2)
					must.OK(t, runner.addLuck(i%2, roll))
					spread += math.Abs(runner.luckOfA - before)
				}
			}
			if math.Abs(runner.luckOfA) > 1e-9*(1+spread) {
				t.Errorf("%v, %s: the luck of all rolls adds up to %v, want 0", r, pos.ID(), runner.luckOfA)
			}
			if i == 0 && spread < 1e-6 {
				t.Errorf("%v: no roll is lucky", r)
			}
		}
	}
}

// If the evaluator and the players are exact, the luck-adjusted result of every
// single game is the equity of the position.
func TestLuckIsExact(t *testing.T) {
	databases := enginetest.Databases(t, 3, 0)
	static := randomStatic(t, databases)
	start := board.Position{
		Own: board.Side{board.Off: 12, 6: 2, 4: 1},
		Opp: board.Side{board.Off: 12, 5: 2, 2: 1},
	}
	equities, _ := databases.MoneyEquities(&start)
	// A match to 1 has the unit wins less losses, in a race without gammons the cubeless equity.
	for rules, want := range map[Rules]float32{{}: equities.Cubeless, {Cube: true}: equities.Centred, {Length: 1}: equities.Cubeless} {
		m := Match{
			A: named.Player{Player: player.NewGreedy(static)}, B: named.Player{Player: player.NewGreedy(static)}, Assessment: Assessment{Luck: named.Model{Evaluator: static}},
			Games: 2, Conditions: Conditions{Rules: rules, Seed: 2}, Starts: []board.Position{start},
		}
		runner := must.Get(newGameRunner(&m))(t)
		runner.ctx = t.Context()
		points := map[int]int{}
		for item := range 200 {
			for side, sign := range []float64{1, -1} {
				g := must.Get(runner.game(item, 0, side))(t)
				points[g.Points]++
				// The database rounds to 1/32767, at every ply and for every cube.
				if got := sign * g.Adjusted; math.Abs(got-float64(want)) > 2e-3 {
					t.Errorf("%v, game %d: %d points, %.5f without luck, want %.5f", rules, item, g.Points, got, want)
				}
			}
		}
		if len(points) < 2 {
			t.Errorf("%v: games ended with %v points, want wins and losses", rules, points)
		}
	}
}

// The luck-adjusted mean of a match is the plain mean, also with a net of random weights as
// evaluator: hypergammon between players of different strength.
func TestLuckOfARandomNet(t *testing.T) {
	games := 4000
	if testing.Short() {
		games = 1000
	}
	r := run(t, Match{
		A: named.Player{Player: player.Pubeval{}}, B: named.Player{Player: player.NewRandom()}, Games: games, Conditions: Conditions{Variant: board.Hypergammon1, Seed: 1},
		Assessment: Assessment{Luck: named.Model{Evaluator: randomStatic(t, nil)}},
	})
	with, without := r.PPG(), r.Adjusted()
	difference := math.Abs(with.Center - without.Center)
	if most := 2 * math.Hypot(with.Margin(), without.Margin()); difference > most || difference == 0 {
		t.Errorf("%.4f ± %.4f with luck, %.4f ± %.4f without", with.Center, with.Margin(), without.Center, without.Margin())
	}
}

// By all rules, luck adjustment does not change the games, and its result does
// not depend on the workers.
func TestLuckLeavesGamesAlone(t *testing.T) {
	static := randomStatic(t, nil)
	for _, rules := range someRules(allRules...) {
		m := Match{A: named.Player{Player: player.NewGreedy(static)}, B: named.Player{Player: player.Pubeval{}}, Games: 10, Conditions: Conditions{Rules: rules, Seed: 3}, Workers: 1}
		plain := run(t, m)
		m.Luck.Evaluator, m.Workers = static, 3
		got := run(t, m)
		if !got.LuckOff || got.A != plain.A || got.Plies != plain.Plies || got.PPG().Center != plain.PPG().Center {
			t.Errorf("%v: %+v, want the games of %+v", rules, got, plain)
		}
		m.Workers = 1
		if again := run(t, m); again.adjusted != got.adjusted || got.adjusted.N() != 5 {
			t.Errorf("%v: 3 workers %+v, 1 %+v", rules, got.adjusted, again.adjusted)
		}
	}
}
