package label_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/datasets/label"
	"gammonlab/engine"
	"gammonlab/internal/journal"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// A job gives the same labels as Rows, in the order of the old database, for any
// number of workers.
func TestJob(t *testing.T) {
	rows := rowsOf(fewer(80))
	in := write(t, rows)
	for _, by := range []datasets.Method{datasets.Static, datasets.Ply1, datasets.Bearoff, datasets.Game} {
		s := settingsOf(by)
		s.Cubeful = by == datasets.Ply1
		want := labelled(t, s, rows, 2)
		var sums [2][32]byte
		for i, workers := range []int{1, 3} {
			path := out(t)
			summary := run(t, label.Job{In: in, Out: path, Labeller: newLabeller(t, s), Workers: workers})
			datasetstest.Want(t, read(t, path), want, by.String())
			sums[i] = digest(t, path)
			if n := int64(len(rows)); summary.Rows != n || summary.Wanted != n || summary.Labelled+summary.Unknown != n {
				t.Errorf("%v: %+v", by, summary)
			}
			if _, err := os.Stat(path + journal.Suffix); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%v: the journal is still there: %v", by, err)
			}
		}
		if sums[0] != sums[1] {
			t.Errorf("%v: 1 and 3 workers gave different bytes", by)
		}
	}
}

// Labels of 1-ply evaluation get equities by the state of the cube, which later labels of the
// same method keep.
func TestJobCubes(t *testing.T) {
	rows := rowsOf(fewer(48))
	plain, cubes, again := out(t), out(t), out(t)
	s := settingsOf(datasets.Ply1)
	run(t, label.Job{In: write(t, rows), Out: plain, Labeller: newLabeller(t, s), Workers: 2})
	s.Cubeful = true
	summary := run(t, label.Job{In: plain, Out: cubes, Labeller: newLabeller(t, s), Workers: 2})
	want := labelled(t, s, rows, 1)
	datasetstest.Want(t, read(t, cubes), want)
	unfinished := 0
	for i := range want {
		if want[i].HasCubes() {
			unfinished++
		}
	}
	if unfinished < len(rows)/2 || summary.Labelled < int64(unfinished)/2 {
		t.Errorf("%d of %d rows have equities by the state of the cube, %d were labelled", unfinished, len(rows), summary.Labelled)
	}
	s.Cubeful = false
	if summary := run(t, label.Job{In: cubes, Out: again, Labeller: newLabeller(t, s), Workers: 2}); summary.Labelled > 0 {
		t.Errorf("%d rows were labelled again", summary.Labelled)
	}
	datasetstest.Want(t, read(t, again), want)
}

// A new label leaves the weight of the position alone.
func TestJobKeepsWeights(t *testing.T) {
	rows := rowsOf(fewer(48))
	for i := range rows {
		rows[i].Weight = float32(i)
	}
	path := out(t)
	run(t, label.Job{In: write(t, rows), Out: path, Labeller: newLabeller(t, settingsOf(datasets.Game)), Workers: 2})
	want := labelled(t, settingsOf(datasets.Game), rows, 1)
	datasetstest.Want(t, read(t, path), want)
	for i := range want {
		if want[i].Weight != float32(i) {
			t.Fatalf("row %d has the weight %v, want %d", i+1, want[i].Weight, i)
		}
	}
}

// mixed returns rows some of which have labels.
func mixed(t *testing.T) []datasets.Row {
	rows := rowsOf(fewer(48))
	for i := range rows {
		s := settingsOf(datasets.Ply1)
		switch i % 4 {
		case 1:
			s = settingsOf(datasets.Game)
		case 2:
			s.By, s.Rollout.Trials = datasets.Rollout, 2
		case 3:
			continue
		}
		copy(rows[i:], labelled(t, s, rows[i:i+1], 1))
	}
	return rows
}

