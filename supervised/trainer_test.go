package supervised

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/nets/learn"
	"gammonlab/supervised/graph"
)

// trained returns the final model of a run.
func trained(t *testing.T, cfg Config, data *Data, o Options) *nets.Model {
	t.Helper()
	f := begin(t, t.Context(), filepath.Join(t.TempDir(), "run"), mustNew(t, cfg, data, o), Hooks{})
	return must.Get(nets.Load(f.Model()))(t)
}

// A run learns from about 700 evaluations of GNU Backgammon: its loss on 200
// others falls to less than a third of that of a random net.
func TestRunLearns(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Nets[0].Hidden, cfg.Epochs, cfg.Batch, cfg.Rate, cfg.Holdout = []int{16}, 15, 32, learn.Cosine(0.01, 1, 0), 0.2
	data := mustLoad(t, &cfg, labelledByGnubg(t))
	trainer := mustNew(t, cfg, data, Options{})
	blind := Measure(trainer.nets[0].learner.Net(), trainer.nets[0].validation).Divergence()
	f := begin(t, t.Context(), filepath.Join(t.TempDir(), "run"), trainer, Hooks{})
	points, err := f.Metrics()
	if err != nil || len(points) != cfg.Epochs {
		t.Fatalf("%d points, %v, want %d", len(points), err, cfg.Epochs)
	}
	last := points[len(points)-1]
	t.Logf("divergence from %.4f to %.4f, equity %.1f mEq", blind, last.Divergence, last.Equity)
	if last.Divergence > blind/3 {
		t.Errorf("divergence %v, want at most a third of %v", last.Divergence, blind)
	}
	if last.TrainingLoss > points[0].TrainingLoss/3 || last.TrainingLoss < 0 {
		t.Errorf("training loss from %v to %v", points[0].TrainingLoss, last.TrainingLoss)
	}
	m := must.Get(nets.Load(f.Model()))(t)
	best := slices.MinFunc(points, func(a, b Point) int {
		if a.ValidationLoss < b.ValidationLoss {
			return -1
		}
		return 1
	})
	if got := Measure(m.Nets[nets.All], trainer.nets[0].validation).Divergence(); got != best.Divergence {
		t.Errorf("the model's divergence is %v, the best of the epochs' %v", got, best.Divergence)
	}
	for key, want := range map[string]string{
		"config": jsonText(cfg), "training_data": data.digests.Training, "best_metrics": jsonText(best), "made_by": "gammonlab train supervised",
	} {
		if got := m.Provenance[key]; got != want {
			t.Errorf("provenance %s is %q, want %q", key, got, want)
		}
	}
	for key, value := range m.Provenance {
		if strings.Contains(value, f.Dir()) || strings.Contains(value, data.files.Training) {
			t.Errorf("provenance %s names a path: %s", key, value)
		}
	}
}

func TestWorkersDoNotMatter(t *testing.T) {
	for name, cfg := range cases() {
		data := mustLoad(t, &cfg, labelledByGnubg(t))
		var want []byte
		counts := []int{1, 2, 5}
		if testing.Short() {
			counts = counts[:2]
		}
		for _, workers := range counts {
			got := must.Get(trained(t, cfg, data, Options{Workers: workers}).Encode())(t)
			if want == nil {
				want = got
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s: %d workers train another model", name, workers)
			}
		}
		other := cfg
		other.Seed = 2
		if got, err := trained(t, other, data, Options{}).Encode(); err != nil || bytes.Equal(got, want) {
			t.Errorf("%s: another seed trains the same model, %v", name, err)
		}
	}
}

// Each net learns only from positions of its class: labels of other classes
// have no effect.
func TestNetsByClass(t *testing.T) {
	rows := distinct(gnubgLabelled(t))
	cfg := byParts(tiny())
	cfg.Rate = learn.Constant(0.01)
	files := Files{Training: database(t, board.Backgammon, rows)}
	want := trained(t, cfg, mustLoad(t, &cfg, files), Options{})
	if len(want.Nets) != 3 {
		t.Fatalf("%d nets, want 3", len(want.Nets))
	}
	count := map[engine.Class]int{}
	for i := range rows {
		count[rows[i].Class]++
		if rows[i].Class == engine.Race {
			rows[i].Probabilities = engine.Probabilities{0.5}
		}
	}
	if count[engine.Race] == 0 || count[engine.Crashed] == 0 || count[engine.Contact] == 0 {
		t.Fatalf("the positions lack a class: %v", count)
	}
	cfg.Nets[0], cfg.Nets[2] = cfg.Nets[2], cfg.Nets[0] // their order does not matter either
	got := trained(t, cfg, mustLoad(t, &cfg, Files{Training: database(t, board.Backgammon, rows)}), Options{})
	for _, part := range []nets.Part{nets.Race, nets.Crashed, nets.Contact} {
		same := slices.Equal(got.Nets[part].Params(), want.Nets[part].Params())
		if same != (part != nets.Race) {
			t.Errorf("net for %s: the same is %v", part, same)
		}
	}
	for _, key := range []string{"best_epoch_race", "best_metrics_contact", "best_epoch_crashed"} {
		if got.Provenance[key] == "" {
			t.Errorf("provenance has no %s", key)
		}
	}
}

