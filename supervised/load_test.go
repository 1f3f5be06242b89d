package supervised

import (
	"context"
	"errors"
	"math"
	"os"
	"reflect"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/features"
	"gammonlab/internal/must"
)

// withErrors are rows of which two have labels with known errors.
func withErrors() []datasets.Row {
	rows := distinct(pipLabelled(4))
	unknown := float32(math.NaN())
	for i, e := range []float32{0.01, 0.03, unknown, unknown} {
		rows[i].EquityError = e
	}
	return rows
}

func TestLoadLeavesOut(t *testing.T) {
	over := datasets.NewRow(board.Position{Own: board.Side{board.Off: 15}, Opp: board.Side{1: 15}})
	over.Method, over.Probabilities = datasets.Game, engine.Probabilities{1, 1}
	rows := distinct(pipLabelled(300))
	blank := datasets.NewRow(rows[0].Position)
	shared := rows[200:]
	files := Files{
		Training:   database(t, board.Backgammon, append(rows[1:220:220], over, blank)),
		Validation: database(t, board.Backgammon, shared),
	}
	cfg := DefaultConfig()
	cfg.Holdout = 0
	var done, total int64
	data := must.Get(Load(t.Context(), &cfg, files, 2, func(d, n int64) { done, total = d, n }))(t)
	if want := (LeftOut{Over: 1, Unlabelled: 1, Shared: 20}); data.Left != want {
		t.Errorf("left out %+v, want %+v", data.Left, want)
	}
	if training, validation := data.Rows(); training != 199 || validation != len(shared) {
		t.Errorf("%d and %d rows, want 199 and %d", training, validation, len(shared))
	}
	if want := int64(221 + len(shared)); done != want || total != want {
		t.Errorf("progress of %d rows of %d, want %d", done, total, want)
	}
}

// Several databases are those of one with all rows, in their order; a position that two of them have counts twice.
func TestLoadSeveral(t *testing.T) {
	rows := distinct(pipLabelled(300))
	parts := [][]datasets.Row{rows[:100], rows[80:250], rows[250:]}
	var files [3]string
	for i, part := range parts {
		files[i] = database(t, board.Backgammon, part)
	}
	cfg := DefaultConfig()
	several := mustLoad(t, &cfg, Files{Training: files[0], More: files[1:]})
	one := mustLoad(t, &cfg, Files{Training: database(t, board.Backgammon, slices.Concat(parts...))})
	if !reflect.DeepEqual(several.table, one.table) || !reflect.DeepEqual(several.rows, one.rows) {
		t.Error("several databases give other rows than one with all of them")
	}
	sums := must.Get(several.files.digests())(t)
	if !reflect.DeepEqual(several.digests, sums) || len(sums.More) != 2 {
		t.Errorf("digests %+v, want %+v", several.digests, sums)
	}
	_, err := Load(t.Context(), &cfg, Files{Training: files[0], More: []string{files[1], "nowhere.parquet"}}, 2, nil)
	must.Fail(t, err, "nowhere.parquet")
	cfg.Weighting = RowWeights
	_, err = Load(t.Context(), &cfg, Files{Training: files[0], More: files[1:]}, 2, nil)
	must.Fail(t, err, "has no weights", files[0])
}

// The held-out rows are those that Split selects.
func TestHoldout(t *testing.T) {
	rows := distinct(pipLabelled(1000))
	cfg := DefaultConfig()
	cfg.Holdout = 0.2
	data := mustLoad(t, &cfg, Files{Training: database(t, board.Backgammon, rows)})
	_, want := Split(rows, 0.2)
	held := map[board.Key]bool{}
	for _, class := range data.rows[toValidate] {
		for _, i := range class {
			held[data.table.keys[i]] = true
		}
	}
	if len(held) != len(want) {
		t.Errorf("%d rows held out, want %d", len(held), len(want))
	}
	for _, row := range want {
		if !held[row.Position.Key()] {
			t.Errorf("%s is not held out", row.Position.ID())
		}
	}
}