func TestJobKeepsGoodLabels(t *testing.T) {
	rows := mixed(t)
	in := write(t, rows)
	few := settingsOf(datasets.Game)
	few.Trials = 1
	for _, c := range []struct {
		name     string
		settings label.Settings
		relabel  bool
		classes  engine.ClassList
		relabels func(i int, r *datasets.Row) bool
	}{
		{"ply1", settingsOf(datasets.Ply1), false, nil, func(i int, r *datasets.Row) bool {
			return r.Method == datasets.Unlabelled || r.Method == datasets.Game && r.EquityError != 0
		}},
		{"rollouts", settingsOf(datasets.Rollout), false, nil, func(i int, r *datasets.Row) bool {
			return r.EquityError != 0 // those that there are have fewer trials
		}},
		{"fewer games", few, false, nil, func(i int, r *datasets.Row) bool { return r.Method == datasets.Unlabelled }},
		{"all", settingsOf(datasets.Ply1), true, nil, func(int, *datasets.Row) bool { return true }},
		{"all races", settingsOf(datasets.Ply1), true, engine.ClassList{engine.Race}, func(i int, r *datasets.Row) bool {
			return r.Class == engine.Race
		}},
	} {
		path := out(t)
		j := label.Job{In: in, Out: path, Labeller: newLabeller(t, c.settings), Relabel: c.relabel, Classes: c.classes}
		summary := run(t, j)
		want := labelled(t, c.settings, rows, 2)
		labels := int64(0)
		for i := range rows {
			if c.relabels(i, &rows[i]) {
				labels++
			} else {
				want[i] = rows[i]
			}
		}
		datasetstest.Want(t, read(t, path), want, c.name)
		others := summary.Kept + summary.OtherClass
		if labels == 0 || summary.Labelled != labels || summary.Wanted != labels || others != int64(len(rows))-labels {
			t.Errorf("%s: %+v, want %d labels of %d", c.name, summary, labels, len(rows))
		}
		if len(c.classes) == 0 && summary.OtherClass != 0 {
			t.Errorf("%s: %d rows of other classes", c.name, summary.OtherClass)
		}
	}
}

func TestSummary(t *testing.T) {
	rows := rowsOf(50)
	path := write(t, rows)
	static := engine.NewStatic(smallModel(t), smallDatabases(t))
	change := 0.0
	for _, row := range labelled(t, settingsOf(datasets.Ply1), rows, 1) {
		var p [1]engine.Probabilities
		static.Evaluate(p[:], []board.Position{row.Position})
		change += math.Abs(float64(p[0].Equity())-float64(row.Probabilities.Equity())) / float64(len(rows))
	}
	last := int64(0)
	j := label.Job{In: path, Out: out(t), Labeller: newLabeller(t, settingsOf(datasets.Ply1)), Workers: 2}
	j.Progress = func(s *label.Summary) {
		if s.Rows <= last || s.Wanted != 50 {
			t.Errorf("%d of %d rows after %d", s.Rows, s.Wanted, last)
		}
		last = s.Rows
	}
	s := run(t, j)
	if last != 50 || math.Abs(*s.Change-change) > 1e-6 || s.Error != nil {
		t.Errorf("%d rows reported; change %v, want %v; error %v", last, s.Change, change, s.Error)
	}
}

// The new database contains the settings of this pass and of earlier ones.
func TestProvenance(t *testing.T) {
	in := write(t, rowsOf(5))
	once, twice := out(t), out(t)
	run(t, label.Job{In: in, Out: once, Labeller: newLabeller(t, settingsOf(datasets.Ply1))})
	run(t, label.Job{In: once, Out: twice, Labeller: newLabeller(t, settingsOf(datasets.Rollout)), Relabel: true})
	f := must.Get(datasets.Open(twice))(t)
	defer f.Close()
	got := f.Meta().Provenance
	model := must.Get(smallModel(t).Digest())(t)
	for key, want := range map[string]string{
		"games": "12", "made_by": "gammonlab dataset label", "label.1.method": "ply1", "label.1.model": model, "label.2.method": "rollout", "label.2.trials": "36",
		"label.2.seed": "7", "label.2.bearoff": "two-sided 6x2 cubeful, one-sided 3x15",
	} {
		if got[key] != want {
			t.Errorf("%s is %q, want %q", key, got[key], want)
		}
	}
}

// Labels depend on the sieve, so the database contains it, and another sieve gives
// other labels.
func TestProvenanceOfSieve(t *testing.T) {
	in := write(t, rowsOf(20))
	settings := settingsOf(datasets.Ply1)
	settings.Prune = true
	plain, sieved := out(t), out(t)
	run(t, label.Job{In: in, Out: plain, Labeller: newLabeller(t, settings)})
	settings.Sieve = engine.Sieve{Most: 2, Margin: 0.01}
	run(t, label.Job{In: in, Out: sieved, Labeller: newLabeller(t, settings)})
	for path, want := range map[string]string{plain: "", sieved: "2/0.01"} {
		f := must.Get(datasets.Open(path))(t)
		defer f.Close()
		if got := f.Meta().Provenance["label.1.sieve"]; got != want {
			t.Errorf("the sieve is %q, want %q", got, want)
		}
	}
	a, b := read(t, plain), read(t, sieved)
	differ := 0
	for i := range a {
		if a[i].Probabilities != b[i].Probabilities {
			differ++
		}
	}
	if differ == 0 {
		t.Error("a sharp sieve gives the same labels as gnubg's rule")
	}
	settings.Prune = false
	if _, err := label.New(engine.NewStatic(smallModel(t), nil), settings); err == nil || !strings.Contains(err.Error(), "sieve needs prune") {
		t.Errorf("a sieve without pruning: %v", err)
	}
}