// A net for all classes does not learn from races if the model has a net for
// races.
func TestAllButRaces(t *testing.T) {
	cfg := tiny()
	race := cfg.Nets[0]
	race.Part = nets.Race
	cfg.Nets = append(cfg.Nets, race)
	data := mustLoad(t, &cfg, labelledByGnubg(t))
	trainer := mustNew(t, cfg, data, Options{})
	for _, p := range trainer.nets {
		for _, s := range []*Samples{p.training, p.validation} {
			for i := range s.Len() {
				pos := s.Position(i)
				if is := engine.ClassOf(&pos) == engine.Race; is != (p.shape.Part == nets.Race) {
					t.Fatalf("the net for %s gets position %s", p.shape.Part, pos.ID())
				}
			}
		}
	}
}

// parentOf returns a model with random nets and a config that starts from it.
func parentOf(t *testing.T, cfg *Config, shapes map[nets.Part][]int) *nets.Model {
	t.Helper()
	m := &nets.Model{Nets: map[nets.Part]*nets.Net{}, Variant: board.Backgammon, Provenance: map[string]string{}}
	for part, hidden := range shapes {
		net, err := nets.NewRandom(nets.NewSpec(features.Perspective196{}, nets.Sigmoid, hidden...), uint64(len(part)))
		must.OK(t, err)
		m.Nets[part] = net
	}
	digest := must.Get(m.Digest())(t)
	cfg.Parent = digest
	return m
}

// At rate 0 a run from a model ends in the same weights, and in the same answers
// where the net has grown.
func TestWarmStart(t *testing.T) {
	cfg := tiny()
	cfg.Optimizer, cfg.Rate = learn.SGD, learn.Constant(0)
	parent := parentOf(t, &cfg, map[nets.Part][]int{nets.All: {6}, nets.PruningRace: {3}})
	data := mustLoad(t, &cfg, labelledByGnubg(t))
	m := trained(t, cfg, data, Options{Parent: parent})
	for part, net := range parent.Nets {
		if !slices.Equal(m.Nets[part].Params(), net.Params()) {
			t.Errorf("the net for %s has changed", part)
		}
	}
	if m.Provenance["parent"] != cfg.Parent {
		t.Errorf("parent %q, want %q", m.Provenance["parent"], cfg.Parent)
	}
	cfg.Nets[0].Hidden, cfg.Nets[0].Activations = []int{9, 9}, []nets.Activation{nets.Sigmoid, nets.ReLU}
	grown := trained(t, cfg, data, Options{Parent: parent})
	if got := grown.Nets[nets.All].Spec().Hidden; !slices.Equal(got, []int{9, 9}) {
		t.Errorf("the net has hidden layers %v, want 9-9", got)
	}
	samples := newSamples(features.Perspective196{}, &data.table, upTo(50))
	was, is := Measure(parent.Nets[nets.All], samples), Measure(grown.Nets[nets.All], samples)
	if math.Abs(was.Divergence()-is.Divergence()) > 1e-4 {
		t.Errorf("the grown net has the divergence %v, its parent %v", is.Divergence(), was.Divergence())
	}
}

