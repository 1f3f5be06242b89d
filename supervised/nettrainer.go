package supervised

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gammonlab/engine"
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
var ErrDiverged = errors.New("supervised: the weights have diverged: try a smaller rate")

// maxWeight is the largest weight of a net that still learns.
const maxWeight = 1e4

// netTrainer trains one net.
type netTrainer struct {
	cfg                  *Config
	shape                Shape
	learner              Learner
	training, validation *Samples
	entropy              float64   // of the training labels, weighted mean; what the cross-entropy cannot fall below
	average              *nets.Net // running mean of the weights; nil for none
	best                 *nets.Net // as it was when the validation loss was lowest
	order                []int32   // in which the samples are met in this epoch
	progress
}

// progress is the progress of a net's training.
type progress struct {
	Epoch   int             `json:"epoch"`    // epochs done with
	Step    int             `json:"step"`     // steps of the next one
	Steps   int64           `json:"steps"`    // of all epochs
	LossSum float64         `json:"loss_sum"` // of the positions of the epoch
	Best    *Point          `json:"best"`     // the best epoch; nil before the first
	Anneal  learn.Annealing `json:"anneal"`
}

// Streams of random numbers below the seed of a net's trainer.
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
func newNetTrainer(cfg *Config, shape Shape, training, validation *Samples) *netTrainer {
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

// done reports whether there is nothing more to be learned.
func (p *netTrainer) done() bool {
	return p.Epoch >= p.cfg.Epochs || p.cfg.Patience > 0 && p.Best != nil && p.Epoch-p.Best.Epoch >= p.cfg.Patience
}

// learn takes the remaining steps of the epoch. After each step it calls each,
// whose error ends it; a later call resumes after that step.
func (p *netTrainer) learn(ctx context.Context, workers int, each func() error) error {
	p.shuffle()
	feeder := newFeeder(p.training, p.order, p.cfg.Batch, p.Step, workers)
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

// shuffle draws the order of the epoch, which depends on the seed and the
// epoch's number alone.
func (p *netTrainer) shuffle() {
	if p.order == nil {
		p.order = make([]int32, p.training.Len())
	}
	shuffle(p.order, seed.Derive(p.seed(), orderStream), p.Epoch)
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

// rate returns the rate of a step, counted from the beginning of the run.
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

// moveAverage takes the weights into their running mean. The decay is smaller in
// the beginning, so that the first weights are soon forgotten.
func (p *netTrainer) moveAverage() {
	keep := float32(averageDecay(p.cfg.Average, p.Steps))
	mean := p.average.Params()
	for i, w := range p.learner.Net().Params() {
		mean[i] += (1 - keep) * (w - mean[i])
	}
}

// averageDecay returns how much of the mean stays at a step, from 0.
func averageDecay(decay float64, step int64) float64 {
	return min(decay, float64(1+step)/float64(10+step))
}

// assessment is the measurement of a net at the end of an epoch.
type assessment struct {
	Point
	rms, worst float64 // errors that an annealed rate depends on
}

// assess measures the net after the steps of an epoch.
func (p *netTrainer) assess(ctx context.Context, workers int) (*assessment, error) {
	rate := p.rate(p.Steps - 1)
	for _, w := range p.net().Params() {
		if !(w >= -maxWeight && w <= maxWeight) { // so that NaN counts
			return nil, p.diverged(rate)
		}
	}
	losses, err := measure(ctx, p.net(), p.validation, workers)
	if err != nil {
		return nil, err
	}
	total := losses.total()
	a := &assessment{*p.point(losses), math.Sqrt(total.absolute / float64(total.positions)), total.worst}
	if math.IsNaN(a.ValidationLoss) {
		return nil, p.diverged(rate)
	}
	a.Best = p.Best == nil || a.ValidationLoss < p.Best.ValidationLoss
	return a, nil
}

// commit ends an epoch.
func (p *netTrainer) commit(a *assessment) {
	p.cfg.Rate.Next(&p.Anneal, a.rms, a.worst)
	p.Epoch, p.Step, p.LossSum = p.Epoch+1, 0, 0
	if a.Best {
		p.Best = &a.Point
		p.best.Copy(p.net())
	}
}

// point sums up the epoch that ends.
func (p *netTrainer) point(losses *byClass) *Point {
	total := losses.total()
	point := &Point{
		Epoch: p.Epoch + 1, Part: p.shape.Part,
		Positions:      p.positions(),
		Rate:           p.rate(p.Steps - 1),
		TrainingLoss:   p.LossSum/float64(p.training.Len()) - p.entropy,
		ValidationLoss: total.of(p.cfg.Loss),
		Divergence:     total.Divergence(),
		Equity:         total.Equity(),
	}
	for class, to := range map[engine.Class]**float64{
		engine.Race: &point.Race, engine.Crashed: &point.Crashed, engine.Contact: &point.Contact,
	} {
		if l := losses[class]; l.positions > 0 {
			rmse := l.Equity()
			*to = &rmse
		}
	}
	return point
}

// entropy returns the weighted mean entropy of the labels in nats, summed over
// the outputs: the least that the cross-entropy can be.
func (s *Samples) entropy() float64 {
	sum := 0.0
	for i := range s.Len() {
		h := 0.0
		for _, t := range s.Label(i) {
			p := away(float64(t))
			h -= p*math.Log(p) + (1-p)*math.Log(1-p)
		}
		sum += h * float64(s.weight(i))
	}
	return sum / float64(s.Len())
}

// Point is a line of metrics.jsonl: an epoch of a net. Losses are those of the
// config, the cross-entropy without the entropy of the labels. Errors of the
// equity are root mean squares in thousandths of a point (mEq), over the
// validation positions.
type Point struct {
	Epoch          int       `json:"epoch"` // from 1
	Part           nets.Part `json:"part"`
	Positions      int64     `json:"positions"`       // that the net has learned from so far
	Rate           float64   `json:"rate"`            // of the last step
	TrainingLoss   float64   `json:"training_loss"`   // as met on the way, with weights that still changed
	ValidationLoss float64   `json:"validation_loss"` // after it
	Divergence     float64   `json:"divergence"`      // nats
	Equity         float64   `json:"equity_rmse"`
	Race           *float64  `json:"equity_rmse_race,omitempty"`
	Crashed        *float64  `json:"equity_rmse_crashed,omitempty"`
	Contact        *float64  `json:"equity_rmse_contact,omitempty"`
	Best           bool      `json:"best"` // whether the validation loss is the lowest so far

	// Bench is what was measured of the model with all its nets, by name.
	Bench map[string]float64 `json:"bench,omitempty"`
}
