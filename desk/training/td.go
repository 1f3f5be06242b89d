package training

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"gammonlab/board"
	"gammonlab/datasets/generate"
	"gammonlab/engine/named"
	"gammonlab/engine/netplan"
	"gammonlab/engine/start"
	"gammonlab/internal/setting"
	"gammonlab/nets"
	"gammonlab/td"
	"gammonlab/td/figures"
)

// TD is a training by self-play.
type TD struct {
	Run
	netplan.Choice `group:"Nets"`
	Starts         []Pool `json:"starts,omitempty" path:"in" group:"Starting positions" help:"start games from positions of a database or list <FILE[=WEIGHT]>, drawn by their weights, if any: files are drawn by WEIGHT"`
	td.Settings

	starts  *start.Positions
	folder  *td.Folder
	trainer *td.Trainer // nil for a finished run
}

// Defaults returns the default values that depend on other settings.
func (t *TD) Defaults() map[string]string {
	defaults := t.Config.Defaults()
	if t.From.IsSet() {
		defaults["variant"] = ""
	}
	return defaults
}

// Validate checks the settings as far as they do not depend on a model, which Open does.
func (t *TD) Validate() error {
	checked := *t
	if t.From.IsSet() {
		checked.Choice, checked.Config.LayerRates, checked.Config.Variant = netplan.Choice{}, nil, board.Backgammon.String()
		return checked.complete(nil)
	}
	if err := checked.complete(nil); err != nil {
		return err
	}
	return checkPlan(checked.Config.Shapes())
}

// Format returns the format of the configs of runs.
func (t *TD) Format() string { return td.Format }

// Open finds what the settings name, completes and checks them.
func (t *TD) Open(o *named.Opener) error {
	parent, sum, err := t.parent(o)
	if err != nil {
		return err
	}
	if err := t.complete(parent); err != nil {
		return err
	}
	t.Config.Parent = sum
	if err := t.openStarts(o); err != nil {
		return err
	}
	if err := named.Open(t, o); err != nil {
		return err
	}
	return t.openBench(o, t.Config.BenchOpponent, t.Config.BenchLuck)
}

// Document returns the settings of an open training as the config of its run has them.
func (t *TD) Document() any { return &t.Config }

// complete sets the shapes and the variant, and checks the settings.
func (t *TD) complete(parent *nets.Model) (err error) {
	cfg := &t.Config
	standard := td.DefaultConfig()
	base := standard.Shapes()
	if parent != nil {
		base = nets.ShapesOf(parent)
	}
	shapes, err := t.shapes(&t.Choice, cfg.Nets, base, parent)
	if err != nil {
		return err
	}
	cfg.SetShapes(shapes)
	if cfg.Variant == "" {
		cfg.Variant = parent.Variant.String()
	}
	cfg.Starts = nil
	checked := *cfg
	if t.Starts != nil {
		checked.Starts = []start.PoolID{{Weight: 1, Positions: 1}} // stands for the pools, which are not read yet
	}
	return checked.Validate()
}

// openStarts reads the pools of starting positions.
func (t *TD) openStarts(o *named.Opener) error {
	variant, err := board.ParseVariant(t.Config.Variant)
	if err != nil {
		return err
	}
	names, ids, err := filesOf(t.Starts, t.StartFiles)
	if err == nil {
		err = o.Paths("starts", false, names)
	}
	if err != nil {
		return err
	}
	t.starts = start.Opening(variant)
	if names != nil {
		pools, err := generate.ReadPools(names, variant)
		if err != nil && ids != nil {
			err = fmt.Errorf("the run begins games in positions of files: %w", err)
		}
		if err != nil {
			return setting.In("starts", named.NotLoaded(err))
		}
		if t.starts, err = start.New(variant, t.Config.Opening, pools...); err != nil {
			return setting.In("starts", err)
		}
	}
	if ids != nil {
		if err := t.starts.Check(ids); err != nil {
			return named.NotLoaded(err)
		}
	}
	t.Config.SetStarts(t.starts)
	return nil
}

// Start makes the run folder, or opens it if the run continues.
func (t *TD) Start(context.Context) (work bool, err error) {
	if t.Continues() {
		return t.reopen()
	}
	parent, err := t.From.Nets()
	if err != nil {
		return false, err
	}
	if t.trainer, err = td.NewFrom(t.Config, parent); err != nil {
		return false, err
	}
	if err := t.trainer.SetStarts(t.starts); err != nil {
		return false, err
	}
	if err := t.clear("td"); err != nil {
		return false, err
	}
	t.folder, err = td.Create(t.Out, t.trainer, t.endings())
	return true, err
}

