package td

import (
	"fmt"
	"math"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/must"
)

// wantInOrder fails the test unless no probability of p exceeds that of an
// outcome that includes it.
func wantInOrder(t *testing.T, what string, p engine.Probabilities) {
	t.Helper()
	const rounding = 1e-6
	win, lose := p[engine.Win], 1-p[engine.Win]
	for _, chain := range [][]float32{
		{0, p[engine.WinBackgammon], p[engine.WinGammon], win, 1},
		{0, p[engine.LoseBackgammon], p[engine.LoseGammon], lose, 1},
	} {
		for i := range chain[1:] {
			if !(chain[i] <= chain[i+1]+rounding) { // so that NaN fails too
				t.Fatalf("%s: %v is out of order", what, p)
			}
		}
	}
}

// TestTargets checks the targets of a game: probabilities in order, without
// impossible outcomes, and the result at the end.
func TestTargets(t *testing.T) {
	for _, start := range []struct {
		variant string
		starts  []board.Position
	}{
		{"backgammon", nil},
		{"hypergammon3", nil},
		{"backgammon", endings},
	} {
		for _, lambda := range []float32{0, 0.7, 1} {
			cfg := tiny()
			cfg.Variant, cfg.Epsilon = start.variant, 0.1
			trainer := mustNewFrom(t, cfg, start.starts)
			a, l := newActor(&trainer.cfg, trainer.starts, trainer.weights), newLearner(&trainer.cfg, trainer.weights)
			for number := range int64(10) {
				plies, _, err := a.play(nil, cfg.Seed, number, nil)
				must.OK(t, err)
				for i := range plies {
					wantInOrder(t, fmt.Sprintf("ply %d, what follows", i), plies[i].next)
				}
				at := len(plies)
				l.errorsOf(plies, lambda, func(*netPass) {
					at--
					target, allowed := plies[at].next, plies[at].next
					wantInOrder(t, fmt.Sprintf("ply %d, target", at), target)
					if allowed.RuleOut(&plies[at].pos); target != allowed {
						t.Errorf("ply %d: target %v, ruled out is all but %v", at, target, allowed)
					}
				})
				if at != 0 {
					t.Errorf("%d of %d plies were left out", at, len(plies))
				}
			}
		}
	}
}

// TestLastTarget checks that with λ = 1 and without exploration every target is
// the game's result.
func TestLastTarget(t *testing.T) {
	cfg := tiny()
	trainer := mustNew(t, cfg)
	a, l := newActor(&trainer.cfg, trainer.starts, trainer.weights), newLearner(&trainer.cfg, trainer.weights)
	for number := range int64(20) {
		plies, result, err := a.play(nil, cfg.Seed, number, nil)
		must.OK(t, err)
		at := len(plies)
		l.errorsOf(plies, 1, func(*netPass) {
			at--
			want := engine.Certain(result)
			if at%2 == 1 {
				want = engine.Certain(-result)
			}
			for k, v := range plies[at].next {
				if math.Abs(float64(v-want[k])) > 1e-5 {
					t.Fatalf("game %d: ply %d of %d has the target %v, the result is %d", number, at, len(plies), plies[at].next, result)
				}
			}
		})
	}
}

// TestPlyResults plays games that end on a known ply.
func TestPlyResults(t *testing.T) {
	home := board.Side{6: 15}
	last := board.Side{board.Off: 14, 1: 1}
	for _, test := range []struct {
		name  string
		start board.Position
		want  board.Result // for the side that begins
		plies int
	}{
		{"wins", board.Position{Own: last, Opp: last}, 1, 1},
		{"wins a gammon", board.Position{Own: last, Opp: home}, 2, 1},
		{"wins a backgammon", board.Position{Own: last, Opp: board.Side{23: 2, 6: 13}}, 3, 1},
		{"wins against a checker on the bar", board.Position{Own: last, Opp: board.Side{board.Bar: 1, 6: 14}}, 3, 1},
		{"loses", board.Position{Own: board.Side{board.Off: 1, 13: 14}, Opp: last}, -1, 2},
		{"loses a gammon", board.Position{Own: board.Side{13: 15}, Opp: last}, -2, 2},
		{"loses a backgammon", board.Position{Own: board.Side{22: 15}, Opp: board.Side{board.Off: 13, 1: 2}}, -3, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			cfg := tiny()
			cfg.Variant = "backgammon"
			trainer := mustNewFrom(t, cfg, []board.Position{test.start})
			a := newActor(&trainer.cfg, trainer.starts, trainer.weights)
			plies, result, err := a.play(nil, cfg.Seed, 0, nil)
			must.OK(t, err)
			if result != test.want || len(plies) != test.plies {
				t.Errorf("result %d after %d plies, want %d after %d", result, len(plies), test.want, test.plies)
			}
			if plies[0].pos != test.start {
				t.Errorf("began at %s", plies[0].pos.ID())
			}
			final := engine.Certain(result)
			if len(plies)%2 == 0 {
				final = final.Swap()
			}
			if got := plies[len(plies)-1].next; got != final {
				t.Errorf("the last ply leads to %v, want %v", got, final)
			}
		})
	}
}

