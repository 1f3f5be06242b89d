package prune

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/internal/digest"
	"gammonlab/internal/must"
	"gammonlab/internal/setting"
	"gammonlab/nets"
)

// model returns a model of one net with random weights.
func model(t *testing.T, variant board.Variant) *nets.Model {
	t.Helper()
	net := must.Get(nets.NewRandom(nets.Spec{
		Features: "perspective196@1", Hidden: []int{8}, Activations: []nets.Activation{nets.Sigmoid},
	}, 5))(t)
	return nets.NewModel(net, variant)
}

// defaults returns the default settings for models of the variant.
func defaults(t *testing.T, variant board.Variant) (s Settings) {
	t.Helper()
	must.OK(t, setting.Read(&s, nil, nil))
	s.complete(variant)
	return s
}

// quick returns a job for a test.
func quick(t *testing.T, workers int) *Job {
	t.Helper()
	j := &Job{Settings: defaults(t, board.Backgammon), Workers: workers}
	j.Positions, j.Epochs = 2000, 2
	return j
}

func mustAdd(t *testing.T, m *nets.Model, source *Source, j *Job) (*nets.Model, []Trained) {
	t.Helper()
	pruning, trained, err := j.add(t.Context(), m, source)
	must.OK(t, err)
	return pruning, trained
}

func TestAdd(t *testing.T) {
	parent := model(t, board.Backgammon)
	before := must.Get(parent.Encode())(t)
	got, trained := mustAdd(t, parent, SelfPlay(board.Backgammon), quick(t, 1))
	if !bytes.Equal(must.Get(parent.Encode())(t), before) {
		t.Error("the parent has changed")
	}
	if got.Nets[nets.All] != parent.Nets[nets.All] || !engine.NewStatic(got, nil).Prunes() {
		t.Errorf("the nets %v are not the parent's and pruning ones", got.Nets)
	}
	digest := must.Get(parent.Digest())(t)
	var said Settings
	if err := json.Unmarshal([]byte(got.Provenance["config"]), &said); err != nil || said.Positions != 2000 {
		t.Errorf("settings %+v in the provenance, %v", said, err)
	}
	if got.Provenance["parent"] != digest || got.Provenance["data"] != "self-play" {
		t.Errorf("provenance %v, want the parent %s and self-play", got.Provenance, digest)
	}
	for _, r := range trained {
		if r.Positions != 2000 || r.Choices != 100 {
			t.Errorf("%s: %d positions, %d choices, want 2000 and 100", r.Part, r.Positions, r.Choices)
		}
		if !strings.Contains(got.Provenance[strings.ReplaceAll(string(r.Part), "-", "_")], `"best_kept"`) {
			t.Errorf("provenance %v does not say how good the net for %s is", got.Provenance, r.Part)
		}
	}
	file := must.Get(got.Encode())(t)
	again, _ := mustAdd(t, parent, SelfPlay(board.Backgammon), quick(t, 3))
	if !bytes.Equal(must.Get(again.Encode())(t), file) {
		t.Error("more workers give other bytes")
	}
	o := quick(t, 3)
	o.Seed = 2
	if other, _ := mustAdd(t, parent, SelfPlay(board.Backgammon), o); bytes.Equal(must.Get(other.Encode())(t), file) {
		t.Error("another seed gives equal bytes")
	}
}

// Trained nets must keep the best play far more often than those with random
// weights, and lose far less.
func TestAddLearns(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector")
	}
	parent := model(t, board.Backgammon)
	o := quick(t, 2)
	o.Positions, o.Epochs = 20_000, 4
	_, trained := mustAdd(t, parent, SelfPlay(board.Backgammon), o)
	random := &nets.Model{Nets: map[nets.Part]*nets.Net{nets.All: parent.Nets[nets.All]}}
	for i, part := range o.Parts {
		cfg := o.config(board.Backgammon, part, nets.Sigmoid)
		net := must.Get(nets.NewRandom(cfg.Nets[0].Spec(), uint64(i)))(t)
		random.Nets[part] = net
	}
	untrained := slices.Clone(trained)
	must.OK(t, measure(t.Context(), random, SelfPlay(board.Backgammon), o, untrained))
	for i, r := range trained {
		t.Logf("%s: %+v, with random weights %+v", r.Part, r.Quality, untrained[i].Quality)
		if r.BestKept < 0.8 || r.Loss > untrained[i].Loss/4 {
			t.Errorf("%s: keeps %v of the best plays and loses %v mEq, want at least 0.8 and a quarter of %v",
				r.Part, r.BestKept, r.Loss, untrained[i].Loss)
		}
	}
}

