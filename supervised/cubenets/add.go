package cubenets

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"strings"

	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/named"
	"gammonlab/engine/targets"
	"gammonlab/internal/digest"
	"gammonlab/internal/seed"
	"gammonlab/internal/version"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// Job is the training of nets for a model. The fields with JSON keys are the only
// description of such work, see [gammonlab/internal/setting.Field].
type Job struct {
	Model   named.Model     `json:"model" required:"true" place:"MODEL" help:"<MODEL> that gets the nets"`
	From    named.Model     `json:"from,omitzero" shown:"the model's, if it has some" help:"start from the nets of this kind of <MODEL>, of the same shape"`
	Data    string          `json:"data,omitempty" path:"in" shown:"self-play" help:"positions of database <FILE>"`
	Bearoff named.Databases `json:"bearoff,omitzero"`
	Settings

	Workers  int                     `json:"-"` // goroutines
	Progress func(done, total int64) `json:"-"` // receives the positions of self-play and those with targets, over all rounds; may be nil
}

// Open finds what the settings name.
func (j *Job) Open(o *named.Opener) error { return named.Open(j, o) }

// run is a training in work.
type run struct {
	*Job
	static         *engine.Static
	model          *nets.Model // with the nets of the last round
	stakes         *targets.Stakes
	training, held []sample
}

// Run writes the model with nets of cube efficiencies to the file out. They start from the
// model's nets of this kind if these have the same shape, otherwise from random weights, and
// replace them.
func (j *Job) Run(ctx context.Context, out string) (*Report, error) {
	model, report, err := j.add(ctx)
	if err != nil {
		return nil, err
	}
	report.Out = out
	return report, model.Save(out)
}

// add returns the model with the nets. It does not change the given model; the two share the
// other nets.
func (j *Job) add(ctx context.Context) (*nets.Model, *Report, error) {
	if err := j.Validate(); err != nil {
		return nil, nil, err
	}
	if j.Workers < 1 {
		return nil, nil, fmt.Errorf("%d workers, want at least 1", j.Workers)
	}
	model, err := j.Model.Nets()
	if err != nil {
		return nil, nil, err
	}
	r := &run{Job: j, static: j.Model.Evaluator.(*engine.Static), model: model}
	from, err := j.From.Nets()
	if from != nil {
		r.model, err = r.with(from)
	}
	if err != nil {
		return nil, nil, err
	}
	if r.stakes, err = targets.NewStakes(); err != nil {
		return nil, nil, err
	}
	if err := r.collect(ctx); err != nil {
		return nil, nil, err
	}
	if err := r.check(); err != nil {
		return nil, nil, err
	}
	report := new(Report)
	for round := range j.Rounds {
		if err := r.round(ctx, round); err != nil {
			return nil, nil, err
		}
		report.Rounds = append(report.Rounds, r.measure())
	}
	report.Constants = r.constants()
	r.model.NoSum = false
	r.model.Provenance, err = r.provenance(model, report)
	return r.model, report, errors.Join(err, r.model.Validate())
}

// with returns the model with the nets of the cube of another one.
func (r *run) with(from *nets.Model) (*nets.Model, error) {
	m := *r.model
	m.Nets = maps.Clone(m.Nets)
	for _, part := range partsOf(m.Variant) {
		net := from.Nets[part]
		if net == nil || !net.Spec().Equal(r.spec(part)) {
			return nil, fmt.Errorf("the model to start from has no net for %s of %v", part, r.spec(part))
		}
		m.Nets[part] = net
	}
	return &m, nil
}

// spec returns the shape of the net for a part, with the head of the model's nets.
func (r *run) spec(part nets.Part) nets.Spec {
	return r.Settings.spec(part, r.model.Net(nets.Contact).Spec().Head)
}

// check returns an error if a net would have too few positions.
func (r *run) check() error {
	for _, part := range partsOf(r.model.Variant) {
		if n := len(r.of(r.training, part)); n < leastPositions {
			return fmt.Errorf("there are only %d positions for %s, want at least %d", n, part, leastPositions)
		}
	}
	return nil
}

// of returns the samples for the net of a part.
func (r *run) of(samples []sample, part nets.Part) []*sample {
	var all []*sample
	for i := range samples {
		if cube.PartOf(samples[i].class) == part {
			all = append(all, &samples[i])
		}
	}
	return all
}