// Pruning nets are trained together with others, or for a model that keeps its
// nets.
func TestPruningNets(t *testing.T) {
	rows := distinct(gnubgLabelled(t))
	cfg := tiny()
	data := mustLoad(t, &cfg, Files{Training: database(t, board.Backgammon, rows)})
	cfg.Nets = append(cfg.Nets, nets.PruningShape(nets.PruningContact, ""))
	both := trained(t, cfg, data, Options{})
	if both.Nets[nets.All] == nil || both.Nets[nets.PruningContact] == nil || len(both.Nets) != 2 {
		t.Errorf("nets %v, want one for all and one that prunes", both.Nets)
	}
	cfg = tiny()
	parent := parentOf(t, &cfg, map[nets.Part][]int{nets.All: {6}, nets.PruningRace: {3}})
	cfg.Nets = []nets.Shape{nets.PruningShape(nets.PruningContact, ""), nets.PruningShape(nets.PruningCrashed, "")}
	m := trained(t, cfg, data, Options{Parent: parent})
	for part, net := range parent.Nets {
		if !slices.Equal(m.Nets[part].Params(), net.Params()) {
			t.Errorf("the net for %s has changed", part)
		}
	}
	if len(m.Nets) != 4 {
		t.Errorf("nets %v, want the parent's and two more", m.Nets)
	}
	// The labels of other classes have no effect.
	for i := range rows {
		if rows[i].Class == engine.Race {
			rows[i].Probabilities = engine.Probabilities{0.5}
		}
	}
	other := trained(t, cfg, mustLoad(t, &cfg, Files{Training: database(t, board.Backgammon, rows)}), Options{Parent: parent})
	for _, s := range cfg.Nets {
		if !slices.Equal(m.Nets[s.Part].Params(), other.Nets[s.Part].Params()) {
			t.Errorf("the net for %s has learned from races", s.Part)
		}
	}
}

// A fresh net starts with random weights and any shape, and the parent's other
// nets are kept.
func TestFreshNet(t *testing.T) {
	cfg := tiny()
	cfg.Optimizer, cfg.Rate = learn.SGD, learn.Constant(0)
	data := mustLoad(t, &cfg, labelledByGnubg(t))
	cfg.Nets[0].Hidden = []int{4}
	random := trained(t, cfg, data, Options{})
	parent := parentOf(t, &cfg, map[nets.Part][]int{nets.All: {6}, nets.PruningRace: {3}})
	cfg.Nets[0].Fresh = true
	m := trained(t, cfg, data, Options{Parent: parent})
	if !slices.Equal(m.Nets[nets.All].Params(), random.Nets[nets.All].Params()) {
		t.Error("the fresh net is not that of a run without a parent")
	}
	if m.Nets[nets.PruningRace] == nil || m.Provenance["parent"] != cfg.Parent {
		t.Errorf("nets %v, parent %q, want the parent's pruning net, and the parent", m.Nets, m.Provenance["parent"])
	}
}

// A run from a model is resumed with it, and keeps the nets of the model that
// it does not train.
func TestResumeFromParent(t *testing.T) {
	cfg := tiny()
	cfg.Nets[0].Part = nets.Race
	cfg.Nets[0].Hidden = []int{8}
	parent := parentOf(t, &cfg, map[nets.Part][]int{nets.All: {6}})
	data := mustLoad(t, &cfg, labelledByGnubg(t))
	whole := filepath.Join(t.TempDir(), "run")
	f := begin(t, t.Context(), whole, mustNew(t, cfg, data, Options{Parent: parent}), Hooks{})
	m := must.Get(nets.Load(f.Model()))(t)
	if len(m.Nets) != 2 || !slices.Equal(m.Nets[nets.All].Params(), parent.Nets[nets.All].Params()) {
		t.Errorf("%d nets, want that for races beside the parent's", len(m.Nets))
	}
	dir := filepath.Join(t.TempDir(), "run")
	ctx, cancel := context.WithCancel(t.Context())
	begin(t, ctx, dir, mustNew(t, cfg, data, Options{Parent: parent}), Hooks{Progress: func(done, _ int64) {
		if done > 100 {
			cancel()
		}
	}})
	resume(t, t.Context(), dir, Hooks{}, 1)
	wantSame(t, contents(t, dir), contents(t, whole))
}

// A parent that names its feature set without a version gives the same model
// whether or not the run is interrupted, and the model names the version.
func TestResumeFromUnversionedParent(t *testing.T) {
	cfg := tiny()
	cfg.Nets[0].Features = "perspective196"
	net, err := nets.NewRandom(nets.Spec{Features: "perspective196", Hidden: []int{6}, Activations: []nets.Activation{nets.Sigmoid}}, 1)
	must.OK(t, err)
	parent := nets.NewModel(net, board.Backgammon)
	if cfg.Parent, err = parent.Digest(); err != nil {
		t.Fatal(err)
	}
	data := mustLoad(t, &cfg, labelledByGnubg(t))
	whole := filepath.Join(t.TempDir(), "run")
	f := begin(t, t.Context(), whole, mustNew(t, cfg, data, Options{Parent: parent}), Hooks{})
	m := must.Get(nets.Load(f.Model()))(t)
	if got, want := m.Nets[nets.All].Spec().Features, "perspective196@1"; got != want {
		t.Errorf("the model is over %s, want %s", got, want)
	}
	dir := filepath.Join(t.TempDir(), "run")
	ctx, cancel := context.WithCancel(t.Context())
	begin(t, ctx, dir, mustNew(t, cfg, data, Options{Parent: parent}), Hooks{Progress: func(done, _ int64) {
		if done > 100 {
			cancel()
		}
	}})
	resume(t, t.Context(), dir, Hooks{}, 1)
	wantSame(t, contents(t, dir), contents(t, whole))
}

