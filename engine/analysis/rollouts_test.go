package analysis_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"testing"

	"gammonlab/board/game"
	"gammonlab/engine/advice"
	"gammonlab/engine/analysis"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/rollout"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// rolledOut returns options with short rollouts, whose trials a folder keeps.
func rolledOut(folder string) analysis.Options {
	s := rollout.Defaults()
	s.Trials, s.Turns = 36, 3
	return analysis.Options{Workers: 2, Games: []int{1}, Rollouts: &analysis.Rollouts{Settings: s, Close: 0.01, Folder: folder}}
}

// near reports whether two numbers are equal up to the precision of moves.
func near(a, b float64) bool { return math.Abs(a-b) < 1e-6 }

// The errors and close decisions are rolled out and judged by the results, all others are as
// without rollouts, and the statistics are those of all.
func TestRolloutsOfErrors(t *testing.T) {
	o := rolledOut("")
	r := analyse(t, "match5.mat", o)
	before := analyse(t, "match5.mat", analysis.Options{Workers: 2, Games: []int{1}})
	rolled, changed, lost := 0, 0, [2]float64{}
	for i, d := range r.Games[0].Decisions {
		was := before.Games[0].Decisions[i]
		lost[d.Player] += d.Error.Equity
		if d.Rollout == nil {
			if d.Error != was.Error || was.Mark != analysis.Unmarked {
				t.Errorf("move %d: cost %v without a rollout, want %v and no mark", d.Move, d.Error, was.Error)
			}
			continue
		}
		rolled++
		if d.Error != was.Error {
			changed++
		}
		checkRolled(t, d)
	}
	if rolled < 10 || changed < 8 || r.Rollouts == nil || r.Rollouts.Decisions != rolled || r.Rollouts.Trials < 36*2*rolled {
		t.Errorf("%d decisions were rolled out and %d changed: %+v", rolled, changed, r.Rollouts)
	}
	for p := range lost {
		if got := r.Statistics[p].Overall.Error.Equity; math.Abs(got-lost[p]) > 1e-6 {
			t.Errorf("player %d lost %v, want the sum %v", p, got, lost[p])
		}
	}
}

// checkRolled checks a decision that was rolled out.
func checkRolled(t *testing.T, d *analysis.Decision) {
	t.Helper()
	if !(d.Rollout.Error >= 0) || d.Rollout.Trials < 72 { // 0 if databases end all trials alike
		t.Errorf("move %d: %+v", d.Move, d.Rollout)
	}
	if d.Kind != analysis.Play {
		double := advice.WeighDouble(&d.Verdict.Alternatives, false)
		cost := double.Lost(d.DoubledOrTaken)
		if d.Kind == analysis.Answer {
			answers := advice.WeighAnswers(&d.Verdict.Alternatives, false, false)
			cost = answers.Lost(game.TakeOrDrop(d.DoubledOrTaken))
		}
		if len(d.Rollout.Sides) != 2 || !near(float64(d.Rollout.Sides[0].Worth()), d.NoDouble) || !near(d.Error.Equity, cost) {
			t.Errorf("move %d: cost %v, want %v; %+v", d.Move, d.Error, cost, d.Rollout.Sides)
		}
		return
	}
	best, made := &d.Moves[0], &d.Moves[d.Index]
	if best.Rolled == nil || made.Rolled == nil || d.Moves[1].Rolled == nil || d.Made != made.Move || d.Best != best.Move {
		t.Errorf("move %d: %s is made, %s best, by %+v", d.Move, d.Made, d.Best, d.Moves[:2])
	}
	if !near(d.Error.Equity, float64(best.Worth()-made.Worth())) || d.Rank != d.Index+1 {
		t.Errorf("move %d: rank %d, cost %v, want %v", d.Move, d.Rank, d.Error, best.Worth()-made.Worth())
	}
	for i, m := range d.Moves[1:] {
		if last := &d.Moves[i]; last.Rolled == nil && m.Rolled != nil || m.Rolled != nil && m.Worth() > last.Worth() || m.Rank <= last.Rank {
			t.Errorf("move %d: %s is not in its place", d.Move, m.Move)
		}
	}
}

// An analysis that was interrupted in a rollout ends like one that was not, with any number
// of workers, and plays no trial again.
func TestRolloutsResume(t *testing.T) {
	want := must.Get(json.Marshal(analyse(t, "match5.mat", rolledOut(""))))(t)
	folder := t.TempDir()
	o := rolledOut(folder)
	o.Workers, o.Model.Evaluator = 1, enginetest.Shipped(t, nets.DefaultNet)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	o.Rollouts.Progress = func(done, _ int64) {
		if done == 4 {
			stop()
		}
	}
	if _, err := analysis.Analyse(ctx, read(t, "match5.mat"), o); err == nil || ctx.Err() == nil {
		t.Fatalf("the analysis was not interrupted: %v", err)
	}
	if n := len(must.Get(os.ReadDir(folder))(t)); n < 4 || n > 5 {
		t.Errorf("%d rollouts are kept, want 4 or 5", n)
	}
	for range 2 { // the second time all trials are there
		if got := must.Get(json.Marshal(analyse(t, "match5.mat", rolledOut(folder))))(t); !bytes.Equal(got, want) {
			t.Error("a resumed analysis differs from one that was not interrupted")
		}
	}
}
