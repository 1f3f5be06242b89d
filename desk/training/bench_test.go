package training

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/engine/enginetest"
	"gammonlab/evalbench"
	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/supervised"
)

const (
	// handmadeDecisions is a benchmark file of gnubg's form.
	handmadeDecisions = "../../datasets/exchange/testdata/handmade.bm"

	// gnubgTable has evaluations of GNU Backgammon.
	gnubgTable = "../../engine/testdata/0ply-selfplay.csv"
)

// distinct returns the rows without those whose position came before.
func distinct(rows []datasets.Row) []datasets.Row {
	seen := map[board.Position]bool{}
	return slices.DeleteFunc(slices.Clone(rows), func(r datasets.Row) bool {
		before := seen[r.Position]
		seen[r.Position] = true
		return before
	})
}

// Benchmarks measure the answers of a model's nets, from a table or a database.
func TestBenches(t *testing.T) {
	all := must.Get(evalbench.LoadSet(gnubgTable, board.Backgammon, 0))(t).Rows
	rows := distinct(all)
	db := datasetstest.Write(t, datasets.Meta{}, rows)
	table := filepath.Join(t.TempDir(), "table.csv")
	must.OK(t, os.WriteFile(table, must.Get(os.ReadFile(gnubgTable))(t), 0o666))
	files := supervised.Files{Values: []string{db, table}, Decisions: []string{handmadeDecisions}}
	benches := must.Get(loadBenches(&files, board.Backgammon))(t)
	net := enginetest.RandomNet(t, 5, 3)
	s := Supervised{benches: benches}
	got := must.Get(s.measure()(t.Context(), nets.NewModel(net, board.Backgammon)))(t)
	for name, rmse := range map[string]float64{
		"rows_equity_rmse":  supervised.Measure(net, supervised.NewSamples(net.Set(), board.Backgammon, rows)).Equity(),
		"table_equity_rmse": supervised.Measure(net, supervised.NewSamples(net.Set(), board.Backgammon, all)).Equity(),
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
	for _, b := range benches {
		if err := b.measure(ctx, nets.NewModel(net, board.Backgammon), got); !errors.Is(err, context.Canceled) {
			t.Errorf("%s cancelled: got %v", b.name, err)
		}
	}
}

func TestBenchErrors(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty.csv")
	must.OK(t, os.WriteFile(empty, []byte("position_id,win,wg,wbg,lg,lbg\n"), 0o666))
	hyper := datasetstest.Write(t, datasets.Meta{Variant: board.Hypergammon3}, nil)
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
		s := Supervised{Files: supervised.Files{Training: "data.parquet", Values: c.values, Decisions: c.decisions}}
		cfg := supervised.DefaultConfig()
		_, err := s.load(t.Context(), &cfg)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "benchmark") {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}
