package supervised

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gammonlab/engine"
	"gammonlab/internal/seed"
	"gammonlab/nets"
)

// Result is a trained net with how it came about.
type Result struct {
	Net    *nets.Net // as it was after the best epoch
	Best   int       // number of that epoch, from 1
	Epochs []Epoch   // all that were trained
}

// Epoch is one pass over the training positions.
type Epoch struct {
	Training   Loss // as met on the way, with weights that still changed
	Validation Loss // after it
}

// ErrDiverged is returned when the loss stops being a number.
var ErrDiverged = errors.New("supervised: the weights have diverged: try a smaller rate")

// Train trains a net from random weights on the training samples and returns it
// as it was when its loss on the validation samples was lowest. Both must be of
// one feature set and not empty. Progress, if it is not nil, is told of the
// positions learned from; epochs that were not needed count when training stops.
func Train(ctx context.Context, cfg Config, training, validation *Samples, progress func(positions int)) (*Result, error) {
	t, err := newTrainer(cfg, training, validation, progress)
	if err != nil {
		return nil, err
	}
	result := &Result{Net: t.net.Clone()}
	for len(result.Epochs) < cfg.Epochs {
		loss, err := t.epoch(ctx, len(result.Epochs))
		if err != nil {
			return nil, err
		}
		e := Epoch{Training: loss, Validation: Measure(t.net, validation)}
		if math.IsNaN(e.Training.Divergence()) || math.IsNaN(e.Validation.Divergence()) {
			return nil, fmt.Errorf("%w (epoch %d, rate %v)", ErrDiverged, len(result.Epochs)+1, cfg.Rate)
		}
		result.Epochs = append(result.Epochs, e)
		if len(result.Epochs) == 1 || e.Validation.divergence < result.Epochs[result.Best-1].Validation.divergence {
			result.Best = len(result.Epochs)
			result.Net.Copy(t.net)
		}
		if cfg.Patience > 0 && len(result.Epochs)-result.Best >= cfg.Patience {
			break
		}
	}
	t.progress((cfg.Epochs - len(result.Epochs)) * training.Len())
	return result, nil
}

// trainer changes a net.
type trainer struct {
	cfg      Config
	samples  *Samples
	net      *nets.Net
	pass     *nets.Pass
	adam     *adam
	gradient []float32
	d        []float32 // of a batch: the loss by each output
	order    []int     // in which the samples are met
	progress func(int)
}

// Streams of random numbers below the config's seed.
const (
	weightStream = iota
	orderStream
)

func newTrainer(cfg Config, training, validation *Samples, progress func(int)) (*trainer, error) {
	if err := cfg.Validate(training.Set()); err != nil {
		return nil, err
	}
	if training.Len() == 0 || validation.Len() == 0 {
		return nil, fmt.Errorf("supervised: %d positions to train on and %d to validate on, want some of both",
			training.Len(), validation.Len())
	}
	net, err := nets.NewRandom(cfg.spec(training.Set()), seed.Derive(cfg.Seed, weightStream))
	if err != nil {
		return nil, err
	}
	t := &trainer{
		cfg: cfg, samples: training, net: net, pass: net.NewPass(cfg.Batch),
		adam: newAdam(len(net.Params())), gradient: make([]float32, len(net.Params())),
		d: make([]float32, cfg.Batch*nets.Outputs), order: make([]int, training.Len()),
		progress: progress,
	}
	if progress == nil {
		t.progress = func(int) {}
	}
	return t, nil
}

// epoch learns from every sample once, in an order drawn from the seed and the
// epoch's number.
func (t *trainer) epoch(ctx context.Context, number int) (Loss, error) {
	for i := range t.order {
		t.order[i] = i
	}
	rng := rand.New(seed.Stream(seed.Derive(t.cfg.Seed, orderStream), uint64(number)))
	rng.Shuffle(len(t.order), func(i, j int) { t.order[i], t.order[j] = t.order[j], t.order[i] })
	var loss Loss
	for from := 0; from < len(t.order); from += t.cfg.Batch {
		if err := ctx.Err(); err != nil {
			return loss, err
		}
		rows := t.order[from:min(from+t.cfg.Batch, len(t.order))]
		done := (float64(number) + float64(from)/float64(len(t.order))) / float64(t.cfg.Epochs)
		t.learn(rows, t.cfg.Rate*(1+math.Cos(math.Pi*done))/2, &loss)
		t.progress(len(rows))
	}
	return loss, nil
}

// learn takes a step on a batch and adds the losses before it.
func (t *trainer) learn(rows []int, rate float64, loss *Loss) {
	for i, row := range rows {
		t.samples.Inputs(t.pass.Input(i), row)
	}
	t.pass.Forward(len(rows))
	for i, row := range rows {
		label := &t.samples.rows[row].Probabilities
		answer := t.pass.Output(i)
		loss.Add(engine.Probabilities(*answer), &t.samples.rows[row])
		for k, y := range answer {
			t.d[i*nets.Outputs+k] = (y - label[k]) / (max(y*(1-y), leastSlope) * float32(len(rows)))
		}
	}
	clear(t.gradient)
	t.pass.Backward(t.gradient, t.d, len(rows))
	t.adam.step(t.net.Params(), t.gradient, rate)
}

// leastSlope keeps the derivative of the cross-entropy by an output finite.
const leastSlope = 1e-12