func TestNewErrors(t *testing.T) {
	rows := distinct(gnubgLabelled(t))
	noRaces := slices.DeleteFunc(slices.Clone(rows), func(r datasets.Row) bool { return r.Class == engine.Race })
	_, few := Split(noRaces, 0.3)
	all, some, half := database(t, board.Backgammon, rows), database(t, board.Backgammon, noRaces), database(t, board.Backgammon, few)
	parts := func(c *Config, names ...nets.Part) {
		shape := c.Nets[0]
		c.Nets = nil
		for _, name := range names {
			shape.Part = name
			c.Nets = append(c.Nets, shape)
		}
	}
	for _, c := range []struct {
		name   string
		files  Files
		change func(c *Config) *nets.Model
		want   []string
	}{
		{"no rows", Files{Training: some}, func(c *Config) *nets.Model {
			parts(c, nets.Race, nets.Crashed, nets.Contact)
			return nil
		}, []string{"no labelled rows of class race in " + some}},
		{"no rows to validate on", Files{Training: all, Validation: half}, func(c *Config) *nets.Model {
			parts(c, nets.Crashed, nets.Contact, nets.Race)
			return nil
		}, []string{"no labelled rows of class race held out for validation in " + half}},
		{"a class without a net", Files{Training: all}, func(c *Config) *nets.Model {
			parts(c, nets.Race, nets.Contact)
			return nil
		}, []string{"no net for positions of class crashed"}},
		{"a net that evaluates no position", Files{Training: all}, func(c *Config) *nets.Model {
			parts(c, nets.Race, nets.Contact, nets.Crashed, nets.All)
			return nil
		}, []string{"the net for all would never be used"}},
		{"a smaller net", Files{Training: all}, func(c *Config) *nets.Model {
			c.Nets[0].Hidden = []int{5}
			return parentOf(t, c, map[nets.Part][]int{nets.All: {6}})
		}, []string{"net for all: from the parent's 196-6-5 over perspective196@1"}},
		{"another parent", Files{Training: all}, func(c *Config) *nets.Model {
			m := parentOf(t, c, map[nets.Part][]int{nets.All: {6}})
			m.Provenance["x"] = "y"
			return m
		}, []string{"the run starts from the model with the digest"}},
		{"a pruning net alone", Files{Training: all}, func(c *Config) *nets.Model {
			c.Nets = []nets.Shape{nets.PruningShape(nets.PruningRace, "")}
			return nil
		}, []string{"no net for positions of class race"}},
		{"another head than the parent's", Files{Training: all}, func(c *Config) *nets.Model {
			c.Nets = []nets.Shape{nets.PruningShape(nets.PruningContact, nets.GnubgSigmoid)}
			return parentOf(t, c, map[nets.Part][]int{nets.All: {6}})
		}, []string{"net for all has the head sigmoid, that for pruning-contact of the same model has gnubg-sigmoid"}},
		{"nets with different heads", Files{Training: all}, func(c *Config) *nets.Model {
			c.Nets = append(c.Nets, nets.PruningShape(nets.PruningContact, nets.GnubgSigmoid))
			return nil
		}, []string{"net for pruning-contact has the head gnubg-sigmoid, that for all of the same model has sigmoid"}},
		{"no parent", Files{Training: all}, func(c *Config) *nets.Model { c.Parent = "abc"; return nil }, []string{"digest abc, but no parent is given"}},
		{"a parent of another variant", Files{Training: all}, func(c *Config) *nets.Model {
			m := parentOf(t, c, map[nets.Part][]int{nets.All: {6}})
			m.Variant = board.Nackgammon
			c.Parent, _ = m.Digest()
			return m
		}, []string{"the parent is for nackgammon, the data are for backgammon"}},
		{"a setting", Files{Training: all}, func(c *Config) *nets.Model { c.Batch = 0; return nil }, []string{"batch is 0"}},
	} {
		cfg := tiny()
		if c.files.Validation != "" {
			cfg.Holdout = 0
		}
		data := mustLoad(t, &cfg, c.files)
		parent := c.change(&cfg)
		_, err := New(cfg, data, Options{Parent: parent, Workers: 1})
		for _, want := range c.want {
			must.Fail(t, err, want, c.name)
		}
	}
}

