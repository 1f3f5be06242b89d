package supervised

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// short returns settings for a test.
func short(hidden, epochs int) Config {
	cfg := DefaultConfig()
	cfg.Nets[0].Hidden, cfg.Epochs = []int{hidden}, epochs
	cfg.Batch, cfg.Rate = 32, learn.Cosine(0.01, 0, 0)
	return cfg
}

// A net with more weights than there are labels learns them by heart.
func TestOverfits(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector")
	}
	set := must.Get(features.Lookup("perspective196"))(t)
	samples := NewSamples(set, board.Backgammon, gnubgLabelled(t)[:30])
	for _, activation := range []nets.Activation{nets.Sigmoid, nets.Tanh, nets.ReLU} {
		cfg := short(32, 1000)
		cfg.Nets[0].Activations, cfg.Batch, cfg.Patience = []nets.Activation{activation}, 10, 0
		result := must.Get(Train(t.Context(), cfg, samples, samples, nil))(t)
		best := result.Epochs[result.Best-1]
		if best.Divergence > 1e-3 || best.Equity > 10 {
			t.Errorf("%s: divergence %v, equity %v mEq, want at most 0.001 and 10", activation, best.Divergence, best.Equity)
		}
	}
}

// A net learns from about 600 evaluations of GNU Backgammon: its loss on 200
// others falls to less than a third of the loss of the best constant answer.
func TestLearnsGnubgsEvaluations(t *testing.T) {
	training, validation := Split(gnubgLabelled(t), 0.25)
	var mean [nets.Outputs]float32
	for _, row := range training {
		for k, p := range row.Probabilities {
			mean[k] += p / float32(len(training))
		}
	}
	var blind Loss
	for i := range validation {
		blind.Add(mean, &validation[i].Position, &validation[i].Probabilities)
	}
	set := must.Get(features.Lookup("perspective196"))(t)
	result := must.Get(Train(t.Context(), short(32, 30), NewSamples(set, board.Backgammon, training), NewSamples(set, board.Backgammon, validation), nil))(t)
	got := result.Epochs[result.Best-1]
	t.Logf("divergence %.4f, equity %.1f mEq after %d epochs; blind %.4f, %.1f mEq",
		got.Divergence, got.Equity, result.Best, blind.Divergence(), blind.Equity())
	if got.Divergence > blind.Divergence()/3 {
		t.Errorf("divergence %v, want at most a third of %v", got.Divergence, blind.Divergence())
	}
	if measured := Measure(result.Net, NewSamples(set, board.Backgammon, validation)); measured.Divergence() != got.Divergence || measured.Equity() != got.Equity {
		t.Errorf("the net has the loss %v, not that of the best epoch, %v", measured, got)
	}
}

func TestEqualSeedsGiveEqualBytes(t *testing.T) {
	training, validation := Split(pipLabelled(500), 0.2)
	set := must.Get(features.Lookup("perspective196"))(t)
	file := func(seed uint64) []byte {
		cfg := short(8, 3)
		cfg.Seed = seed
		net := must.Get(Train(t.Context(), cfg, NewSamples(set, board.Backgammon, training), NewSamples(set, board.Backgammon, validation), nil))(t).Net
		return must.Get(nets.NewModel(net, board.Backgammon).Encode())(t)
	}
	if !bytes.Equal(file(1), file(1)) {
		t.Error("equal seeds give other bytes")
	}
	if bytes.Equal(file(1), file(2)) {
		t.Error("other seeds give equal bytes")
	}
}

// Training without inputs does not change the weights of the inputs.
func TestTrainsWithoutInputs(t *testing.T) {
	set := must.Get(features.Lookup("perspective196"))(t)
	samples := NewSamples(set, board.Backgammon, pipLabelled(300))
	all := make([]int, set.Len())
	for i := range all {
		all[i] = i
	}
	blind := samples.Without(all)
	result := must.Get(Train(t.Context(), short(8, 3), blind, blind, nil))(t)
	cfg := short(8, 3)
	fresh := newNetTrainer(&cfg, cfg.Nets[0], samples, samples)
	must.OK(t, fresh.begin(nil, fastBackend, 1))
	inputs := set.Len() * 16 // weights of the first layer, rows of 8 units padded to 16
	if !slices.Equal(result.Net.Params()[:inputs], fresh.net().Params()[:inputs]) {
		t.Error("weights of inputs that are always 0 have changed")
	}
}

func TestStopsWithoutImprovement(t *testing.T) {
	training, validation := Split(gnubgLabelled(t)[:120], 0.5)
	set := must.Get(features.Lookup("perspective196"))(t)
	cfg := short(32, 400)
	cfg.Patience = 4
	total := 0
	result, err := Train(t.Context(), cfg, NewSamples(set, board.Backgammon, training), NewSamples(set, board.Backgammon, validation), func(n int) { total += n })
	must.OK(t, err)
	if n := len(result.Epochs); n == cfg.Epochs || n != result.Best+cfg.Patience {
		t.Errorf("%d epochs, the best was %d, want %d more", n, result.Best, cfg.Patience)
	}
	for i, e := range result.Epochs {
		if e.ValidationLoss < result.Epochs[result.Best-1].ValidationLoss {
			t.Errorf("epoch %d was better than %d", i+1, result.Best)
		}
	}
	if want := cfg.Epochs * len(training); total != want {
		t.Errorf("progress of %d positions, want %d", total, want)
	}
}

func TestTrainErrors(t *testing.T) {
	set := must.Get(features.Lookup("perspective196"))(t)
	some, none := NewSamples(set, board.Backgammon, pipLabelled(10)), NewSamples(set, board.Backgammon, nil)
	for _, c := range []struct {
		want                 string
		training, validation *Samples
		change               func(*Config)
	}{
		{"0 training positions and 10 validation positions", none, some, func(*Config) {}},
		{"10 training positions and 0 validation positions", some, none, func(*Config) {}},
		{"epochs is 0, want at least 1", some, some, func(c *Config) { c.Epochs = 0 }},
		{"2 nets to train, want one", some, some, func(c *Config) {
			second := c.Nets[0]
			second.Part = nets.Race
			c.Nets = append(c.Nets, second)
		}},
		{"no positions follow two plays of a roll", some, some, func(c *Config) { c.Loss, c.Differences = learn.Equity, 1 }},
		{"samples of perspective196 and perspective196 for a net over tesauro198", some, some, func(c *Config) { c.Nets[0].Features = "tesauro198" }},
	} {
		cfg := DefaultConfig()
		c.change(&cfg)
		must.Fail(t, must.Err(Train(t.Context(), cfg, c.training, c.validation, nil)), c.want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Train(ctx, DefaultConfig(), some, some, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestDivergedIsReported(t *testing.T) {
	set := must.Get(features.Lookup("perspective196"))(t)
	samples := NewSamples(set, board.Backgammon, pipLabelled(200))
	for _, activation := range []nets.Activation{nets.Sigmoid, nets.ReLU} {
		cfg := short(8, 3)
		cfg.Nets[0].Activations = []nets.Activation{activation}
		cfg.Optimizer, cfg.Rate = learn.SGD, learn.Constant(1e9)
		_, err := Train(t.Context(), cfg, samples, samples, nil)
		if !errors.Is(err, ErrDiverged) || !strings.Contains(err.Error(), "net for all, epoch 1") {
			t.Errorf("%s: got %v, want %v", activation, err, ErrDiverged)
		}
	}
}