// reopen opens the folder of a run with the same settings; with Resume, the number of games
// may differ.
func (t *TD) reopen() (work bool, err error) {
	if t.folder, err = td.Open(t.Out); err != nil {
		return false, err
	}
	cfg, games := t.folder.Settings().Config, t.Config.Games
	if t.Resume {
		t.Config.Games = cfg.Games
	}
	if err := cfg.Same(&t.Config); err != nil {
		return false, err
	}
	if t.Resume {
		if err := t.folder.SetGames(games); err != nil {
			return false, err
		}
	}
	if err := t.check(t.folder.Endings()); err != nil || t.folder.Finished() {
		return false, err
	}
	if t.trainer, err = t.folder.Resume(); err == nil {
		err = t.trainer.SetStarts(t.starts)
	}
	if err == nil {
		err = t.sameOpponents()
	}
	if err != nil {
		t.folder.Close()
	}
	return true, err
}

// sameOpponents returns an error if the run was measured against another net of the same name.
func (t *TD) sameOpponents() error {
	points, err := t.folder.Metrics()
	for _, p := range points {
		err = cmp.Or(err, t.sameOpponent(p.Measurement))
	}
	return err
}

// Done describes what is learned.
func (t *TD) Done() string { return fmt.Sprintf("%d games", t.trainer.Games()) }

// String describes the training after Start.
func (t *TD) String() string {
	cfg := t.trainer.Config()
	return fmt.Sprintf("%s: %s, update %s, rate %v, lambda %v, %d of %d games done",
		t.Out, nets.ShapesText(cfg.Shapes()), cfg.Update, cfg.Rate, cfg.Lambda, t.trainer.Games(), cfg.Games)
}

// Train trains to the end of the run.
func (t *TD) Train(ctx context.Context) error {
	total := t.trainer.Config().Games
	t.Progress(t.trainer.Games(), total)
	return t.folder.Run(ctx, t.trainer, t.Workers, td.Hooks{
		Progress: func(games int64) { t.Progress(games, total) },
		Measure:  t.strength,
		Point: func(p td.Point) {
			if p.Measurement != nil {
				t.Note(noteOf(p.Measurement))
			}
		},
	})
}

// Result returns the result of the finished run.
func (t *TD) Result(curve bool) (Result, error) {
	defer t.folder.Close()
	metrics, err := t.folder.Metrics()
	if err != nil {
		return nil, err
	}
	trained, err := NewTrained(t.Out, t.folder.Model(), "learning curve", curve, func() ([]string, error) { return figures.LearningCurve(t.folder) })
	return &TDResult{trained, metrics}, err
}

// TDResult is the result of a training by self-play.
type TDResult struct {
	Trained
	Metrics []td.Point `json:"metrics"` // the lines of metrics.jsonl
}

// Pool is a pool of starting positions: FILE or FILE=WEIGHT, or in the config of a run the
// content of a file.
type Pool struct {
	File string
	ID   start.PoolID
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (p *Pool) UnmarshalText(text []byte) error {
	*p = Pool{File: string(text)}
	return nil
}

// UnmarshalJSON implements [json.Unmarshaler].
func (p *Pool) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &p.File)
	}
	return json.Unmarshal(data, &p.ID)
}

// String returns the text.
func (p Pool) String() string { return p.File }

// files returns the files of the pools with their weights. Those of a run are the given
// files, whose contents must have the IDs.
func filesOf(pools []Pool, ofRun []string) (names []string, ids []start.PoolID, err error) {
	for _, pool := range pools {
		switch file, _, _ := strings.Cut(pool.File, "="); {
		case pool.ID != start.PoolID{}:
			ids = append(ids, pool.ID)
		case file == "":
			return nil, nil, setting.Errorf("%s: %q names no file, want FILE or FILE=WEIGHT", setting.Name("starts"), pool.File)
		default:
			names = append(names, pool.File)
		}
	}
	if ids != nil && (names != nil || len(ids) != len(ofRun)) {
		return nil, nil, setting.Errorf("%s: %d start_files, want one for each of the %d starts", setting.Name("starts"), len(ofRun), len(pools))
	}
	for i := range ids {
		names = append(names, fmt.Sprintf("%s=%v", ofRun[i], ids[i].Weight))
	}
	return names, ids, nil
}
