package td

import (
	"context"
	"slices"
	"strconv"
	"time"

	"gammonlab/engine"
	"gammonlab/engine/netrun"
	"gammonlab/internal/runfolder"
	"gammonlab/nets"
)

// Hooks are functions that a run calls. Each may be nil.
type Hooks struct {
	// Progress receives the games learned so far, after every round. It is
	// called by one goroutine at a time and must be quick.
	Progress func(games int64)

	// Measure plays games games against Config.BenchOpponent. It must not change the model.
	// It is called for the initial weights, after every Config.BenchEvery games and at the
	// end of the run. Without it, a run needs BenchEvery 0.
	Measure func(ctx context.Context, model *nets.Model, games int) (*Measurement, error)

	// Point receives each point after it was written to the metrics. The first is that of
	// the initial weights, if strength is measured.
	Point func(Point)
}

// Run trains to the end of the run and writes the model. If ctx is cancelled, it writes
// a checkpoint and returns ctx's error. Run closes the folder.
func (f *Folder) Run(ctx context.Context, t *Trainer, workers int, hooks Hooks) error {
	if every := t.cfg.BenchEvery; every > 0 && hooks.Measure == nil {
		f.Close()
		return netrun.NotMeasured("bench_every", every, "Measure")
	}
	return f.files.Run(ctx, &run{f, t, workers, hooks})
}

// run is a trainer at work in a folder. Its parts end with a line of metrics: at the end of
// a segment, or where strength is measured.
type run struct {
	*Folder
	trainer *Trainer
	workers int
	hooks   Hooks
}

// Done implements [netrun.Trainer].
func (r *run) Done() bool { return r.trainer.Done() && !r.trainer.unrecorded() }

// unrecorded reports whether the metrics lack a line for the present games.
func (t *Trainer) unrecorded() bool {
	if t.games == 0 {
		return t.lines == 0 && t.cfg.BenchEvery > 0
	}
	return t.recorded < t.games && (t.games == t.cfg.segmentEnd(t.begun) || t.cfg.measuresAt(t.games))
}

// Part implements [netrun.Trainer].
func (r *run) Part(ctx context.Context) (*netrun.Part, error) {
	t, before, began := r.trainer, r.trainer.games, time.Now()
	if !t.unrecorded() {
		end := min(t.cfg.segmentEnd(t.begun), t.cfg.nextMeasurement(t.games))
		if err := t.advance(ctx, r.workers, end, r.after); err != nil {
			return nil, err
		}
	}
	p := t.point(before, time.Since(began))
	if t.cfg.measuresAt(t.games) {
		var err error
		if p.Measurement, err = r.measure(ctx); err != nil {
			return nil, err
		}
	}
	return &netrun.Part{Point: p.line(), Commit: t.record, Saved: func() {
		if r.hooks.Point != nil {
			r.hooks.Point(*p)
		}
	}}, nil
}

// after shows the progress after a round, and writes a checkpoint if the newest one is old.
// At the end of a part the checkpoint is written there.
func (r *run) after() error {
	if r.hooks.Progress != nil {
		r.hooks.Progress(r.trainer.games)
	}
	if r.trainer.unrecorded() || !r.files.Due() {
		return nil
	}
	return r.Save()
}

// measure measures strength. The games before it are saved first, since it may take long.
func (r *run) measure(ctx context.Context) (*Measurement, error) {
	if err := r.Save(); err != nil {
		return nil, err
	}
	m, err := r.hooks.Measure(ctx, r.trainer.weights.model, r.trainer.cfg.BenchGames)
	if err == nil {
		netrun.Against(m, r.trainer.cfg.BenchOpponent)
	}
	return m, err
}

// record notes that the metrics have a line for the present games, and ends the segment
// there.
func (t *Trainer) record() {
	t.lines++
	t.recorded = t.games
	if t.games == t.cfg.segmentEnd(t.begun) {
		t.beginSegment()
	}
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
		addTo(m.Provenance, last)
	}
	return m, nil
}

// measuresAt reports whether strength is measured after the given number of games, at which a
// round ends: before the first game, at the end of the run, and in the first round that
// reaches a multiple of BenchEvery.
func (c *Config) measuresAt(games int64) bool {
	return c.BenchEvery > 0 && (games%c.BenchEvery < c.round() || games == c.Games)
}

