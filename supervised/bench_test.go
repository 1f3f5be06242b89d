package supervised

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/enginetest"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// handmadeDecisions is a benchmark file of gnubg's form.
const handmadeDecisions = "../datasets/exchange/testdata/handmade.bm"

// Benchmarks measure the answers of a model's nets, from a table or a database.
func TestBenches(t *testing.T) {
	rows := distinct(gnubgLabelled(t))
	db := database(t, board.Backgammon, rows)
	text := must.Get(os.ReadFile("../engine/testdata/0ply-selfplay.csv"))(t)
	table := filepath.Join(t.TempDir(), "table.csv")
	must.OK(t, os.WriteFile(table, text, 0o666))
	cfg := DefaultConfig()
	data := mustLoad(t, &cfg, Files{Training: db, Values: []string{db, table}, Decisions: []string{handmadeDecisions}})
	net := enginetest.RandomNet(t, 5, 3)
	got := map[string]float64{}
	for _, b := range data.benches {
		must.OK(t, b.measure(t.Context(), nets.NewModel(net, board.Backgammon), got))
	}
	for name, rmse := range map[string]float64{
		"rows_equity_rmse":  Measure(net, NewSamples(net.Set(), board.Backgammon, rows)).Equity(),
		"table_equity_rmse": Measure(net, NewSamples(net.Set(), board.Backgammon, gnubgLabelled(t))).Equity(),
	} {
		// The sums of the first layer have another order, so the results differ
		// by rounding.
		if math.Abs(got[name]/rmse-1) > 1e-4 {
			t.Errorf("%s is %v, want %v", name, got[name], rmse)
		}
	}
	rate, hasRate := got["handmade_error_rate"]
	if mistakes, ok := got["handmade_errors"]; !ok || !hasRate || (mistakes > 0) != (rate > 0) || len(got) != 4 {
		t.Errorf("got %v", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, b := range data.benches {
		if err := b.measure(ctx, nets.NewModel(net, board.Backgammon), got); !errors.Is(err, context.Canceled) {
			t.Errorf("%s cancelled: got %v", b.name, err)
		}
	}
}

// The files of a run's benchmarks may move, but not change.
func TestResumeWithBenches(t *testing.T) {
	cfg := tiny()
	files := labelledByGnubg(t)
	files.Decisions = []string{handmadeDecisions}
	dir := filepath.Join(t.TempDir(), "run")
	ctx, cancel := context.WithCancel(t.Context())
	f := begin(t, ctx, dir, mustNew(t, cfg, mustLoad(t, &cfg, files), Options{}), Hooks{Point: func(Point) { cancel() }})
	other := files
	other.Decisions = nil
	if _, err := f.Resume(mustLoad(t, &cfg, other), Options{Workers: 1}); err == nil || !strings.Contains(err.Error(), "the data differ from those") {
		t.Errorf("without the benchmark: got %v", err)
	}
	resume(t, t.Context(), dir, Hooks{}, 1)
	points, err := f.Metrics()
	if err != nil || len(points) != cfg.Epochs {
		t.Fatalf("%d points, %v, want %d", len(points), err, cfg.Epochs)
	}
	for _, p := range points {
		if _, ok := p.Bench["handmade_error_rate"]; !ok {
			t.Errorf("epoch %d has the benchmarks %v", p.Epoch, p.Bench)
		}
	}
}

func TestBenchErrors(t *testing.T) {
	files := labelledByGnubg(t)
	empty := filepath.Join(t.TempDir(), "empty.csv")
	must.OK(t, os.WriteFile(empty, []byte("position_id,win,wg,wbg,lg,lbg\n"), 0o666))
	hyper := database(t, board.Hypergammon3, nil)
	for _, c := range []struct {
		name              string
		values, decisions []string
		want              string
	}{
		{"missing file", []string{"nowhere.csv"}, nil, "nowhere.csv"},
		{"no positions", []string{empty}, nil, empty + ": no labelled position"},
		{"another variant", []string{hyper}, nil, hyper + " holds positions of hypergammon3, want positions of backgammon"},
		{"no decisions", nil, []string{empty}, empty},
		{"the same name", []string{handmadeDecisions}, []string{handmadeDecisions}, "the same name, handmade"},
	} {
		cfg := DefaultConfig()
		_, err := Load(t.Context(), &cfg, Files{Training: files.Training, Values: c.values, Decisions: c.decisions}, 2, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "benchmark") {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}
