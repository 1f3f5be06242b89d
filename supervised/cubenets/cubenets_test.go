package cubenets

import (
	"bytes"
	"maps"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/atstakes"
	"gammonlab/datasets/datasetstest"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/engine/targets"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// database writes positions to a file and returns its path.
func database(t *testing.T, n int) string {
	path := filepath.Join(t.TempDir(), "positions.parquet")
	w := must.Get(datasets.Create(path, datasets.Meta{Variant: board.Backgammon}))(t)
	for _, pos := range enginetest.Positions(n, 9) {
		row := datasets.NewRow(pos)
		must.OK(t, w.Write(&row))
	}
	must.OK(t, w.Close())
	return path
}

// cubeless returns the model fast without its nets of cube efficiencies, as a file without a sum.
func cubeless(t *testing.T) *nets.Model {
	m := *must.Get(nets.LoadShipped("fast"))(t)
	m.Nets, m.NoSum = maps.Clone(m.Nets), true
	for _, part := range partsOf(m.Variant) {
		delete(m.Nets, part)
	}
	return &m
}

func quick(m *nets.Model, data string) *Job {
	return &Job{Model: named.Model{Evaluator: engine.NewStatic(m, nil)}, Data: data, Settings: Settings{Hidden: []int{24}, Positions: 1500, Rounds: 2, Epochs: 3, Batch: 32, Rate: 3e-3, Seed: 1}, Workers: 2}
}

// TestAdd trains nets: their equities are nearer to targets on other positions than those
// with gnubg's constants, and the bytes do not depend on the number of workers.
func TestAdd(t *testing.T) {
	model := cubeless(t)
	testAdd(t, model, database(t, 1500), 1500)
	testAdd(t, model, "", 4000) // of self-play, a hundred games
}

func testAdd(t *testing.T, model *nets.Model, data string, positions int) {
	var files [][]byte
	for _, workers := range []int{1, 3} {
		job := quick(model, data)
		job.Positions = positions
		last := int64(0)
		job.Progress = func(done, total int64) {
			if done < last || done > total {
				t.Errorf("%d of %d after %d", done, total, last)
			}
			last = done
		}
		job.Workers = workers
		got, report, err := job.add(t.Context())
		must.OK(t, err)
		files = append(files, must.Get(got.Encode())(t))
		if len(report.Rounds) != 2 || !strings.Contains(got.Provenance["cube"], "rms_meq") || (got.Provenance["data"] == "") != (data == "") {
			t.Fatalf("%+v, provenance %v", report, got.Provenance)
		}
		var byNets, byBest, byGnubg float64 // sums of squares over all states; a state may have few positions
		for _, c := range report.Constants {
			n := float64(c.Positions)
			byNets, byBest, byGnubg = byNets+n*c.Nets*c.Nets, byBest+n*c.RMS*c.RMS, byGnubg+n*c.Gnubg*c.Gnubg
			// gnubg's efficiency is a constant but in races, where it grows with the pips.
			if c.Class != engine.Race.String() && c.RMS > c.Gnubg+1e-9 {
				t.Errorf("%+v: the best constant is worse than gnubg's", c)
			}
		}
		if byNets >= byGnubg || byBest >= byGnubg {
			t.Errorf("squared errors: nets %g, best constants %g, gnubg's %g: %+v", byNets, byBest, byGnubg, report.Constants)
		}
		for _, part := range []nets.Part{nets.CubeRace, nets.CubeCrashed, nets.CubeContact} {
			if got.Nets[part] == nil || model.Nets[part] != nil {
				t.Errorf("%s: %v, and in the parent %v", part, got.Nets[part], model.Nets[part])
			}
		}
		decoded := must.Get(nets.Decode(files[0]))(t)
		if decoded.NoSum || !model.NoSum {
			t.Errorf("the file has no sum: %v, that of the parent: %v", decoded.NoSum, model.NoSum)
		}
		if cube.EfficiencyOf(engine.NewFull(engine.NewStatic(decoded, nil))).Name != cube.Learned {
			t.Error("the file has lost the nets")
		}
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("more workers give other bytes")
	}
}

// TestFrom starts from the nets of another model: one round of few positions hardly changes
// them. A model without such nets, or with others, is refused.
func TestFrom(t *testing.T) {
	model := cubeless(t)
	data := database(t, 1500)
	first, _, err := quick(model, data).add(t.Context())
	must.OK(t, err)
	job := quick(model, data)
	job.From.Evaluator, job.Rounds, job.Epochs, job.Rate = engine.NewStatic(first, nil), 1, 1, 1e-9
	again, _, err := job.add(t.Context())
	must.OK(t, err)
	for _, part := range []nets.Part{nets.CubeRace, nets.CubeCrashed, nets.CubeContact} {
		for i, w := range again.Nets[part].Params() {
			if math.Abs(float64(w-first.Nets[part].Params()[i])) > 1e-6 {
				t.Fatalf("%s: weight %d is %v, in the model to start from %v", part, i, w, first.Nets[part].Params()[i])
			}
		}
	}
	if again.Provenance["from"] != must.Get(first.Digest())(t) {
		t.Errorf("provenance %v", again.Provenance)
	}
	for _, other := range []*nets.Model{model, first} {
		job.From.Evaluator, job.Hidden = engine.NewStatic(other, nil), []int{25}
		if _, _, err := job.add(t.Context()); err == nil || !strings.Contains(err.Error(), "the model to start from has no net for cube-race of 229-25-5") {
			t.Errorf("%v", err)
		}
	}
}

// TestLabels trains from labels that are the targets of the first round: the nets have the
// same weights as after a round without labels.
func TestLabels(t *testing.T) {
	model := cubeless(t)
	data := database(t, 1500)
	job := quick(model, data)
	job.Rounds = 1
	want, _, err := job.add(t.Context())
	must.OK(t, err)
	rows, meta := datasetstest.Read(t, data)
	stakes := must.Get(targets.NewStakes())(t)
	gnubg := cube.GnubgEfficiency()
	asker := newAsker(engine.NewStatic(model, nil), &gnubg)
	for i := range rows {
		row := &rows[i]
		if row.Position.Result() != 0 {
			continue
		}
		one := sample{position: row.Position, match: stakes.Draw(datasets.Share(row.Position.Key(), targets.MatchSalt(job.Seed)))}
		asker.answer(&one, stakes)
		for _, found := range asker.found {
			atstakes.Set(&row.Cubes, found.Stakes, found.Equity)
		}
		row.Method = datasets.Ply1
	}
	meta.Cubes = true
	job.Labels, job.Data = true, datasetstest.Write(t, meta, rows)
	got, _, err := job.add(t.Context())
	must.OK(t, err)
	for _, part := range []nets.Part{nets.CubeRace, nets.CubeCrashed, nets.CubeContact} {
		if !slices.Equal(got.Nets[part].Params(), want.Nets[part].Params()) {
			t.Errorf("%s: other weights", part)
		}
	}
	rows[0].OwnAway, rows[0].OppAway, rows[0].MatchCube = 25, 25, 8
	clear(rows[0].States[:])
	rows[0].States[datasets.MatchCentred] = float32(math.NaN())
	job.Data = datasetstest.Write(t, meta, rows)
	must.Fail(t, errOf(job.add(t.Context())), "row 1: 25-away, 25-away with the cube at 8, want one at 1, 2 or 4")
	job.Data = data
	must.Fail(t, errOf(job.add(t.Context())), "has no labels by the state of the cube")
	job.Rounds = 2
	must.Fail(t, errOf(job.add(t.Context())), "rounds is 2, want 1 with labels")
}

func errOf(_ *nets.Model, _ *Report, err error) error { return err }

// TestFit finds the constant from which targets were made.
func TestFit(t *testing.T) {
	var all []residual
	rng := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		span := rng.NormFloat64()
		all = append(all, residual{span, 0.75*span + 0.1*rng.NormFloat64()})
	}
	var c Constant
	c.fit(all)
	if math.Abs(c.Best-0.75) > c.Interval || c.Interval < 0.004 || c.Interval > 0.01 || math.Abs(c.RMS-100) > 10 {
		t.Errorf("%+v", c)
	}
}

func TestMistakes(t *testing.T) {
	model := cubeless(t)
	data := database(t, 30)
	for _, c := range []struct {
		change func(*Job)
		want   string
	}{
		{func(j *Job) { j.Positions = 5 }, "positions is 5, want at least 1000"},
		{func(j *Job) { j.Rounds = 0 }, "rounds is 0"},
		{func(j *Job) { j.Epochs = 0 }, "epochs is 0"},
		{func(j *Job) { j.Batch = 0 }, "batch is 0"},
		{func(j *Job) { j.Rate = math.NaN() }, "rate is NaN"},
		{func(j *Job) { j.Hidden = []int{0} }, "layer 1 has 0 units"},
		{func(j *Job) { j.Workers = 0 }, "0 workers"},
		{func(*Job) {}, "positions for cube-"},
	} {
		job := quick(model, data)
		c.change(job)
		if _, _, err := job.add(t.Context()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}