// A job that is stopped and resumed many times gives the same bytes.
func TestCancelAndResume(t *testing.T) {
	const step = 13
	rows := fewer(48)
	in := write(t, rowsOf(rows))
	for _, by := range []datasets.Method{datasets.Static, datasets.Ply1, datasets.Rollout} {
		l, path, whole := newLabeller(t, settingsOf(by)), out(t), out(t)
		want := run(t, label.Job{In: in, Out: whole, Labeller: l})
		for stops := int64(5); ; stops += step {
			ctx, cancel := context.WithCancel(t.Context())
			summary, err := label.Run(ctx, label.Job{In: in, Out: path, Labeller: l, Workers: int(stops) % 3, Progress: func(s *label.Summary) {
				if s.Rows >= stops {
					cancel()
				}
			}})
			cancel()
			if err == nil {
				if got, want := must.Get(json.Marshal(summary))(t), must.Get(json.Marshal(want))(t); !bytes.Equal(got, want) {
					t.Errorf("%v: %s, want %s", by, got, want)
				}
				break
			}
			if !errors.Is(err, context.Canceled) || summary.Rows < min(stops, int64(rows)) {
				t.Fatalf("%v: %v after %d rows, want %v after %d", by, err, summary.Rows, context.Canceled, stops)
			}
			if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
				t.Fatalf("%v: the database is there too early: %v", by, err)
			}
		}
		if digest(t, path) != digest(t, whole) {
			t.Errorf("%v: other bytes than of a run in one piece", by)
		}
	}
}

// interrupted returns a job with a part of its work in the journal. The method
// labels row by row, so that few rows are unfinished at the end.
func interrupted(t *testing.T, s label.Settings) label.Job {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	j := label.Job{In: write(t, rowsOf(120)), Out: out(t), Labeller: newLabeller(t, s), Workers: 1}
	j.Progress = func(s *label.Summary) {
		if s.Rows > 10 {
			cancel()
		}
	}
	if _, err := label.Run(ctx, j); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	j.Progress = nil
	return j
}

