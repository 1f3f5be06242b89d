package td

import (
	"context"
	"errors"
	"strconv"
	"time"

	"gammonlab/nets"
)

// Hooks are functions that a run calls. Each may be nil.
type Hooks struct {
	// Progress receives the games learned so far, after every round. It is
	// called by one goroutine at a time and must be quick.
	Progress func(games int64)

	// Measure plays games games against a fixed opponent. It must not change the model.
	// It is called every Config.BenchEvery games.
	Measure func(ctx context.Context, model *nets.Model, games int) (*Measurement, error)

	// Point receives each point after it was written to the metrics.
	Point func(Point)
}

// Run trains to the end of the run and writes the model. If ctx is cancelled, it writes
// a checkpoint and returns ctx's error. Run closes the folder.
func (f *Folder) Run(ctx context.Context, t *Trainer, workers int, hooks Hooks) error {
	if err := f.files.Lock(); err != nil {
		return err
	}
	defer f.Close()
	err := f.run(ctx, t, workers, hooks)
	f.files.Ended(err)
	return err
}

func (f *Folder) run(ctx context.Context, t *Trainer, workers int, hooks Hooks) error {
	last, err := f.lastMeasurement()
	if err != nil {
		return err
	}
	for unrecorded := t.begun < t.games && t.games == t.cfg.segmentEnd(t.begun); unrecorded || !t.Done(); unrecorded = false {
		before := t.games // games at the newest checkpoint
		p, err := f.segment(ctx, t, workers, &hooks, unrecorded)
		if err != nil && errors.Is(err, ctx.Err()) {
			err = errors.Join(err, f.saveInterrupted(t, before))
		}
		if err != nil {
			return err
		}
		if p.Measurement != nil {
			last = p.Measurement
		}
		if err := f.record(t, p); err != nil {
			return err
		}
		if hooks.Point != nil {
			hooks.Point(*p)
		}
	}
	m := t.model()
	if last != nil {
		last.addTo(m.Provenance)
	}
	return m.Save(f.Model())
}

// segment trains to the end of the segment, if it is not reached yet, and measures
// strength if a measurement is due.
func (f *Folder) segment(ctx context.Context, t *Trainer, workers int, hooks *Hooks, reached bool) (*Point, error) {
	before, began := t.games, time.Now()
	if !reached {
		if err := t.Segment(ctx, workers, hooks.Progress); err != nil {
			return nil, err
		}
	}
	p := t.point(before, time.Since(began))
	if !t.measuresAt(t.games) || hooks.Measure == nil {
		return p, nil
	}
	var err error
	p.Measurement, err = hooks.Measure(ctx, t.weights.model, t.cfg.BenchGames)
	return p, err
}

// saveInterrupted writes a checkpoint of a run that was interrupted within a segment.
func (f *Folder) saveInterrupted(t *Trainer, before int64) error {
	if t.games == before {
		return nil
	}
	return f.saveCheckpoint(t)
}

// measuresAt reports whether strength is measured after the given number of
// games: at every multiple of BenchEvery, and at the end.
func (t *Trainer) measuresAt(games int64) bool {
	return t.cfg.BenchEvery > 0 && (games%t.cfg.BenchEvery == 0 || games == t.cfg.Games)
}

// point returns the metrics of the segment that just ended. The games from the given
// number on took the given time.
func (t *Trainer) point(before int64, took time.Duration) *Point {
	segment := t.stats.since(t.mark)
	gammons, backgammons := segment.shares()
	return &Point{
		Games:           t.games,
		Positions:       t.stats.Positions,
		Loss:            segment.mean(),
		Nets:            t.netPoints(&segment),
		GammonShare:     gammons,
		BackgammonShare: backgammons,
		Rate:            t.cfg.alpha(t.games - 1),
		Lambda:          t.cfg.lambda(t.games - 1),
		GamesPerSecond:  float64(t.games-before) / max(took, 1).Seconds(),
	}
}

// netPoints returns the metrics of the nets in training for the segment, nil in a run of
// one net for all positions.
func (t *Trainer) netPoints(segment *Stats) []NetPoint {
	if !t.cfg.several() {
		return nil
	}
	var all []NetPoint
	for _, s := range t.plan.Shapes {
		i := number(s.Part)
		all = append(all, NetPoint{s.Part, t.stats.Nets[i].Positions, segment.Nets[i].mean()})
	}
	return all
}

// record writes metrics, then the checkpoint. Metrics without their checkpoint are
// removed when the run is resumed; in the other order they could be missing.
func (f *Folder) record(t *Trainer, p *Point) error {
	if err := f.files.AppendMetrics(p); err != nil {
		return err
	}
	t.begun, t.mark, t.older = t.games, t.stats, nil
	return f.saveCheckpoint(t)
}

// lastMeasurement returns the newest measurement in the metrics, nil if none.
func (f *Folder) lastMeasurement() (*Measurement, error) {
	points, err := f.Metrics()
	if err != nil {
		return nil, err
	}
	for i := len(points) - 1; i >= 0; i-- {
		if points[i].Measurement != nil {
			return points[i].Measurement, nil
		}
	}
	return nil, nil
}

// addTo writes the measurement into a model's provenance.
func (m *Measurement) addTo(provenance map[string]string) {
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', 4, 64) }
	provenance["measured_opponent"] = "pubeval"
	provenance["measured_games"] = strconv.Itoa(m.Bench)
	provenance["measured_ppg"] = number(m.PPG)
	provenance["measured_ppg_low"] = number(m.PPGLow)
	provenance["measured_ppg_high"] = number(m.PPGHigh)
}
