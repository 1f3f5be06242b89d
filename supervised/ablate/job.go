package ablate

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"sync"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/exchange"
	"gammonlab/datasets/table"
	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/farm"
	"gammonlab/features"
	"gammonlab/internal/setting"
	"gammonlab/nets"
	"gammonlab/supervised"
)

// Job measures the importance of inputs for the nets of a model, or for a net that it trains
// over a feature set. The fields with JSON keys are the only description of such work, see
// [setting.Field].
type Job struct {
	Data         string           `json:"data" required:"true" path:"in" help:"<FILE> of labelled positions: a database, or text as for dataset import"`
	Model        named.Model      `json:"model,omitzero" help:"<MODEL> to examine: a shipped net (default, fast, large, td512), a safetensors file or gnubg weights"`
	Features     string           `json:"features,omitempty" help:"feature <SET> (see features list): train a net over it instead of --model"`
	Classes      engine.ClassList `json:"class,omitempty" help:"only positions of these <CLASSES>, joined by commas: race, crashed, contact"`
	Hidden       nets.Hidden      `json:"hidden,omitempty" needs:"features" default:"64" help:"with --features, sizes <UNITS> of the hidden layers, such as 64 or 64-32"`
	Epochs       int              `json:"epochs,omitempty" needs:"features" default:"20" help:"with --features, maximum number <N> of epochs"`
	Retrain      bool             `json:"retrain,omitempty" needs:"features" help:"with --features, also train a net without each group"`
	Permutations int              `json:"permutations" default:"5" help:"number <N> of shuffles of each group"`
	Variant      *board.Variant   `json:"variant,omitempty" group:"Rules, cube and score" shown:"the model's, or backgammon" help:"variant <GAME>: {values}"`
	Seed         uint64           `json:"seed" default:"1" help:"random seed <N>"`

	Workers  int                                  `json:"-"`
	Pool     farm.Pool                            `json:"-"` // trains the nets of Retrain; nil for goroutines of this process
	In       io.Reader                            `json:"-"` // the data, a CSV table, instead of the file
	Progress func(step string, done, total int64) `json:"-"` // receives the positions of each step

	set features.Set
}

// Validate returns errors for invalid settings, by their names.
func (j *Job) Validate() error {
	if j.Model.IsSet() == (j.Features != "") {
		return setting.Errorf("give %s for a trained model or %s to train a net, one of them", setting.Name("model"), setting.Name("features"))
	}
	err := setting.Check("permutations", j.Permutations >= 2, "is %d, want at least 2, for a standard error", j.Permutations)
	if j.Features == "" || err != nil {
		return err
	}
	if j.set, err = features.Lookup(j.Features); err != nil {
		return setting.In("features", err)
	}
	return j.config().Validate()
}

// config returns the settings of the net to train.
func (j *Job) config() *supervised.Config {
	cfg := DefaultConfig(j.set)
	cfg.Epochs, cfg.Seed = j.Epochs, j.Seed
	cfg.Nets[0] = nets.ShapeOf(nets.All, nets.NewSpec(j.set, nets.Sigmoid, j.Hidden...))
	return &cfg
}

// Open finds what the settings name.
func (j *Job) Open(o *named.Opener) error {
	if err := named.Open(j, o); err != nil {
		return err
	}
	_, err := j.Model.Nets()
	return setting.In("model", err)
}

// Game returns the variant of the positions.
func (j *Job) Game() board.Variant {
	model, _ := j.Model.Nets() // Open has returned the error
	switch {
	case j.Variant != nil:
		return *j.Variant
	case model != nil:
		return model.Variant
	}
	return board.Backgammon
}

// Run measures the importance of the inputs.
func (j *Job) Run(ctx context.Context) (*Report, error) {
	r := &Report{Data: cmp.Or(j.Data, "standard input"), Permutations: j.Permutations, Seed: j.Seed, Model: j.Model.Name}
	all, err := j.read(r.Data)
	if err != nil {
		return nil, err
	}
	rows, err := r.Select(all, j.Classes)
	if err != nil {
		return nil, err
	}
	if j.Features != "" {
		r.Set = features.ID(j.set)
		return r, j.train(ctx, r, rows)
	}
	return r, j.measure(ctx, r, rows)
}

// read reads the labelled positions.
func (j *Job) read(name string) ([]datasets.Row, error) {
	if j.In != nil {
		rows, err := table.NewCSV(j.In, name, j.Game(), nil)
		if err != nil {
			return nil, err
		}
		rows.RuleOut = true
		return datasets.ReadAll(rows)
	}
	reader, file, err := exchange.Open(j.Data, exchange.Options{Variant: j.Game(), RuleOut: true})
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var rows []datasets.Row
	for row, err := range datasets.Rows(reader) {
		if err != nil {
			return nil, err
		}
		if row.Method != datasets.Unlabelled {
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// step returns the function that receives the positions of a step as they are done.
func (j *Job) step(name string, total int) func(positions int) {
	var mu sync.Mutex
	done := int64(0)
	add := func(n int) {
		mu.Lock()
		defer mu.Unlock()
		done += int64(n)
		j.Progress(name, done, int64(total))
	}
	add(0)
	return add
}

// measure measures the importance of groups for the nets of the model.
func (j *Job) measure(ctx context.Context, r *Report, rows []datasets.Row) error {
	model, err := j.Model.Nets()
	if err != nil {
		return err
	}
	parts, _ := Divide(model, rows)
	o := Options{Permutations: j.Permutations, Seed: j.Seed, Workers: j.Workers, Progress: j.step("ablate", len(rows))}
	for _, part := range parts {
		if len(part.Rows) == 0 {
			r.Unasked = append(r.Unasked, part.Name)
			continue
		}
		samples := supervised.NewSamples(part.Net.Set(), j.Game(), part.Rows)
		result, err := Net(ctx, part.Net, samples, o)
		if err != nil {
			return fmt.Errorf("the net for %s: %w", part.Name, err)
		}
		r.Add(part.Name, part.Net, result)
	}
	return nil
}

// validationShare is the share of the data that measures a net and is not used for
// training.
const validationShare = 0.2

// train trains a net over the set and measures the importance of its groups. With Retrain,
// it also trains a net without each group.
func (j *Job) train(ctx context.Context, r *Report, rows []datasets.Row) error {
	training, validation := supervised.Split(rows, validationShare)
	if len(training) < 2 || len(validation) < 2 {
		return fmt.Errorf("%s: %d positions are too few to train on some and measure on others", r.Data, len(rows))
	}
	with := Training{
		Config: *j.config(), Training: supervised.NewSamples(j.set, j.Game(), training), Validation: supervised.NewSamples(j.set, j.Game(), validation),
	}
	steps := with.Config.Epochs * len(training)
	trained, err := supervised.Train(ctx, with.Config, with.Training, with.Validation, j.step("train", steps))
	if err != nil {
		return err
	}
	r.TrainedOn, r.Epochs = len(training), trained.Best
	o := Options{Permutations: j.Permutations, Seed: j.Seed, Workers: j.Workers, Pool: j.Pool}
	result, err := Net(ctx, trained.Net, with.Validation, o)
	if err == nil && j.Retrain {
		o.Progress = j.step("train without each group", steps*len(result.Groups))
		err = Retrain(ctx, result, with, o)
	}
	if err != nil {
		return err
	}
	part := nets.All
	if len(j.Classes) == 1 {
		part = j.Classes[0].Part()
	}
	r.Add(part, trained.Net, result)
	return nil
}
