package supervised

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gammonlab/internal/seed"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// Learner takes the steps: a [learn.Learner] or another backend.
type Learner interface {
	Net() *nets.Net
	Step(b *learn.Batch, rate float64) (loss float64, err error)
	State() learn.State
	SetState(learn.State) error
}

// ErrDiverged is returned when the loss or a weight leaves all bounds.
var ErrDiverged = errors.New("the weights have diverged: try a smaller rate")

// netTrainer trains one net.
type netTrainer struct {
	cfg                  *Config
	shape                nets.Shape
	learner              Learner
	training, validation *Samples
	entropy              float64     // weighted mean entropy of the training labels: the lower bound of the cross-entropy
	average              *nets.Net   // running mean of the weights; nil for none
	best                 *nets.Net   // net with the lowest validation loss so far
	arrangement                      // of the training samples in this epoch
	measured             arrangement // of the validation samples
	progress
}

// progress is the progress of a net's training.
type progress struct {
	Epoch   int             `json:"epoch"`    // completed epochs
	Step    int             `json:"step"`     // steps done of the next epoch
	Steps   int64           `json:"steps"`    // steps of all epochs
	LossSum float64         `json:"loss_sum"` // over the positions of the epoch so far
	Best    *Point          `json:"best"`     // the best epoch; nil before the first
	Anneal  learn.Annealing `json:"anneal"`
}

// Streams of random numbers of a net's trainer, derived from its seed.
const (
	weightStream = iota
	orderStream
)

// seed returns the seed of the net's training.
func (p *netTrainer) seed() uint64 {
	for i, part := range nets.Parts() {
		if part == p.shape.Part {
			return seed.Derive(p.cfg.Seed, uint64(i))
		}
	}
	panic("supervised: unknown part " + string(p.shape.Part)) // Validate would have refused it
}

// newNetTrainer returns the trainer of a net before the first step.
func newNetTrainer(cfg *Config, shape nets.Shape, training, validation *Samples) *netTrainer {
	p := &netTrainer{cfg: cfg, shape: shape, training: training, validation: validation}
	p.Anneal = cfg.Rate.Start()
	if cfg.Loss == learn.CrossEntropy {
		p.entropy = training.entropy()
	}
	return p
}

// begin sets the net to train; nil for random weights.
func (p *netTrainer) begin(net *nets.Net, backend Backend, workers int) error {
	var err error
	if net == nil {
		if net, err = nets.NewRandom(p.shape.Spec(), seed.Derive(p.seed(), weightStream)); err != nil {
			return err
		}
	}
	if p.learner, err = backend(net, *p.cfg.learning(workers)); err != nil {
		return err
	}
	if p.cfg.Average > 0 {
		p.average = net.Clone()
	}
	p.best = net.Clone()
	p.arrangement.order = make([]int32, p.training.Len())
	if p.cfg.Differences > 0 {
		p.arrangement.rolls = p.training.rolls()
		p.measured = arrangement{order: make([]int32, p.validation.Len()), rolls: p.validation.rolls()}
		p.measured.shuffle(p.seed(), 0)
	}
	return nil
}

// net returns the net to measure and keep.
func (p *netTrainer) net() *nets.Net {
	if p.average != nil {
		return p.average
	}
	return p.learner.Net()
}

// steps returns the number of steps of an epoch.
func (p *netTrainer) steps() int { return (p.training.Len() + p.cfg.Batch - 1) / p.cfg.Batch }

// positions returns how many positions the net has learned from.
func (p *netTrainer) positions() int64 {
	return int64(p.Epoch)*int64(p.training.Len()) + int64(min(p.Step*p.cfg.Batch, p.training.Len()))
}

// done reports whether the training of the net is complete.
func (p *netTrainer) done() bool {
	return p.Epoch >= p.cfg.Epochs || p.cfg.Patience > 0 && p.Best != nil && p.Epoch-p.Best.Epoch >= p.cfg.Patience
}

// learn takes the remaining steps of the epoch. After each step it calls each,
// whose error ends it; a later call resumes after that step.
func (p *netTrainer) learn(ctx context.Context, workers int, each func() error) error {
	p.shuffle(seed.Derive(p.seed(), orderStream), p.Epoch)
	feeder := newFeeder(p.training, p.arrangement, p.cfg.Batch, p.Step, workers)
	defer feeder.close()
	for b := feeder.next(); b != nil; b = feeder.next() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.step(b); err != nil {
			return err
		}
		if err := each(); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// step learns from a batch.
func (p *netTrainer) step(b *learn.Batch) error {
	rate := p.rate(p.Steps)
	loss, err := p.learner.Step(b, rate)
	if err != nil {
		return err
	}
	if math.IsNaN(loss) || math.IsInf(loss, 0) {
		return p.diverged(rate)
	}
	p.LossSum += loss * float64(b.Len())
	if p.average != nil {
		p.moveAverage()
	}
	p.Step++
	p.Steps++
	return nil
}

// rate returns the learning rate of a step; steps are counted from the beginning of the
// run.
func (p *netTrainer) rate(step int64) float64 {
	if p.cfg.Rate.Anneals() {
		return p.Anneal.Rate
	}
	steps := float64(p.steps())
	return p.cfg.Rate.At(learn.Time{Done: float64(step) / steps, Next: float64(step+1) / steps, Total: float64(p.cfg.Epochs)})
}

func (p *netTrainer) diverged(rate float64) error {
	return fmt.Errorf("%w (net for %s, epoch %d, step %d, rate %.3g)", ErrDiverged, p.shape.Part, p.Epoch+1, p.Step+1, rate)
}

// moveAverage updates the running mean of the weights. The decay is smaller at the
// beginning, so the first weights soon lose their influence.
func (p *netTrainer) moveAverage() {
	keep := float32(averageDecay(p.cfg.Average, p.Steps))
	mean := p.average.Params()
	for i, w := range p.learner.Net().Params() {
		mean[i] += (1 - keep) * (w - mean[i])
	}
}

// averageDecay returns the decay of the running mean at a step, counted from 0.
func averageDecay(decay float64, step int64) float64 {
	return min(decay, float64(1+step)/float64(10+step))
}
