package training

import (
	"cmp"
	"context"
	"fmt"

	"gammonlab/board"
	"gammonlab/engine/named"
	"gammonlab/engine/netplan"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/setting"
	"gammonlab/nets"
	"gammonlab/nets/learn"
	"gammonlab/supervised"
	"gammonlab/supervised/figures"
	"gammonlab/supervised/graph"
)

// Supervised is a training on a database of labelled positions.
type Supervised struct {
	Run
	netplan.Choice `group:"Nets"`
	supervised.Files
	supervised.Settings

	folder  *supervised.Folder
	trainer *supervised.Trainer // nil for a finished run
	benches []bench             // of the files
}

// Defaults returns the default values that depend on other settings.
func (s *Supervised) Defaults() map[string]string {
	defaults := map[string]string{}
	if s.Validation != "" || s.Resume && s.Settings.Files != nil && s.Settings.Files.Validation != "" {
		defaults["holdout"] = ""
	}
	if s.From.IsSet() {
		defaults["variant"] = ""
	}
	return defaults
}

// Validate checks the settings as far as they do not depend on a model, which Open does.
func (s *Supervised) Validate() error {
	if s.Resume {
		s.takeFiles()
	}
	if s.Training == "" {
		return setting.Errorf("%s is required", setting.Name("data"))
	}
	checked := *s
	if s.From.IsSet() {
		checked.Choice, checked.Config.Variant = netplan.Choice{}, board.Backgammon.String()
		return checked.complete(nil)
	}
	if err := checked.complete(nil); err != nil {
		return err
	}
	return checkPlan(checked.Config.Nets)
}

// Document returns the settings of an open training as the config of its run has them.
func (s *Supervised) Document() any {
	return struct {
		*supervised.Config
		Files *supervised.Files `json:"files"`
	}{&s.Config, &s.Files}
}

// complete sets the shapes and the variant, and checks the settings.
func (s *Supervised) complete(parent *nets.Model) (err error) {
	cfg := &s.Config
	if cfg.Nets, err = s.shapes(&s.Choice, cfg.Nets, supervised.DefaultConfig().Nets, parent); err != nil {
		return err
	}
	if cfg.Variant == "" {
		cfg.Variant = parent.Variant.String()
	}
	return cfg.Validate()
}

// Format returns the format of the configs of runs.
func (s *Supervised) Format() string { return supervised.Format }

// Open finds what the settings name, completes and checks them.
func (s *Supervised) Open(o *named.Opener) error {
	parent, sum, err := s.parent(o)
	if err != nil {
		return err
	}
	if err := s.complete(parent); err != nil {
		return err
	}
	s.Config.Parent = sum
	if err := named.Open(s, o); err != nil {
		return err
	}
	return s.openBench(o, s.Config.BenchOpponent, s.Config.BenchLuck)
}

// takeFiles takes the files of the run that continues for those that are not given.
func (s *Supervised) takeFiles() {
	of := cmp.Or(s.Settings.Files, new(supervised.Files))
	s.Training, s.Validation = cmp.Or(s.Training, of.Training), cmp.Or(s.Validation, of.Validation)
	if s.Values == nil {
		s.Values = of.Values
	}
	if s.Decisions == nil {
		s.Decisions = of.Decisions
	}
}

// load reads the benchmarks and the data, and says which rows are left out.
func (s *Supervised) load(ctx context.Context, cfg *supervised.Config) (*supervised.Data, error) {
	variant, err := board.ParseVariant(cfg.Variant)
	if err != nil {
		return nil, err
	}
	if s.benches, err = loadBenches(&s.Files, variant); err != nil {
		return nil, err
	}
	data, err := supervised.Load(ctx, cfg, s.Files, s.Workers, s.Reading)
	if err != nil {
		return nil, err
	}
	for _, left := range []struct {
		n    int64
		what string
	}{
		{int64(data.Left.Over), "where the game is over"},
		{int64(data.Left.Unlabelled), "without a label"},
		{int64(data.Left.Shared), "that are also validation positions"},
		{data.Left.Bad, fmt.Sprintf("that are damaged, the first: %v", data.Left.FirstBad)},
	} {
		if left.n > 0 {
			s.Say(fmt.Sprintf("left out: %d %s %s", left.n, plaintext.Noun(left.n, "row", "rows"), left.what))
		}
	}
	return data, nil
}

