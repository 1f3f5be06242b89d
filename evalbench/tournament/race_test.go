package tournament

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// TestRaces drops candidates until one or two of three are left, the best one among them (worse has the lower score in these games), whatever they score against the opponent, for
// any number of workers and after any interruption with the same bytes.
func TestRaces(t *testing.T) {
	for left, want := range map[int]struct {
		places   []string
		sentence string
	}{
		1: {[]string{"behind", "best", "behind"}, "of 3 candidates good is left: none of the others is better than the best of them by +800 mEq"},
		2: {[]string{"left", "left", "behind"}, "of 3 candidates good, bad are left: none of the others is better than the best of them by +800 mEq"},
	} {
		race := func(workers int) *Selection {
			s := selectionOf(workers, bad, good, worse)
			s.Left = left
			return s
		}
		dir := t.TempDir()
		whole, file := runSelection(t.Context(), t, filepath.Join(dir, "one"), race(1))
		var places []string
		for _, c := range whole.Candidates {
			places = append(places, c.Place)
		}
		now := must.Get(race(2).Run(t.Context(), NewLedger(settings)))(t)
		if !reflect.DeepEqual(places, want.places) || now.Sentence() != want.sentence || whole.Decision != "H1" || whole.Left != left || (whole.Best == nil) != (left > 1) {
			t.Errorf("%d left: %q, %s, %s", left, places, now.Sentence(), whole.Decision)
		}
		if text := now.Text(); !strings.Contains(text, want.places[1]) || strings.Contains(text, "LLR bounds") || !strings.Contains(text, "beta 0.05 for all candidates together") {
			t.Errorf("%d left:\n%s", left, text)
		}
		for after := 1; after < whole.Pairs; after += 7 {
			ctx, cancel := context.WithCancel(t.Context())
			path := filepath.Join(dir, "stopped")
			s := race(2)
			s.Progress = func(now *Standing) {
				if now.Games() == 2*after {
					cancel()
				}
				if e := now.Expected(); e < now.Games() || e > s.MaxGames || now.Games() == 100 && now.Note() == "" {
					t.Errorf("%d games expected after %d, %q", e, now.Games(), now.Note())
				}
			}
			runSelection(ctx, t, path, s)
			cancel()
			if got, resumed := runSelection(t.Context(), t, path, race(3)); !reflect.DeepEqual(got, whole) || !bytes.Equal(resumed, file) {
				t.Errorf("stopped after %d pairs: %+v\nwant %+v", after, got, whole)
			}
			must.OK(t, os.Remove(path))
		}
	}
	// a reader of the file finds the same standing by the plan
	path := filepath.Join(t.TempDir(), "games")
	s := selectionOf(1, bad, good, worse)
	s.Left = 2
	want, _ := runSelection(t.Context(), t, path, s)
	plan := must.Get(ReadPlan(must.Get(os.ReadFile(path + PlanSuffix))(t)))(t)
	if got := open(t, path).Selection(plan.Selection()).Record(); got.Decision != want.Decision || got.Games != want.Games || got.Left != 2 {
		t.Errorf("by the plan %+v, want %+v", got, want)
	}
	plan.Left = 3
	must.Fail(t, must.Err(ReadPlan(must.Get(json.Marshal(plan))(t))), "3 of 4 players are to be left")
	s = selectionOf(1, bad, good, worse)
	s.Left, s.MaxGames = 2, 20
	if now := must.Get(s.Run(t.Context(), NewLedger(settings)))(t); now.Sentence() != "undecided: 3 of 3 candidates are left, want 2" || now.Games() != 20 {
		t.Errorf("%s after %d games", now.Sentence(), now.Games())
	}
	for left, want := range map[int]string{3: "left is 3, want less than the number of candidates, 3", -1: "left is -1"} {
		s.Left = left
		must.Fail(t, must.Err(s.Run(t.Context(), NewLedger(settings))), want)
	}
}
