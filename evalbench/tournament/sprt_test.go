package tournament

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"gammonlab/evalbench"
	"gammonlab/evalbench/stats"
	"gammonlab/internal/must"
)

func closeTest(workers int) *Test {
	return &Test{
		A: worse, B: bad, Hypotheses: stats.Hypotheses{E0: 0, E1: 0.8, Alpha: 0.05, Beta: 0.05},
		MaxPairs: 500, Workers: workers,
	}
}

// runTest runs a test with the ledger in a file.
func runTest(ctx context.Context, t *testing.T, path string, test *Test) *Verdict {
	t.Helper()
	l := open(t, path)
	v, err := test.Run(ctx, l)
	if err != nil && ctx.Err() == nil {
		t.Fatal(err)
	}
	must.OK(t, l.Close())
	return v
}

// TestSequential wants the same verdict and the same bytes for any number of
// workers.
func TestSequential(t *testing.T) {
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole")
	want := runTest(t.Context(), t, whole, closeTest(1))
	if want.Decision != stats.AcceptH0 || want.Pairs < 12 || want.Pairs == 500 || want.LLR > want.Lower {
		t.Fatalf("%+v, want H0", want)
	}
	for _, workers := range []int{2, 5} {
		path := filepath.Join(dir, "many")
		if got := runTest(t.Context(), t, path, closeTest(workers)); !reflect.DeepEqual(got, want) {
			t.Errorf("%d workers: %+v\nwant %+v", workers, got, want)
		}
		if !bytes.Equal(must.Get(os.ReadFile(path))(t), must.Get(os.ReadFile(whole))(t)) {
			t.Errorf("%d workers: the file is\n%s\nwant\n%s", workers, must.Get(os.ReadFile(path))(t), must.Get(os.ReadFile(whole))(t))
		}
		os.Remove(path)
	}
}

// TestStopped resumes a test that was stopped, and wants the same verdict and
// bytes.
func TestStopped(t *testing.T) {
	dir := t.TempDir()
	whole, stopped := filepath.Join(dir, "whole"), filepath.Join(dir, "stopped")
	want := runTest(t.Context(), t, whole, closeTest(1))
	ctx, cancel := context.WithCancel(t.Context())
	test := closeTest(2)
	told := 0
	test.Each = func(*Verdict) { told++ }
	test.Progress = func(v *Verdict) {
		if told != v.Pairs {
			t.Errorf("told of %d pairs at number %d", told, v.Pairs)
		}
		if v.Pairs == 12 {
			cancel()
		}
	}
	runTest(ctx, t, stopped, test)
	if part := must.Get(os.ReadFile(stopped))(t); !bytes.HasPrefix(must.Get(os.ReadFile(whole))(t), part) || !bytes.Contains(part, []byte("points")) {
		t.Errorf("stopped after 12 pairs or a few more, the file is\n%s", part)
	}
	if got := runTest(t.Context(), t, stopped, closeTest(2)); !reflect.DeepEqual(got, want) || !bytes.Equal(must.Get(os.ReadFile(stopped))(t), must.Get(os.ReadFile(whole))(t)) {
		t.Errorf("resumed: %+v\nwant %+v", got, want)
	}
}

// TestPlayersExchanged exchanges the players of a ledger: no game is played, and the
// signs of the means change.
func TestPlayersExchanged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "whole")
	want := runTest(t.Context(), t, path, closeTest(1))
	turned := closeTest(1)
	turned.A, turned.B = turned.B, turned.A
	turned.MaxPairs = want.Pairs
	turned.E0, turned.E1 = -1e-6, 1e-6 // too near to decide
	turned.Progress = func(*Verdict) { t.Error("a pair was played again") }
	told := 0
	turned.Each = func(v *Verdict) {
		if told++; v.Pairs != told {
			t.Errorf("told of %d pairs, want %d", v.Pairs, told)
		}
	}
	got := runTest(t.Context(), t, path, turned)
	if told != want.Pairs || got.Pairs != want.Pairs || got.Points.Center != -want.Points.Center {
		t.Errorf("told of %d pairs; turned round %+v", told, got)
	}
}

func TestRules(t *testing.T) {
	for _, rules := range []evalbench.Rules{{Cube: true, Jacoby: true}, {Cube: true, Beavers: 2}, {Length: 3}} {
		l := NewLedger(Settings{Conditions: evalbench.Conditions{Seed: 1, Rules: rules}})
		test := &Test{A: good, B: bad, Hypotheses: stats.Hypotheses{E0: 0.4, E1: 0.6, Alpha: 0.05, Beta: 0.05}, Unit: Share, MaxPairs: 100}
		v, err := test.Run(t.Context(), l)
		if err != nil || v.Decision != stats.AcceptH1 || v.Share.Center < 0.8 {
			t.Errorf("%v: %+v, %v", rules, v, err)
		}
	}
}

func TestRefusesTests(t *testing.T) {
	h := stats.Hypotheses{E0: 0, E1: 0.1, Alpha: 0.05, Beta: 0.05}
	for _, c := range []struct {
		test Test
		want string
	}{
		{Test{A: good, B: bad, MaxPairs: 1}, "bounds 0 and 0"},
		{Test{A: good, B: bad, Hypotheses: h}, "at most 0 pairs"},
		{Test{A: good, B: bad, Hypotheses: h, MaxPairs: 1, Unit: Share}, "want shares"},
		{Test{A: good, B: good, Hypotheses: h, MaxPairs: 1}, "against itself"},
		{Test{A: good, B: Player{Player: good.Player}, Hypotheses: h, MaxPairs: 1}, "without a name"},
	} {
		must.Fail(t, must.Err(c.test.Run(t.Context(), NewLedger(settings))), c.want, c.test)
	}
}