// Start reads the data and makes the run folder, or opens it if the run continues.
func (s *Supervised) Start(ctx context.Context) (work bool, err error) {
	o := supervised.Options{Workers: s.Workers}
	if s.Config.Backend == supervised.Gorgonia {
		o.Backend = func(net *nets.Net, s learn.Settings) (supervised.Learner, error) { return graph.New(net, s) }
	}
	if s.Continues() {
		return s.reopen(ctx, o)
	}
	if o.Parent, err = s.From.Nets(); err != nil {
		return false, err
	}
	data, err := s.load(ctx, &s.Config)
	if err != nil {
		return false, err
	}
	if s.trainer, err = supervised.New(s.Config, data, o); err != nil {
		return false, err
	}
	if err := s.clear("supervised"); err != nil {
		return false, err
	}
	s.folder, err = supervised.Create(s.Out, s.trainer, s.endings())
	return true, err
}

// reopen opens the folder of a run with the same settings; with Resume, the number of epochs
// may differ. The data may have other paths now.
func (s *Supervised) reopen(ctx context.Context, o supervised.Options) (work bool, err error) {
	if s.folder, err = supervised.Open(s.Out); err != nil {
		return false, err
	}
	cfg, epochs := s.folder.Config(), s.Config.Epochs
	if s.Resume {
		s.Config.Epochs = cfg.Epochs
	}
	if err := cfg.Same(&s.Config); err != nil {
		return false, err
	}
	if s.Resume {
		if err := s.folder.SetEpochs(epochs); err != nil {
			return false, err
		}
	}
	if err := s.check(s.folder.Endings()); err != nil {
		return false, err
	}
	if s.folder.Finished() {
		return false, s.folder.CheckFiles(s.Files)
	}
	cfg = s.folder.Config()
	data, err := s.load(ctx, &cfg)
	if err == nil {
		s.trainer, err = s.folder.Resume(data, o)
	}
	if err != nil {
		return true, err
	}
	points, err := s.folder.Metrics()
	for _, p := range points {
		err = cmp.Or(err, s.sameOpponent(p.Measurement))
	}
	if err != nil {
		s.folder.Close()
	}
	return true, err
}

// String describes the training after Start.
func (s *Supervised) String() string {
	cfg := s.trainer.Config()
	training, validation := s.trainer.Data().Rows()
	done, total := s.trainer.Positions()
	return fmt.Sprintf("%s: %s, optimizer %s, rate %v, %d training positions, %d validation positions, %d of %d examples done",
		s.Out, nets.ShapesText(cfg.Nets), cfg.Optimizer, cfg.Rate, training, validation, done, total)
}

// Done describes what is learned.
func (s *Supervised) Done() string {
	examples, _ := s.trainer.Positions()
	return fmt.Sprintf("%d examples", examples)
}

// Train trains to the end of the run.
func (s *Supervised) Train(ctx context.Context) error {
	cfg := s.trainer.Config()
	s.Progress(s.trainer.Positions())
	hooks := supervised.Hooks{Progress: s.Progress, Measure: s.measure(), Strength: s.strength, Point: func(p supervised.Point) {
		of := ""
		if len(cfg.Nets) > 1 {
			of = string(p.Part) + ", "
		}
		text := fmt.Sprintf("%sepoch %d: loss %.5f, %.1f mEq", of, p.Epoch, p.ValidationLoss, p.Equity)
		if p.Measurement != nil {
			text += ", " + noteOf(p.Measurement)
		}
		s.Note(text)
	}}
	if err := s.folder.Run(ctx, s.trainer, hooks); err != nil {
		return err
	}
	s.sayKept()
	return nil
}

// sayKept says which epoch of each net the model has. The last measurements that the user
// saw are often of a later one.
func (s *Supervised) sayKept() {
	cfg := s.trainer.Config()
	for _, k := range s.trainer.Kept() {
		of, early := "", ""
		if len(cfg.Nets) > 1 {
			of = string(k.Part) + ": "
		}
		if k.Early {
			early = fmt.Sprintf("; it stopped after %d of %d epochs, %d without a lower loss", k.Epochs, cfg.Epochs, k.Epochs-k.Epoch)
		}
		s.Say(fmt.Sprintf("%sthe model has epoch %d: loss %.5f, %.1f mEq%s", of, k.Epoch, k.ValidationLoss, k.Equity, early))
	}
}

// Result returns the result of the finished run.
func (s *Supervised) Result(curve bool) (Result, error) {
	defer s.folder.Close()
	metrics, err := s.folder.Metrics()
	if err != nil {
		return nil, err
	}
	trained, err := NewTrained(s.Out, s.folder.Model(), "curve", curve, func() ([]string, error) { return figures.LearningCurves(s.folder) })
	return &SupervisedResult{trained, metrics}, err
}

// SupervisedResult is the result of a training on a database.
type SupervisedResult struct {
	Trained
	Metrics []supervised.Point `json:"metrics"` // the lines of metrics.jsonl
}
