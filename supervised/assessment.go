package supervised

import (
	"context"
	"math"

	"gammonlab/engine"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// assessment is the measurement of a net at the end of an epoch.
type assessment struct {
	Point
	rms, worst float64 // errors that set the next rate of an annealed schedule
}

// assess measures the net after the steps of an epoch.
func (p *netTrainer) assess(ctx context.Context, workers int) (*assessment, error) {
	rate := p.rate(p.Steps - 1)
	if learn.HasDiverged(p.net()) {
		return nil, p.diverged(rate)
	}
	losses, misses, err := measure(ctx, p.net(), p.validation, p.cfg.Loss.Registered(), workers)
	if err != nil {
		return nil, err
	}
	total := losses.total()
	a := &assessment{*p.point(losses, misses), math.Sqrt(total.absolute / float64(total.positions)), total.worst}
	if math.IsNaN(a.ValidationLoss) {
		return nil, p.diverged(rate)
	}
	a.Best = p.Best == nil || a.ValidationLoss < p.Best.ValidationLoss
	return a, nil
}

// commit completes an epoch.
func (p *netTrainer) commit(a *assessment) {
	p.cfg.Rate.Next(&p.Anneal, a.rms, a.worst)
	p.Epoch, p.Step, p.LossSum = p.Epoch+1, 0, 0
	if a.Best {
		p.Best = &a.Point
		p.best.Copy(p.net())
	}
}

// point returns the metrics of the epoch that ends, by the losses and the errors of the equity.
func (p *netTrainer) point(losses *byClass, misses []float32) *Point {
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
	if squares, freedom := p.measured.spread(misses); freedom > 0 {
		point.ValidationLoss += p.cfg.Differences * squares / 2 / float64(total.positions)
		rmse := 1000 * math.Sqrt(2*squares/float64(freedom))
		point.Difference = &rmse
	}
	return point
}

// entropy returns the weighted mean entropy of the labels in nats, summed over the
// outputs: the lower bound of the cross-entropy.
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
	Epoch          int       `json:"epoch" unit:"epochs" table:"true" meaning:"the best epoch"` // from 1
	Part           nets.Part `json:"part"`
	Positions      int64     `json:"positions" unit:"positions" meaning:"positions that the net has learned from"`                                                 // positions that the net has learned from so far
	Rate           float64   `json:"rate"`                                                                                                                         // learning rate of the last step
	TrainingLoss   float64   `json:"training_loss" meaning:"loss on the training positions"`                                                                       // mean over the batches of the epoch, each before its step
	ValidationLoss float64   `json:"validation_loss" better:"lower" table:"true" meaning:"loss on the validation positions at the best epoch"`                     // after the epoch
	Divergence     float64   `json:"divergence" unit:"nats per position" better:"lower" meaning:"mean Kullback-Leibler divergence of the outputs from the labels"` // nats
	Equity         float64   `json:"equity_rmse" short:"rmse" unit:"mEq" better:"lower" table:"true" meaning:"root mean square error of the equity on the validation positions"`
	Race           *float64  `json:"equity_rmse_race,omitempty" short:"rmse_race" unit:"mEq" better:"lower" meaning:"the same in races"`
	Crashed        *float64  `json:"equity_rmse_crashed,omitempty" short:"rmse_crashed" unit:"mEq" better:"lower" meaning:"the same in crashed positions"`
	Contact        *float64  `json:"equity_rmse_contact,omitempty" short:"rmse_contact" unit:"mEq" better:"lower" meaning:"the same in contact positions"`
	Difference     *float64  `json:"difference_rmse,omitempty"` // of the difference between two plays of a roll
	Best           bool      `json:"best"`                      // whether the validation loss is the lowest so far

	// Bench has the measurements of the model with all its nets by the benchmarks, by name. Lines
	// of earlier versions have the strength there, too.
	Bench map[string]float64 `json:"bench,omitempty"`

	*Measurement // strength of the model with all its nets
}

// Measurement is the strength of a model against an opponent, cubeless money play.
type Measurement = engine.Measurement
