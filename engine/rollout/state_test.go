package rollout_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/rollout"
	"gammonlab/internal/must"
)

// frameSize is the length of a trial in the file.
const frameSize = 18 + 4 + 4 + 8*rollout.Values + 1

// stateSettings are those of a short rollout that keeps its state.
func stateSettings(path string) rollout.Settings {
	s := rollout.Defaults()
	s.Trials, s.Truncation.Turns, s.State = 90, 3, path
	s.Luck = rollout.NoLuck
	return s
}

func twoPlays() []rollout.Alternative {
	start := board.Backgammon.Start()
	return rollout.OfPlays(start, board.Plays(start, board.Roll{3, 1})[:2], nil)
}

// finishedState returns the file of a rollout that was not interrupted.
func finishedState(t testing.TB) ([]byte, *rollout.Result) {
	path := filepath.Join(t.TempDir(), "state")
	result := run(t, enginetest.RandomStatic(t, 10, 1), twoPlays(), stateSettings(path))
	return must.Get(os.ReadFile(path))(t), result
}

func sameResults(t *testing.T, got, want *rollout.Result) {
	t.Helper()
	for i := range want.Outcomes {
		if g, w := got.Outcomes[i], want.Outcomes[i]; g.Estimate != w.Estimate || g.Status != w.Status {
			t.Errorf("alternative %d: %v %v, want %v %v", i, g.Estimate, g.Status, w.Estimate, w.Status)
		}
	}
}

// A rollout that is cancelled and resumed many times ends with the result and
// the file of an uninterrupted one.
func TestInterruptedRollout(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	s := stateSettings(path)
	s.Trials = 540
	want := run(t, enginetest.RandomStatic(t, 10, 1), twoPlays(), s)
	wantState := must.Get(os.ReadFile(path))(t)
	must.OK(t, os.Remove(path))
	interruptions := 0
	for {
		ctx, cancel := context.WithCancel(t.Context())
		trials := 0
		s.Workers = 1 + interruptions%3
		s.Progress = func(*rollout.Result) {
			if trials++; trials == 40 {
				cancel()
			}
		}
		got, err := rollout.Run(ctx, enginetest.RandomStatic(t, 10, 1), twoPlays(), s)
		cancel()
		if err == nil {
			sameResults(t, got, want)
			break
		}
		if interruptions++; interruptions > 200 {
			t.Fatalf("never done: %v", err)
		}
	}
	if interruptions < 2 {
		t.Errorf("interrupted %d times, want more", interruptions)
	}
	if !bytes.Equal(must.Get(os.ReadFile(path))(t), wantState) {
		t.Error("the file differs from that of a rollout that was not interrupted")
	}
}

// Trials in the file of a killed process are not played again.
func TestKilledRollout(t *testing.T) {
	wantState, want := finishedState(t)
	path := filepath.Join(t.TempDir(), "state")
	for _, size := range []int{len(wantState) / 2, len(wantState)} {
		must.OK(t, os.WriteFile(path, wantState[:size], 0o666))
		sameResults(t, run(t, enginetest.RandomStatic(t, 10, 1), twoPlays(), stateSettings(path)), want)
		if !bytes.Equal(must.Get(os.ReadFile(path))(t), wantState) {
			t.Errorf("%d bytes: the file differs", size)
		}
	}
}

// A finished rollout continued with more trials equals a rollout with that number
// from the start.
func TestMoreTrials(t *testing.T) {
	short, long := filepath.Join(t.TempDir(), "short"), filepath.Join(t.TempDir(), "long")
	s := stateSettings(short)
	run(t, enginetest.RandomStatic(t, 10, 1), twoPlays(), s)
	s.Trials = 150
	got := run(t, enginetest.RandomStatic(t, 10, 1), twoPlays(), s)
	s.State = long
	sameResults(t, got, run(t, enginetest.RandomStatic(t, 10, 1), twoPlays(), s))
	if !bytes.Equal(must.Get(os.ReadFile(short))(t), must.Get(os.ReadFile(long))(t)) {
		t.Error("the files differ")
	}
}

// Files that are not the state of the rollout are refused and left alone.
func TestRefusedState(t *testing.T) {
	good, _ := finishedState(t)
	for _, c := range []struct {
		name   string
		file   []byte
		change func(*rollout.Settings)
		want   string
	}{
		{"of an earlier version", []byte("gammonlab rollout 1\n{}\n"), nil, "made by another version of this program: format 1, want 3"},
		{"a trial twice", append(bytes.Clone(good), good[len(good)-frameSize:]...), nil, "is there twice"},
		{"another seed", good, func(s *rollout.Settings) { s.Seed++ }, "with other settings (seed 1, want 2)"},
		{"another truncation", good, func(s *rollout.Settings) { s.Truncation.Turns++ }, "other settings (truncate 3, want 4)"},
		{"other luck", good, func(s *rollout.Settings) { s.Luck = rollout.FullLuck }, "other settings (variance_reduction \"off\", want \"full\")"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "state")
			must.OK(t, os.WriteFile(path, c.file, 0o666))
			s := stateSettings(path)
			if c.change != nil {
				c.change(&s)
			}
			_, err := rollout.Run(t.Context(), enginetest.RandomStatic(t, 10, 1), twoPlays(), s)
			must.Fail(t, err, c.want)
			must.Fail(t, err, path)
			if !bytes.Equal(must.Get(os.ReadFile(path))(t), c.file) {
				t.Error("the file was changed")
			}
		})
	}
}
