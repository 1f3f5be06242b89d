package evalbench_test

import (
	"context"
	"encoding/json"
	"os"
	"sync/atomic"
	"testing"

	"gammonlab/engine/named"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/datasets"
	"gammonlab/datasets/label"
	"gammonlab/engine"
	"gammonlab/engine/analysis"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/player"
	"gammonlab/engine/rollout"
	"gammonlab/engine/search"
	"gammonlab/evalbench"
	"gammonlab/internal/must"
)

// stranger is an evaluator with the required method only. It fails the test if
// two goroutines call it at the same time.
type stranger struct {
	enginetest.Pips
	t     *testing.T
	asked *atomic.Int32 // by how many goroutines now
}

func (s stranger) Evaluate(dst []engine.Probabilities, positions []board.Position) {
	if s.asked.Add(1) != 1 {
		s.t.Error("two goroutines ask an evaluator that is no Cloner")
	}
	s.Pips.Evaluate(dst, positions)
	s.asked.Add(-1)
}

// native has the same results, and all optional interfaces.
type native struct{ enginetest.Pips }

func (n native) CloneEvaluator() engine.Evaluator { return n }

func (n native) Digest() (string, error) { return "pips", nil }

func (n native) EvaluatePlays(dst []engine.Probabilities, _ *board.Position, plays []board.Play) {
	for i := range plays {
		n.Evaluate(dst[i:i+1], []board.Position{plays[i].Result})
	}
}

func (n native) Prunes() bool { return false }

func (n native) Sieves() engine.Sieves { return engine.Sieves{} }

func (n native) SiftRolls(*engine.Rolls, *board.Position, engine.Sieve, engine.Score) {}

var _ engine.Pruner = native{}

// usesOf has a function for each use of an evaluator.
var usesOf = map[string]func(ctx context.Context, e engine.Evaluator, workers int) (any, error){
	"match with luck and judge": func(ctx context.Context, e engine.Evaluator, workers int) (any, error) {
		full := engine.NewFull(e)
		plies := 1
		r, err := (&evalbench.Match{
			A: named.Player{Player: player.NewGreedy(full)}, B: named.Player{Player: player.Pubeval{}}, Conditions: evalbench.Conditions{Rules: evalbench.Rules{Length: 2}, Seed: 1}, Games: 6,
			Assessment: evalbench.Assessment{Luck: named.Model{Evaluator: full}, Judge: &plies, JudgeModel: named.Model{Evaluator: full}}, Workers: workers,
		}).Run(ctx)
		if err == nil {
			r.Elapsed = 0
		}
		return r, err
	},
	"rollout": func(ctx context.Context, e engine.Evaluator, workers int) (any, error) {
		s := rollout.Defaults()
		s.Trials, s.Truncation.Turns, s.Workers, s.Depth.Plies = 36, 4, workers, 1
		return rollout.Run(ctx, e, rollout.OfPosition(board.Backgammon.Start(), nil), s)
	},
	"labels": func(ctx context.Context, e engine.Evaluator, workers int) (any, error) {
		var all []engine.Probabilities
		full := engine.NewFull(e)
		for _, by := range []datasets.Method{datasets.Static, datasets.Ply1, datasets.Ply2, datasets.Game} {
			l, err := label.New(full.Clone(), label.Settings{By: by, Rollout: rollout.Settings{Trials: 3, Trial: rollout.Trial{Dice: rollout.Dice{Seed: 1}}}})
			if err != nil {
				return nil, err
			}
			var rows []datasets.Row
			for _, pos := range enginetest.Positions(12, 3) {
				rows = append(rows, datasets.NewRow(pos))
			}
			if err := l.Rows(ctx, rows, workers); err != nil {
				return nil, err
			}
			for i := range rows {
				all = append(all, rows[i].Probabilities)
			}
		}
		return all, nil
	},
	"analysis": func(ctx context.Context, e engine.Evaluator, workers int) (any, error) {
		file, err := os.Open("../engine/analysis/testdata/money.mat")
		if err != nil {
			return nil, err
		}
		defer file.Close()
		m, err := record.ReadMat("money.mat", file)
		if err != nil {
			return nil, err
		}
		return analysis.Analyse(ctx, m, analysis.Options{Strength: named.StrengthOf(e, 1), Games: []int{1}, Workers: workers})
	},
	"search with the work shared": func(ctx context.Context, e engine.Evaluator, workers int) (any, error) {
		s, err := search.New(e, search.Options{Depth: search.Depth{Plies: 2, Filter: search.Normal()}, Workers: workers})
		if err != nil {
			return nil, err
		}
		pos := board.Backgammon.Start()
		return s.Rank(ctx, &pos, board.Plays(pos, board.Roll{3, 1}))
	},
}

// Every evaluator can be used for everything, and the results do not depend on
// its optional interfaces.
func TestAnyEvaluator(t *testing.T) {
	for name, use := range usesOf {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name != "rollout" && name != "search with the work shared" {
				t.Skip("slow under the race detector, where other tests share work among goroutines")
			}
			text := func(e engine.Evaluator, workers int) string {
				result := must.Get(use(t.Context(), e, workers))(t)
				written := must.Get(json.Marshal(result))(t)
				return string(written)
			}
			want := text(native{}, 1)
			for _, workers := range []int{1, 3} {
				if got := text(stranger{t: t, asked: new(atomic.Int32)}, workers); got != want {
					t.Errorf("%d workers: %.300s\nwant %.300s", workers, got, want)
				}
			}
		})
	}
}

// Work whose results are kept in files requires an evaluator with a digest.
func TestFilesNeedDigests(t *testing.T) {
	s := rollout.Defaults()
	s.Trials, s.Truncation.Turns, s.State = 36, 2, t.TempDir()+"/state"
	alternatives := rollout.OfPosition(board.Backgammon.Start(), nil)
	_, err := rollout.Run(t.Context(), enginetest.Pips{}, alternatives, s)
	if want := "the evaluator enginetest.Pips has no method Digest"; err == nil || err.Error()[:len(want)] != want {
		t.Errorf("got %v, want %q", err, want)
	}
	if _, err := rollout.Run(t.Context(), native{}, alternatives, s); err != nil {
		t.Errorf("with a digest: %v", err)
	}
}