func TestJournalOfAnotherJob(t *testing.T) {
	j := interrupted(t, settingsOf(datasets.Game))
	before := digest(t, j.Out+journal.Suffix)
	for _, c := range []struct {
		want   string
		change func(j *label.Job)
	}{
		{`seed "7", want "8"`, func(j *label.Job) {
			s := settingsOf(datasets.Game)
			s.Seed = 8
			j.Labeller = newLabeller(t, s)
		}},
		{`method "game", want "ply1"`, func(j *label.Job) { j.Labeller = newLabeller(t, settingsOf(datasets.Ply1)) }},
		{`relabel "false", want "true"`, func(j *label.Job) { j.Relabel = true }},
		{`class "", want "race"`, func(j *label.Job) { j.Classes = engine.ClassList{engine.Race} }},
		{"input_rows ", func(j *label.Job) { j.In = write(t, rowsOf(119)) }},
		{"bearoff ", func(j *label.Job) {
			var err error
			if j.Labeller, err = label.New(engine.NewStatic(smallModel(t), nil), settingsOf(datasets.Game)); err != nil {
				t.Fatal(err)
			}
		}},
		{"model ", func(j *label.Job) {
			model := smallModel(t)
			model.Nets = map[nets.Part]*nets.Net{nets.All: model.Nets[nets.All]}
			var err error
			if j.Labeller, err = label.New(engine.NewStatic(model, smallDatabases(t)), settingsOf(datasets.Game)); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		other := j
		c.change(&other)
		must.Fail(t, must.Err(label.Run(t.Context(), other)), c.want)
	}
	if digest(t, j.Out+journal.Suffix) != before {
		t.Error("the journal has changed")
	}
	run(t, j)
}

func TestJobErrors(t *testing.T) {
	rows := rowsOf(20)
	in, busy := write(t, rows), out(t)
	must.OK(t, os.WriteFile(busy, []byte("mine"), 0o666))
	link := filepath.Join(t.TempDir(), "link.parquet")
	must.OK(t, os.Link(in, link))
	text := filepath.Join(t.TempDir(), "text.parquet")
	must.OK(t, os.WriteFile(text, []byte("position_id\n4HPwATDgc/ABMA\n"), 0o666))
	hyper := nets.NewModel(smallModel(t).Nets[nets.All], board.Hypergammon3)
	ofHyper := must.Get(label.New(engine.NewStatic(hyper, nil), settingsOf(datasets.Ply1)))(t)
	l := newLabeller(t, settingsOf(datasets.Ply1))
	for _, c := range []struct {
		name, want string
		job        label.Job
	}{
		{"no input", "no such file", label.Job{In: in + "x", Out: out(t), Labeller: l}},
		{"same file", "write the labels to another file", label.Job{In: in, Out: in, Labeller: l}},
		{"same file by another name", "write the labels to another file", label.Job{In: in, Out: link, Labeller: l}},
		{"existing output", "is there already", label.Job{In: in, Out: busy, Labeller: l}},
		{"empty", "has no rows to label", label.Job{In: write(t, nil), Out: out(t), Labeller: l}},
		{"no database", "no Parquet file", label.Job{In: text, Out: out(t), Labeller: l}},
		{"another game", "the model is for hypergammon3, the positions are of backgammon", label.Job{In: in, Out: out(t), Labeller: ofHyper}},
		{"no folder", "no such file", label.Job{In: in, Out: filepath.Join(t.TempDir(), "no", "out"), Labeller: l}},
	} {
		must.Fail(t, must.Err(label.Run(t.Context(), c.job)), c.want, c.name)
		if _, err := os.Stat(c.job.Out + journal.Suffix); err == nil {
			t.Errorf("%s: a journal is left", c.name)
		}
	}
	if data, err := os.ReadFile(busy); err != nil || string(data) != "mine" {
		t.Errorf("the file in the way now holds %q, %v", data, err)
	}
	datasetstest.Want(t, read(t, in), rows, "the input")
}

// A journal does not make a job replace a database that another program has written
// meanwhile.
func TestOutputAppearsMeanwhile(t *testing.T) {
	j := interrupted(t, settingsOf(datasets.Game))
	must.OK(t, os.WriteFile(j.Out, []byte("mine"), 0o666))
	must.Fail(t, must.Err(label.Run(t.Context(), j)), "is there already")
	if data, err := os.ReadFile(j.Out); err != nil || string(data) != "mine" {
		t.Errorf("the file in the way now holds %q, %v", data, err)
	}
}

// damaged returns a database in which a group of rows has a wrong byte.
func damaged(t *testing.T, rows []datasets.Row) string {
	path := write(t, rows)
	data := must.Get(os.ReadFile(path))(t)
	key := rows[0].Position.Key() // stands plainly in the file
	if i := bytes.Index(data, key[:]); i > 0 {
		data[i] ^= 1
	} else {
		data[100] ^= 1
	}
	must.OK(t, os.WriteFile(path, data, 0o666))
	return path
}

func TestDamagedInput(t *testing.T) {
	in := damaged(t, rowsOf(40))
	j := label.Job{In: in, Out: out(t), Labeller: newLabeller(t, settingsOf(datasets.Ply1))}
	must.Fail(t, must.Err(label.Run(t.Context(), j)), in+": row", in)
	j.SkipBad = true
	must.Fail(t, must.Err(label.Run(t.Context(), j)), "no rows to label")
	if _, err := os.Stat(j.Out); err == nil {
		t.Error("a database is there")
	}
}

// An input is identified by its rows: another file with the same rows is the
// same input.
func TestResumeWithRowsOfAnotherFile(t *testing.T) {
	j := interrupted(t, settingsOf(datasets.Game))
	rows, _ := datasetstest.Read(t, j.In)
	j.In = datasetstest.Write(t, datasets.Meta{Provenance: map[string]string{"another": "file"}}, rows)
	first := int64(0)
	j.Progress = func(s *label.Summary) {
		if first == 0 {
			first = s.Rows
		}
	}
	if run(t, j); first < 10 {
		t.Errorf("it begins again, with row %d", first)
	}
}
