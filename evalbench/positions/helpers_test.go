package positions_test

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/engine/rollout"
	"gammonlab/engine/search"
	"gammonlab/engine/start"
	"gammonlab/evalbench/positions"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// checkers is the number of checkers of a side in the databases of tests.
const checkers = 4

// endingStatic returns a net of random weights with a database that knows small
// endings exactly.
func endingStatic(t testing.TB) *engine.Static {
	t.Helper()
	return engine.NewStatic(smallModel(t), enginetest.Databases(t, checkers, 0))
}

func smallModel(t testing.TB) *nets.Model {
	t.Helper()
	net := enginetest.RandomNet(t, 8, 5)
	return nets.NewModel(net, board.Backgammon)
}

// endings returns positions that the database of tests knows.
func endings(n int) []board.Position {
	rng := rand.New(rand.NewPCG(1, 2))
	side := func() (s board.Side) {
		s[board.Off] = board.MaxCheckers - checkers
		for range checkers {
			s[1+rng.IntN(6)]++
		}
		return s
	}
	var all []board.Position
	for range n {
		all = append(all, board.Position{Own: side(), Opp: side()})
	}
	return all
}

// starts returns starts at the positions.
func starts(t testing.TB, all ...board.Position) *start.Positions {
	t.Helper()
	s, err := start.New(board.Backgammon, 0, start.Pool{Name: "test", Weight: 1, Positions: all})
	must.OK(t, err)
	return s
}

// number returns a pointer to a number.
func number(n int) *int { return &n }

// endingSettings are of decisions in endings that are known exactly.
func endingSettings(t testing.TB, static *engine.Static) positions.Settings {
	t.Helper()
	s := positions.Defaults()
	s.Out = filepath.Join(t.TempDir(), "endings.jsonl")
	s.Model.Evaluator, s.Player = static, named.Of("greedy", player.NewGreedy(static.Clone()))
	s.Drawn, s.Rolls, s.Cubes, s.Margin, s.Candidates = starts(t, endings(100)...), number(40), number(20), 0.5, 20
	s.Rollout.Trials, s.Rollout.Stop = 36, rollout.Stop{}
	return s
}

// late returns positions with contact from which games soon end.
func late(n int) []board.Position {
	rng := rand.New(rand.NewPCG(3, 4))
	side := func() (s board.Side) {
		s[board.Off] = board.MaxCheckers - 6
		for range 5 {
			s[1+rng.IntN(4)]++
		}
		s[15+rng.IntN(3)]++
		return s
	}
	var all []board.Position
	for range n {
		all = append(all, board.Position{Own: side(), Opp: side()})
	}
	return all
}

// rawSettings returns settings of quick rollouts by a net of random weights,
// for games that soon end.
func rawSettings(t testing.TB) positions.Settings {
	t.Helper()
	s := positions.Defaults()
	s.Out = filepath.Join(t.TempDir(), "raw.jsonl")
	s.Model.Evaluator = engine.NewStatic(smallModel(t), nil)
	s.Player, s.Seed = named.Of("greedy", player.NewGreedy(engine.NewStatic(smallModel(t), nil))), 7
	s.Drawn, s.Rolls, s.Cubes, s.Candidates, s.Margin = starts(t, late(100)...), number(8), number(3), 3, 0.8
	s.Rollout.Trials, s.Rollout.Truncation.Turns, s.Rollout.Luck = 36, 3, rollout.NoLuck
	s.Rollout.Stop.MinTrials = 36
	return s
}

func score(t testing.TB, set *positions.Set, p engine.Player) []positions.Judged {
	t.Helper()
	e := positions.Exam{Players: named.Players{named.Of("p", p)}, Decisions: set.Decisions, Seed: 1, Workers: 2}
	return must.Get(e.Run(t.Context()))(t).Players[0].Judged
}

func noisy(t testing.TB, static *engine.Static, sigma float32) engine.Player {
	t.Helper()
	s := must.Get(search.New(static.Clone(), search.Options{}))(t)
	return player.NewNoisy(s, player.Noise{Plays: sigma, Cube: sigma})
}

// rate returns the rate of a kind over all classes.
func rate(t testing.TB, judged []positions.Judged, kind positions.Kind) positions.Rate {
	t.Helper()
	for _, r := range positions.Rates(judged) {
		if r.Kind == kind && r.Group == "" {
			return r
		}
	}
	t.Fatalf("no %s was asked", kind)
	return positions.Rate{}
}

func bytesOf(t testing.TB, set *positions.Set) []byte {
	t.Helper()
	var b bytes.Buffer
	must.OK(t, set.Write(&b))
	return b.Bytes()
}