// The running mean by hand: the decay grows from 1/10 on.
func TestAverage(t *testing.T) {
	for _, c := range []struct {
		decay float64
		step  int64
		want  float64
	}{{0.999, 0, 0.1}, {0.999, 1, 2.0 / 11}, {0.999, 90, 0.91}, {0.999, 1e6, 0.999}, {0.05, 0, 0.05}} {
		if got := averageDecay(c.decay, c.step); got != c.want {
			t.Errorf("decay %v at step %d: got %v, want %v", c.decay, c.step, got, c.want)
		}
	}
	cfg := tiny()
	cfg.Average = 0.5
	data := mustLoad(t, &cfg, labelledByGnubg(t))
	p := mustNew(t, cfg, data, Options{}).nets[0]
	want := slices.Clone(p.learner.Net().Params())
	must.OK(t, p.learn(t.Context(), 1, func() error {
		keep := averageDecay(0.5, p.Steps-1)
		for i, w := range p.learner.Net().Params() {
			want[i] = float32(keep*float64(want[i]) + (1-keep)*float64(w))
		}
		return nil
	}))
	for i, w := range want {
		// Rounded at every step in one way or another.
		if got := p.net().Params()[i]; math.Abs(float64(got-w)) > 1e-5 {
			t.Fatalf("the mean of parameter %d is %v, want %v", i, got, w)
		}
	}
	if slices.Equal(p.net().Params(), p.learner.Net().Params()) {
		t.Error("the mean is the last weights")
	}
}

// The steps of gorgonia are the same but for rounding.
func TestGorgoniaBackend(t *testing.T) {
	cfg := tiny()
	cfg.Epochs, cfg.Average = 1, 0
	cfg.Rate = learn.Constant(0.005)
	data := mustLoad(t, &cfg, labelledByGnubg(t))
	want := trained(t, cfg, data, Options{})
	cfg.Backend = Gorgonia
	backend := func(net *nets.Net, s learn.Settings) (Learner, error) { return graph.New(net, s) }
	got := trained(t, cfg, data, Options{Backend: backend})
	samples := newSamples(features.Perspective196{}, &data.table, upTo(200))
	a, b := Measure(got.Nets[nets.All], samples).Divergence(), Measure(want.Nets[nets.All], samples).Divergence()
	if math.Abs(a-b) > 1e-4*b {
		t.Errorf("gorgonia ends with the divergence %v, the fast backend with %v", a, b)
	}
}

func TestStopsEarly(t *testing.T) {
	cfg := byParts(tiny())
	cfg.Epochs, cfg.Patience, cfg.Rate, cfg.Average = 60, 3, learn.Constant(0.05), 0
	data := mustLoad(t, &cfg, labelledByGnubg(t))
	trainer := mustNew(t, cfg, data, Options{})
	f := begin(t, t.Context(), filepath.Join(t.TempDir(), "run"), trainer, Hooks{})
	points := must.Get(f.Metrics())(t)
	log := string(must.Get(os.ReadFile(filepath.Join(f.Dir(), "log.jsonl")))(t))
	stopped := map[int]bool{}
	for _, s := range cfg.Nets {
		best, last := 0, 0
		loss := math.Inf(1)
		for _, p := range points {
			if p.Part != s.Part {
				continue
			}
			if last = p.Epoch; p.ValidationLoss < loss {
				best, loss = p.Epoch, p.ValidationLoss
			}
			if p.Best != (best == p.Epoch) {
				t.Errorf("%s: epoch %d is said to be best: %v", s.Part, p.Epoch, p.Best)
			}
		}
		if last != best+cfg.Patience {
			t.Errorf("%s: %d epochs, the best was %d, want %d more", s.Part, last, best, cfg.Patience)
		}
		event := fmt.Sprintf(`"msg":"stopped","part":%q,"epoch":%d,"epochs_without_improvement":3,"best_epoch":%d,"validation_loss":%v,`, s.Part, last, best, loss)
		if !strings.Contains(log, event) {
			t.Errorf("the log lacks %s", event)
		}
		stopped[last] = true
	}
	if len(stopped) < 2 {
		t.Errorf("all nets have stopped after the same epoch, %v", stopped)
	}
	if done, total := trainer.Positions(); done != total {
		t.Errorf("%d positions of %d when all have stopped", done, total)
	}
}