// nextMeasurement returns the number of games after which strength is measured next; the
// length of the run if it is not measured.
func (c *Config) nextMeasurement(games int64) int64 {
	if c.BenchEvery == 0 {
		return c.Games
	}
	left := c.BenchEvery - games%c.BenchEvery
	if left >= c.Games-games {
		return c.Games
	}
	rounds := (games + left + c.round() - 1) / c.round()
	return min(rounds*c.round(), c.Games)
}

// point returns the metrics of the current segment up to the present games. The games from
// the given number on took the given time.
func (t *Trainer) point(before int64, took time.Duration) *Point {
	if t.games == 0 {
		return new(Point)
	}
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

// addTo writes a measurement into a model's provenance.
func addTo(provenance map[string]string, m *Measurement) {
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', 4, 64) }
	provenance["measured_opponent"] = m.Opponent
	if m.Digest != "" {
		provenance["measured_opponent_digest"] = m.Digest
	}
	provenance["measured_games"] = strconv.Itoa(m.Bench)
	provenance["measured_ppg"] = number(m.PPG)
	provenance["measured_ppg_low"] = number(m.PPGLow)
	provenance["measured_ppg_high"] = number(m.PPGHigh)
}

// Point is a line of metrics.jsonl: the state of a run at the end of a segment, or where
// strength is measured. Loss and shares are means over the segment so far, speed over the games
// since the line before. At game 0 only the measurement is known, and all other fields are 0.
type Point struct {
	Games           int64      `json:"games" unit:"games" meaning:"games learned from"`                                         // games learned from since the run began
	Positions       int64      `json:"positions" unit:"positions" meaning:"positions learned from"`                             // positions learned from since the run began
	Loss            float64    `json:"loss" meaning:"half the squared errors of the outputs in self-play, mean over positions"` // half the squared errors of the five outputs, mean over positions, whatever the run's loss
	Nets            []NetPoint `json:"nets,omitempty"`                                                                          // metrics of each net in training, if there are several
	GammonShare     float64    `json:"gammon_share" unit:"share" meaning:"share of gammons in self-play, backgammons included"` // share of self-play games, backgammons included
	BackgammonShare float64    `json:"backgammon_share"`                                                                        // share of self-play games
	Rate            float64    `json:"rate"`
	Lambda          float64    `json:"lambda"`
	GamesPerSecond  float64    `json:"games_per_second" unit:"games/s" better:"higher" meaning:"speed, which depends on the machine"` // depends on the computer; not part of the result

	*Measurement
}

// Start is the line of metrics.jsonl for the initial weights.
type Start struct {
	Games     int64 `json:"games"`     // 0
	Positions int64 `json:"positions"` // 0
	Measurement
}

// line returns the content of the point's line.
func (p *Point) line() any {
	if p.Games == 0 {
		return Start{Measurement: *p.Measurement}
	}
	return p
}

// NetPoint has the metrics of one net in training.
type NetPoint struct {
	Part      nets.Part `json:"part"`
	Positions int64     `json:"positions"` // positions learned from since the run began
	Loss      float64   `json:"loss"`      // as in Point, over the positions that the net learned from in the segment
}

// Measurement is the strength of a model against an opponent, cubeless money play.
type Measurement = engine.Measurement

// earlier is a line of metrics of an earlier version, which measured against pubeval without
// adjustment for luck.
type earlier struct {
	Point
	PPG  *float64 `json:"pubeval_ppg"`
	Low  float64  `json:"pubeval_ppg_low"`
	High float64  `json:"pubeval_ppg_high"`
}

// Metrics reads the run's metrics. A last line that was cut off is left out.
func (f *Folder) Metrics() ([]Point, error) {
	lines, err := runfolder.Metrics[earlier](f.files.Folder)
	var points []Point
	for _, l := range lines {
		if l.PPG != nil && l.Measurement != nil {
			l.Point.Measurement = &Measurement{Opponent: netrun.Pubeval, Bench: l.Bench, PPG: *l.PPG, PPGLow: l.Low, PPGHigh: l.High}
		}
		points = append(points, l.Point)
	}
	return points, err
}

// dropMetricsAfter removes the lines that the trainer has not recorded. It returns an error if
// one of the others is missing.
func (f *Folder) dropMetricsAfter(t *Trainer) error {
	line := int64(0)
	return runfolder.KeepMetrics(f.files.Folder, t.lines, func(p *Point) bool {
		line++
		return line <= t.lines && p.Games <= t.recorded
	})
}
