package td

import (
	"context"
	"slices"
	"strconv"
	"time"

	"gammonlab/engine/netrun"
	"gammonlab/internal/runfolder"
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
	return f.files.Run(ctx, &run{f, t, workers, hooks})
}

// run is a trainer at work in a folder. Its parts are segments.
type run struct {
	*Folder
	trainer *Trainer
	workers int
	hooks   Hooks
}

// Done implements [netrun.Trainer].
func (r *run) Done() bool { return r.trainer.Done() && !r.trainer.unrecorded() }

// unrecorded reports whether the segment has ended, but has no metrics.
func (t *Trainer) unrecorded() bool {
	return t.begun < t.games && t.games == t.cfg.segmentEnd(t.begun)
}

// Part implements [netrun.Trainer].
func (r *run) Part(ctx context.Context) (*netrun.Part, error) {
	t, before, began := r.trainer, r.trainer.games, time.Now()
	if !t.unrecorded() {
		if err := t.Segment(ctx, r.workers, r.hooks.Progress); err != nil {
			return nil, err
		}
	}
	p := t.point(before, time.Since(began))
	if t.measuresAt(t.games) && r.hooks.Measure != nil {
		var err error
		if p.Measurement, err = r.hooks.Measure(ctx, t.weights.model, t.cfg.BenchGames); err != nil {
			return nil, err
		}
	}
	commit := func() { t.begun, t.mark, t.older = t.games, t.stats, nil }
	return &netrun.Part{Point: p, Commit: commit, Saved: func() {
		if r.hooks.Point != nil {
			r.hooks.Point(*p)
		}
	}}, nil
}

// Save implements [netrun.Trainer].
func (r *run) Save() error { return r.trainer.save(r.files) }

// Model implements [netrun.Trainer].
func (r *run) Model() (*nets.Model, error) {
	last, err := r.lastMeasurement()
	if err != nil {
		return nil, err
	}
	m := r.trainer.model()
	if last != nil {
		last.addTo(m.Provenance)
	}
	return m, nil
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

// lastMeasurement returns the newest measurement in the metrics, nil if none.
func (f *Folder) lastMeasurement() (*Measurement, error) {
	points, err := f.Metrics()
	for _, p := range slices.Backward(points) {
		if p.Measurement != nil {
			return p.Measurement, nil
		}
	}
	return nil, err
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

// Point is a line of metrics.jsonl: the state of a run at the end of a segment. Loss,
// shares and speed are means over the segment.
type Point struct {
	Games           int64      `json:"games"`            // games learned from since the run began
	Positions       int64      `json:"positions"`        // positions learned from since the run began
	Loss            float64    `json:"loss"`             // half the squared errors of the five outputs, mean over positions, whatever the run's loss
	Nets            []NetPoint `json:"nets,omitempty"`   // metrics of each net in training, if there are several
	GammonShare     float64    `json:"gammon_share"`     // share of self-play games, backgammons included
	BackgammonShare float64    `json:"backgammon_share"` // share of self-play games
	Rate            float64    `json:"rate"`
	Lambda          float64    `json:"lambda"`
	GamesPerSecond  float64    `json:"games_per_second"` // depends on the computer; not part of the result

	*Measurement
}

// NetPoint has the metrics of one net in training.
type NetPoint struct {
	Part      nets.Part `json:"part"`
	Positions int64     `json:"positions"` // positions learned from since the run began
	Loss      float64   `json:"loss"`      // as in Point, over the positions that the net learned from in the segment
}

// Measurement is the strength of a model against pubeval, cubeless money play.
type Measurement struct {
	Bench   int     `json:"bench_games"`
	PPG     float64 `json:"pubeval_ppg"`     // points per game
	PPGLow  float64 `json:"pubeval_ppg_low"` // its 95% interval
	PPGHigh float64 `json:"pubeval_ppg_high"`
}

// Metrics reads the run's metrics. A last line that was cut off is left out.
func (f *Folder) Metrics() ([]Point, error) { return runfolder.Metrics[Point](f.files.Folder) }

// dropMetricsAfter removes the lines of later games. It returns an error if a line of earlier
// segments is missing.
func (f *Folder) dropMetricsAfter(games int64) error {
	segment := f.doc.Config.Checkpoint
	return runfolder.KeepMetrics(f.files.Folder, (games+segment-1)/segment, func(p *Point) bool { return p.Games <= games })
}
