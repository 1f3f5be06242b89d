package tournament

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"gammonlab/evalbench"
	"gammonlab/internal/must"
)

func closeTest(workers int) *Test {
	return &Test{
		A: worse, B: bad, Criterion: Criterion{Equity: EquityBounds{0, 0.8}, Alpha: 0.05, Beta: 0.05, MaxGames: 1000},
		Conditions: settings.Conditions, Workers: workers,
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
	if want.Decision != evalbench.AcceptH0 || want.Pairs < 12 || want.Pairs == 500 || want.LLR > want.Lower {
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
	turned.MaxGames = 2 * want.Pairs
	turned.Equity = EquityBounds{-1e-6, 1e-6} // too near to decide
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

// The games of nets do not depend on where their files lie, nor on the order of the files' names.
func TestFilesElsewhere(t *testing.T) {
	run := func(a, b string) *Verdict {
		test := closeTest(1)
		test.A.Name, test.A.Digest = a, "first"
		test.B.Name, test.B.Digest = b, "second"
		return must.Get(test.Run(t.Context(), NewLedger(settings)))(t)
	}
	want := run("net:/a/1.safetensors,noise=1", "net:/b/2.safetensors")
	got := run("net:/y/1.safetensors,noise=1", "net:/x/2.safetensors")
	if got.Pairs != want.Pairs || got.Points.Center != want.Points.Center {
		t.Errorf("elsewhere %+v, want %+v", got, want)
	}
	if other := run("net:/a/1.safetensors,noise=2", "net:/b/2.safetensors"); other.Points.Center == want.Points.Center {
		t.Errorf("with another setting %+v as without", other)
	}
}

func TestRules(t *testing.T) {
	for _, rules := range []evalbench.Rules{{Cube: true, Jacoby: true}, {Cube: true, Beavers: 2}, {Length: 3}} {
		test := &Test{A: good, B: bad, Criterion: Criterion{Elo: EloBounds{-70, 70}, Alpha: 0.05, Beta: 0.05, MaxGames: 200}, Conditions: evalbench.Conditions{Seed: 1, Rules: rules}}
		v, err := test.Run(t.Context(), NewLedger(test.Settings()))
		if err != nil || v.Decision != evalbench.AcceptH1 || v.Share.Center < 0.8 {
			t.Errorf("%v: %+v, %v", rules, v, err)
		}
	}
}

func TestRefusesTests(t *testing.T) {
	even := Criterion{Alpha: 0.05, Beta: 0.05, MaxGames: 2}
	change := func(change func(*Test)) Test {
		test := Test{A: good, B: bad, Criterion: even, Conditions: settings.Conditions}
		change(&test)
		return test
	}
	for _, c := range []struct {
		test Test
		want string
	}{
		{change(func(t *Test) { t.MaxGames = 3 }), "max_games is 3, want an even number"},
		{change(func(t *Test) { t.Equity = EquityBounds{1, 1} }), "bounds 1 and 1"},
		{change(func(t *Test) { t.Equity, t.Elo = EquityBounds{0, 1}, EloBounds{0, 1} }), "elo contradicts equity"},
		{change(func(t *Test) { t.Alpha = 0.7 }), "alpha is 0.7"},
		{change(func(t *Test) { t.B = good }), "a and b are the same player"},
		{change(func(t *Test) { t.B = Player{Player: good.Player} }), "without a name"},
		{change(func(t *Test) { t.Seed = 8 }), "a test with other settings than the ledger: seed 7, want 8"},
		{change(func(t *Test) { t.Jacoby = true }), "jacoby needs cubeful"},
	} {
		must.Fail(t, must.Err(c.test.Run(t.Context(), NewLedger(settings))), c.want, c.test)
	}
}