// database writes positions of games of random plays to a file.
func database(t *testing.T, variant board.Variant, rows int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "positions.parquet")
	w := must.Get(datasets.Create(path, datasets.Meta{Variant: variant}))(t)
	c := newChooser(engine.NewStatic(model(t, variant), nil))
	var seen datasets.KeySet
	for game := 0; seen.Len() < rows; game++ {
		must.OK(t, c.game(t.Context(), variant, 9, game, func(met *choice) {
			if seen.Len() == rows || !seen.Add(met.pos.Key()) {
				return
			}
			row := datasets.NewRow(*met.pos)
			must.OK(t, w.Write(&row))
		}))
	}
	must.OK(t, w.Close())
	return path
}

func TestFromDatabase(t *testing.T) {
	path := database(t, board.Backgammon, 3000)
	o := quick(t, 2)
	source := must.Get(FromDatabase(t.Context(), path, board.Backgammon, &o.Settings))(t)
	o.Parts = []nets.Part{nets.PruningContact}
	got, trained := mustAdd(t, model(t, board.Backgammon), source, o)
	sum := must.Get(digest.File(path))(t)
	if got.Provenance["data"] != sum {
		t.Errorf("data %q in the provenance, want %q", got.Provenance["data"], sum)
	}
	if len(got.Nets) != 2 || trained[0].Choices == 0 || trained[0].Choices > 300 {
		t.Errorf("nets %v, %+v: want one pruning net, measured on a tenth of 3000 positions", got.Nets, trained)
	}
	few, err := FromDatabase(t.Context(), database(t, board.Backgammon, 100), board.Backgammon, &o.Settings)
	must.OK(t, err)
	_, _, err = o.add(t.Context(), model(t, board.Backgammon), few)
	must.Fail(t, err, "90 positions of the database contain")
	if _, err := FromDatabase(t.Context(), path, board.Nackgammon, &o.Settings); err == nil || !strings.Contains(err.Error(), "holds positions of backgammon, the model is for nackgammon") {
		t.Errorf("got %v, want another variant", err)
	}
}

// More positions are drawn from a database if the settings have more positions.
func TestDrawnFromDatabase(t *testing.T) {
	drawn := func(positions int) int {
		r := reservoir{size: perClass(&Settings{Positions: positions})}
		rng := rand.New(rand.NewPCG(1, 1))
		for range 500_000 {
			r.add(board.Position{}, rng)
		}
		return len(r.kept)
	}
	if few, many := drawn(200_000), drawn(1_600_000); few != 200_000 || many != 400_000 {
		t.Errorf("%d and %d positions of a class drawn, want 200000 and 400000", few, many)
	}
}

func TestAddHypergammon(t *testing.T) {
	m := model(t, board.Hypergammon3)
	o := quick(t, 2)
	o.Settings = defaults(t, m.Variant)
	o.Positions, o.Epochs = 1000, 1
	got, _ := mustAdd(t, m, SelfPlay(m.Variant), o)
	if got.Nets[nets.PruningRace] == nil || got.Nets[nets.PruningCrashed] != nil {
		t.Errorf("nets %v, want one for race and none for crashed", got.Nets)
	}
}

func TestSettingsErrors(t *testing.T) {
	for _, c := range []struct {
		variant board.Variant
		change  func(*Settings)
		want    string
	}{
		{board.Backgammon, func(s *Settings) { s.Parts = nil }, "part is empty"},
		{board.Backgammon, func(s *Settings) { s.Parts = []nets.Part{nets.Race} }, `part has "race", want some of`},
		{board.Backgammon, func(s *Settings) { s.Parts = append(s.Parts, nets.PruningRace) }, "part has pruning-race twice"},
		{board.Hypergammon2, func(s *Settings) { s.Parts = []nets.Part{nets.PruningCrashed} }, `part has "pruning-crashed", want some of [pruning-race pruning-contact]`},
		{board.Backgammon, func(s *Settings) { s.Features = "perspective196" }, "features is perspective196@1, whose inputs are not additive"},
		{board.Backgammon, func(s *Settings) { s.Features = "frob" }, `unknown set "frob"`},
		{board.Backgammon, func(s *Settings) { s.Hidden = nil }, "hidden has 0 layers"},
		{board.Backgammon, func(s *Settings) { s.Positions = 10 }, "positions is 10, want at least 1000"},
		{board.Backgammon, func(s *Settings) { s.Epochs = 0 }, "epochs is 0"},
	} {
		o := quick(t, 1)
		o.Settings = defaults(t, c.variant)
		c.change(&o.Settings)
		if _, _, err := o.add(t.Context(), model(t, c.variant), SelfPlay(c.variant)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
	o := quick(t, 0)
	if _, _, err := o.add(t.Context(), model(t, board.Backgammon), SelfPlay(board.Backgammon)); err == nil {
		t.Error("no workers: no error")
	}
}

func TestAddStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	o := quick(t, 2)
	o.Progress = func(_, _ int64) { cancel() }
	if _, _, err := o.add(ctx, model(t, board.Backgammon), SelfPlay(board.Backgammon)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that it was cancelled", err)
	}
}