// TestStarts checks that a share of the games begins with the opening, and the
// others at each position equally often, for any order of the games.
func TestStarts(t *testing.T) {
	pool := []board.Position{
		{Own: board.Side{6: 3}, Opp: board.Side{6: 3}}, {Own: board.Side{5: 3}, Opp: board.Side{5: 3}},
	}
	cfg := tiny()
	starts := startsOf(t, &cfg, 0.5, pool...)
	a := newActor(&cfg, starts, mustNew(t, tiny()).weights)
	const games = 400
	var began [games]board.Position
	counts := map[board.Position]int{}
	for number := range int64(games) {
		plies, _, err := a.play(nil, cfg.Seed, number, nil)
		must.OK(t, err)
		began[number] = plies[0].pos
		counts[plies[0].pos]++
	}
	opening := board.Hypergammon3.Start()
	for pos, want := range map[board.Position]int{opening: games / 2, pool[0]: games / 4, pool[1]: games / 4} {
		if got := counts[pos]; got < want-50 || got > want+50 {
			t.Errorf("%d games of %d begin at %s, want about %d", got, games, pos.ID(), want)
		}
	}
	for number := int64(games - 1); number >= 0; number -= 7 {
		if plies, _, _ := a.play(nil, cfg.Seed, number, nil); plies[0].pos != began[number] {
			t.Errorf("game %d begins at %s the second time, at %s the first", number, plies[0].pos.ID(), began[number].ID())
		}
	}
}

// Games follow from the run's seed and their number alone.
func TestGamesFollowNumber(t *testing.T) {
	cfg := tiny()
	cfg.Epsilon = 0.2
	trainer := mustNew(t, cfg)
	a := newActor(&trainer.cfg, trainer.starts, trainer.weights)
	var first [5][]ply
	for number := range first {
		first[number], _, _ = a.play(nil, cfg.Seed, int64(number), nil)
	}
	for number := len(first) - 1; number >= 0; number-- {
		again, _, _ := a.play(nil, cfg.Seed, int64(number), nil)
		if fmt.Sprint(again) != fmt.Sprint(first[number]) {
			t.Errorf("game %d differs the second time", number)
		}
	}
	if fmt.Sprint(first[0]) == fmt.Sprint(first[1]) {
		t.Error("two games are the same")
	}
}

func TestShares(t *testing.T) {
	for _, test := range []struct {
		results              [7]int64 // from -3 to +3
		gammons, backgammons float64
	}{
		{[7]int64{}, 0, 0},
		{[7]int64{0, 0, 5, 0, 5, 0, 0}, 0, 0},
		{[7]int64{0, 1, 1, 0, 1, 1, 0}, 0.5, 0},
		{[7]int64{1, 0, 0, 0, 0, 0, 1}, 1, 1},
		{[7]int64{1, 2, 3, 4, 5, 6, 7}, 16. / 28, 8. / 28},
	} {
		g, bg := Stats{Results: test.results}.shares()
		if g != test.gammons || bg != test.backgammons {
			t.Errorf("%v: shares %v and %v, want %v and %v", test.results, g, bg, test.gammons, test.backgammons)
		}
	}
}

func TestStats(t *testing.T) {
	for _, update := range []Update{GamesUpdate, OnlineUpdate} {
		cfg := tiny()
		cfg.Update = update
		trainer := mustNew(t, cfg)
		train(t, trainer, 2)
		stats := trainer.Stats()
		games := int64(0)
		for _, n := range stats.Results {
			games += n
		}
		if games != cfg.Games || stats.Results[3] != 0 || stats.Positions < 2*cfg.Games || !(stats.Loss > 0) {
			t.Errorf("%s: %d games, stats %+v", update, games, stats)
		}
		if got := stats.since(stats); got != (Stats{}) {
			t.Errorf("since itself: %+v", got)
		}
		if got := stats.since(Stats{}); got != stats {
			t.Errorf("since the start: %+v, want %+v", got, stats)
		}
	}
}