// Labels have probability 0 for outcomes that have become impossible.
func TestLoadRulesOut(t *testing.T) {
	pos := board.Position{Own: board.Side{3: 2, board.Off: 13}, Opp: board.Side{2: 3, board.Off: 12}}
	row := datasets.NewRow(pos)
	row.Method, row.Probabilities = datasets.Imported, engine.Probabilities{0.5, 0.1, 0, 0.2, 0.1}
	cfg := DefaultConfig()
	data := mustLoad(t, &cfg, Files{Training: database(t, board.Backgammon, []datasets.Row{row})})
	if got := data.table.labels[0]; got != (engine.Probabilities{0.5}) {
		t.Errorf("got %v, want 0.5 to win and nothing else", got)
	}
	if got := data.table.position(0); got != pos {
		t.Errorf("got %v, want %v", got, pos)
	}
}

func TestLoadErrors(t *testing.T) {
	rows := distinct(pipLabelled(3000))
	good := Files{Training: database(t, board.Backgammon, rows)}
	damaged := Files{Training: database(t, board.Backgammon, rows)}
	file := must.Get(os.ReadFile(damaged.Training))(t)
	file[len(file)/3] ^= 1
	must.OK(t, os.WriteFile(damaged.Training, file, 0o666))
	for _, c := range []struct {
		name   string
		files  Files
		change func(*Config)
		want   []string
	}{
		{"no validation", good, func(c *Config) { c.Holdout = 0 }, []string{"no validation data"}},
		{"two validations", Files{Training: good.Training, Validation: good.Training}, func(*Config) {}, []string{"holdout is 0.05, but there is a validation database"}},
		{"no file", Files{Training: "nowhere.parquet"}, func(*Config) {}, []string{"nowhere.parquet"}},
		{"variant", good, func(c *Config) { c.Variant = "hypergammon3" }, []string{good.Training, "positions of backgammon, the run is for hypergammon3"}},
		{"no plays of a roll", Files{Training: database(t, board.Backgammon, rows[:2])}, func(c *Config) { c.Differences = 20 }, []string{"differences is 20, but in", "no positions follow two plays of a roll"}},
		{"damage", damaged, func(*Config) {}, []string{damaged.Training, "row"}},
	} {
		cfg := DefaultConfig()
		c.change(&cfg)
		_, err := Load(t.Context(), &cfg, c.files, 2, nil)
		for _, want := range c.want {
			must.Fail(t, err, want, c.name)
		}
	}
	cfg := DefaultConfig()
	cfg.SkipBad = true
	data := mustLoad(t, &cfg, damaged)
	training, validation := data.Rows()
	if left := data.Left; left.Bad == 0 || left.FirstBad == nil || training+validation+int(left.Bad) != len(rows) {
		t.Errorf("%d and %d rows, left out %+v, want %d together", training, validation, left, len(rows))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Load(ctx, &cfg, good, 2, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v", err)
	}
}

// Errors of 0.01 and 0.03 with a floor of 0.02: 1/0.0005 and 1/0.0013 over their
// mean.
func TestWeights(t *testing.T) {
	rows := withErrors()
	set := must.Get(features.Lookup("perspective196"))(t)
	tab := &positionRows{variant: board.Backgammon}
	for i := range rows {
		tab.add(&rows[i], InverseVariance, 0.02)
	}
	samples := newSamples(set, tab, []int32{3, 0, 1})
	mean := (1/0.0005 + 1/0.0013) / 2
	want := []float64{1, 1 / 0.0005 / mean, 1 / 0.0013 / mean}
	for i, w := range want {
		if got := float64(samples.weight(i)); math.Abs(got-w) > 1e-5 {
			t.Errorf("row %d: weight %v, want %v", i, got, w)
		}
	}
	// Rows without known errors have the weight 1, and so have all rows without
	// weighting.
	for _, s := range []*Samples{newSamples(set, tab, []int32{2, 3}), NewSamples(set, board.Backgammon, rows)} {
		for i := range s.Len() {
			if got := s.weight(i); got != 1 {
				t.Errorf("weight %v, want 1", got)
			}
		}
	}
}

// The weights of a database are scaled to a mean of 1; a weight of 0 stays 0.
func TestRowWeights(t *testing.T) {
	rows := withErrors()
	set := must.Get(features.Lookup("perspective196"))(t)
	tab := &positionRows{variant: board.Backgammon}
	for i, w := range []float32{3, 0, 1, 4} {
		rows[i].Weight = w
		tab.add(&rows[i], RowWeights, 0)
	}
	for i, w := range []float32{1.5, 0, 0.5, 2} {
		if got := newSamples(set, tab, upTo(4)).weight(i); got != w {
			t.Errorf("row %d: weight %v, want %v", i, got, w)
		}
	}
	if got := newSamples(set, tab, []int32{1}).weight(0); got != 0 {
		t.Errorf("a weight of 0 among others is %v", got)
	}
	cfg := DefaultConfig()
	cfg.Weighting, cfg.WeightFloor = RowWeights, 0
	bare := database(t, board.Backgammon, withErrors())
	_, err := Load(t.Context(), &cfg, Files{Training: bare}, 2, nil)
	must.Fail(t, err, "weighting is rows, but "+bare+" has no weights")
	cfg.Weighting, cfg.WeightFloor = InverseVariance, 0.01
	_, err = Load(t.Context(), &cfg, Files{Training: bare}, 2, nil)
	must.OK(t, err)
	none := withErrors()
	for i := range none {
		none[i].EquityError = float32(math.NaN())
	}
	unknown := database(t, board.Backgammon, none)
	_, err = Load(t.Context(), &cfg, Files{Training: unknown}, 2, nil)
	must.Fail(t, err, "weighting is inverse-variance, but no label of "+unknown+" has a standard error")
	cfg.Weighting, cfg.WeightFloor = RowWeights, 0
	for i := range rows {
		rows[i].Weight = 1
	}
	_, err = Load(t.Context(), &cfg, Files{Training: database(t, board.Backgammon, rows)}, 2, nil)
	must.OK(t, err)
}

// Batches are the same for any number of workers, from any step on.
func TestFeeder(t *testing.T) {
	rows := withErrors()
	tab := &positionRows{variant: board.Backgammon}
	for range 30 {
		for i := range rows {
			tab.add(&rows[i], InverseVariance, 0.02)
		}
	}
	samples := newSamples(must.Get(features.Lookup("perspective196"))(t), tab, upTo(len(tab.keys)))
	order := upTo(samples.Len())
	slices.Reverse(order)
	const size = 7
	for _, workers := range []int{1, 2, 5} {
		for _, first := range []int{0, 3, 17, 18} {
			f := newFeeder(samples, arrangement{order: order}, size, first, workers)
			at := first * size
			for b := f.next(); b != nil; b = f.next() {
				if want := min(size, len(order)-at); b.Len() != want {
					t.Fatalf("%d workers: a batch of %d at %d, want %d", workers, b.Len(), at, want)
				}
				from := int32(0)
				for i := range b.Len() {
					row := int(order[at+i])
					if b.Weights[i] != samples.weight(row) || engine.Probabilities(b.Targets[i*5:i*5+5]) != *samples.Label(row) {
						t.Fatalf("%d workers: position %d has weight %v and targets %v", workers, at+i, b.Weights[i], b.Targets[i*5:i*5+5])
					}
					inputs := make([]float32, samples.Set().Len())
					for ; from < b.Ends[i]; from++ {
						inputs[b.Idx[from]] = b.Val[from]
					}
					if !slices.Equal(inputs, dense(samples, row)) {
						t.Fatalf("%d workers: position %d has other inputs", workers, at+i)
					}
				}
				at += b.Len()
			}
			f.close()
			if at != max(first*size, len(order)) {
				t.Errorf("%d workers from step %d: %d positions, want %d", workers, first, at, len(order))
			}
		}
		f := newFeeder(samples, arrangement{order: order}, size, 0, workers)
		f.next()
		f.close() // in the middle
	}
}