// efficiency returns the efficiencies of the last round.
func (r *run) efficiency() *cube.Efficiency {
	return cube.EfficiencyOf(engine.NewFull(engine.NewStatic(r.model, r.static.Databases())))
}

// round computes targets by the nets of the last round, unless there are labels, and trains
// the nets.
func (r *run) round(ctx context.Context, round int) error {
	if !r.Labels {
		if err := r.answer(ctx, round); err != nil {
			return err
		}
	}
	next := *r.model
	next.Nets = maps.Clone(r.model.Nets)
	for _, part := range partsOf(r.model.Variant) {
		net, err := r.start(part)
		if err == nil {
			err = r.train(ctx, net, r.of(r.training, part), round)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", part, err)
		}
		next.Nets[part] = net
	}
	r.model = &next
	return nil
}

// answer computes targets by the nets of the last round.
func (r *run) answer(ctx context.Context, round int) error {
	efficiency := r.efficiency()
	answered := r.played() + round*r.Positions
	for _, samples := range [][]sample{r.training, r.held} {
		from := answered
		err := answerAll(ctx, r.static, efficiency, r.stakes, samples, r.Job, func(done int) {
			answered = from + done
			r.report(answered)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// played returns the number of positions of self-play.
func (r *run) played() int {
	if r.Data != "" {
		return 0
	}
	return r.Positions
}

// report reports the positions of self-play and those with targets, over all rounds.
func (r *run) report(done int) {
	if r.Progress != nil {
		r.Progress(int64(done), int64(r.played()+r.Rounds*r.Positions))
	}
}

// start returns the net from which a round trains.
func (r *run) start(part nets.Part) (*nets.Net, error) {
	spec := r.spec(part)
	if net := r.model.Nets[part]; net != nil && net.Spec().Equal(spec) {
		return net.Clone(), nil
	}
	return nets.NewRandom(spec, seed.Derive(r.Seed, weightStream))
}

// train trains a net for a round.
func (r *run) train(ctx context.Context, net *nets.Net, samples []*sample, round int) error {
	learner, err := learn.New(net, learn.Settings{Loss: learn.Squared, Method: learn.Adam, Workers: r.Workers})
	if err != nil {
		return err
	}
	epochs, rate := r.Epochs, r.Rate*laterRounds
	if round == 0 {
		epochs, rate = 2*r.Epochs, r.Rate
	}
	rng := rand.New(seed.Stream(r.Seed, orderStream+uint64(round)))
	steps, done := epochs*((len(samples)+r.Batch-1)/r.Batch), 0
	writer := newRowWriter(net, r.stakes)
	for range epochs {
		rng.Shuffle(len(samples), func(i, k int) { samples[i], samples[k] = samples[k], samples[i] })
		for from := 0; from < len(samples); from += r.Batch {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			writer.batch.Reset()
			for _, s := range samples[from:min(from+r.Batch, len(samples))] {
				writer.add(s)
			}
			fall := (1 + math.Cos(math.Pi*float64(done)/float64(steps))) / 2
			loss, err := learner.Step(&writer.batch, rate*(endOfRound+(1-endOfRound)*fall))
			if err != nil {
				return err
			}
			if math.IsNaN(loss) || math.IsInf(loss, 0) {
				return fmt.Errorf("the weights have diverged in round %d: try a smaller rate", round+1)
			}
			done++
		}
	}
	return nil
}

// provenance returns the settings that determine the nets, and their errors.
func (r *run) provenance(parent *nets.Model, report *Report) (map[string]string, error) {
	sum, err := parent.Digest()
	config, err2 := json.Marshal(&r.Settings)
	result, err3 := json.Marshal(report.Rounds[len(report.Rounds)-1])
	made := map[string]string{
		"made_by":   "gammonlab weights cube",
		"toolkit":   version.Toolkit,
		"parent":    sum,
		"config":    string(config),
		"databases": strings.Join(r.static.Databases().Names(), ","),
		"cube":      string(result),
	}
	var err4, err5 error
	if r.Data != "" {
		made["data"], err4 = digest.File(r.Data)
	}
	if from, _ := r.From.Nets(); from != nil {
		made["from"], err5 = from.Digest()
	}
	return made, errors.Join(err, err2, err3, err4, err5)
}
