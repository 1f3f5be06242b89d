package kinds

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"gammonlab/desk/training"
	"gammonlab/evalbench/runs"
	"gammonlab/internal/identity"
	"gammonlab/internal/runfolder"
	"gammonlab/internal/setting"
	"gammonlab/work"
)

// tdWork has the settings of the command train td.
type tdWork struct {
	training.TD
	runWork
}

// supervisedWork has the settings of the command train supervised.
type supervisedWork struct {
	training.Supervised
	runWork
}

// runWork has the settings of commands that train, which jobs of a server do not have.
type runWork struct {
	Config      string `json:"config" input:"command" path:"in" help:"read settings from JSON <FILE>, such as the config.json of another run; flags override it"`
	TensorBoard string `json:"tensorboard" input:"command" path:"folder" files:"events.out.tfevents.*" group:"Output" help:"also write metrics for TensorBoard to a subfolder of <FOLDER>"`
	Curve       bool   `json:"curve" input:"command" group:"Output" help:"draw the curves of the run in its folder, as PNG and SVG"`
}

// PathsOf returns the subfolder of the events of the run.
func (*runWork) PathsOf(_, dir string, value func(name string) string) []string {
	path, err := filepath.Abs(value("out"))
	if err != nil {
		return []string{dir}
	}
	return []string{filepath.Join(dir, filepath.Base(path))}
}

// BaseConfig returns the config of the file, or of the run that continues.
func (w *tdWork) BaseConfig(value func(string) string, given func(string) bool) (string, []byte, error) {
	return baseConfig(w.Format(), value, given)
}

// BaseConfig returns the config of the file, or of the run that continues.
func (w *supervisedWork) BaseConfig(value func(string) string, given func(string) bool) (string, []byte, error) {
	return baseConfig(w.Format(), value, given)
}

// baseConfig returns the path and the text of the config with which settings begin, nil for
// none.
func baseConfig(format string, value func(string) string, given func(string) bool) (path string, text []byte, err error) {
	path = value("config")
	switch {
	case value("resume") == "true":
		for _, name := range []string{"from", "config"} {
			if given(name) {
				return "", nil, work.Refused(fmt.Errorf("--%s cannot be given with --resume: the run has begun", name))
			}
		}
		if value("out") == "" {
			return "", nil, work.Refused(setting.Errorf("%s is required", setting.Name("out")))
		}
		folder := runfolder.New(value("out"))
		path = folder.Path(runfolder.ConfigFile)
		text, err = folder.Config()
	case path != "":
		text, err = os.ReadFile(path)
	}
	if err != nil {
		return "", nil, err
	}
	if err := runfolder.CheckFormat(text, format); err != nil {
		return "", nil, work.Refused(fmt.Errorf("%s: %w", path, err))
	}
	return path, text, nil
}

const scheduleUsage = `
A SCHEDULE is a number, exp:FROM:TO (exponential over the run), steps:VALUE,TIME:VALUE,…
(a new value from each TIME on)`

func tdKind() work.Kind[tdWork, training.Result] {
	return work.Kind[tdWork, training.Result]{
		Name: "train td", Title: "Self-play training", Unit: "games",
		Usage: "train nets by self-play with TD(λ)",
		About: "Train nets by games against themselves. " + runAbout,
		Help: `Trains a net, or a net for each class of positions, from games against itself by temporal
differences. It writes a run folder: config.json, metrics.jsonl, checkpoints/ and, at the
end, model.safetensors.

The same command again continues an interrupted run; the result is the same as without the
interruption. With --resume, the settings are those of the run, and --games may change the
number of games, unless --rate or --lambda depends on it. The files of --starts are read
again and must not have changed.

--part trains several nets of a model together: each position is evaluated by the net of
its class, which learns from it. --features, --hidden and --activation take one value for
all nets, or one for each net, joined by /. With --from the nets start from the weights of a
model, by default all its nets except pruning nets; other nets of the model stay as they
are. Larger --hidden or --features enlarge a net without changing its evaluations.
` + scheduleUsage + ` or cosine:PEAK:RISE:END (a rise until time RISE, then half
a cosine). Times are games, such as 200000 or 200000games.

Example:
   gammonlab train td --hidden 80 --rate exp:0.1:0.005 --games 300000 --out runs/first --curve
   gammonlab train td --update batch --hidden 512-512-256 --activation relu --games 2500000 \
       --rate steps:0.001,2000000:0.00015 --exact-from 2000000 --out runs/deep
   gammonlab train td --update batch --part race,crashed,contact --hidden 64/64/512-256 --activation relu \
       --games 200000 --rate 0.001 --out runs/classes
   gammonlab train td --update batch --from runs/first/model.safetensors --targets exact --lambda 0.7 \
       --starts odd.parquet=2 --starts backgames.parquet --opening 0.5 --out runs/second
   gammonlab train td --config runs/first/config.json --seed 2 --out runs/third
   gammonlab train td --out runs/deep --resume --games 4000000`,
		Label: "train", Results: []any{training.TDResult{}},
		Run: func(ctx context.Context, w *tdWork, env *work.Env) (training.Result, error) {
			return train(ctx, &w.TD, &w.runWork, env)
		},
	}
}

func supervisedKind() work.Kind[supervisedWork, training.Result] {
	return work.Kind[supervisedWork, training.Result]{
		Name: "train supervised", Title: "Training on a database", Unit: "examples",
		Usage: "train nets on a database of labelled positions",
		About: "Train nets on labelled positions of a database that a job of this server has made. " + runAbout,
		Help: `Trains a net, or a net for each class of positions, on a database of labelled
positions (Parquet, see dataset) and writes a run folder: config.json,
metrics.jsonl, checkpoints/ and, at the end, model.safetensors. The model contains each
net at its lowest validation loss. Validation positions are those of --validation, or a
share of the data (--holdout).

The same command again continues an interrupted run; the result is the same as without the
interruption. With --resume, the settings are those of the run, and --epochs may change the
number of epochs, unless --rate depends on it.

--part trains several nets, each on the positions of its class. --features, --hidden and
--activation take one value for all nets, or one for each net, joined by /. With --from the
nets start from the weights of a model. Larger --hidden or --features enlarge a net without
changing its evaluations.

By default, pruning nets (pruning-race, pruning-crashed, pruning-contact) are small and
use the features gnubg-base200. weights prune trains pruning nets without a database.
` + scheduleUsage + `, cosine:PEAK:RISE:END (a rise until time RISE, then half a
cosine) or anneal:START:FLOOR:FACTOR (a sawtooth that falls when the validation error does
not improve). Times are epochs, such as 5, 0.5 or 5epochs.

Example:
   gammonlab train supervised --data positions.parquet --hidden 256 --epochs 20 --out runs/first --curve
   gammonlab train supervised --out runs/first --resume --epochs 30
   gammonlab train supervised --data positions.parquet --part race,crashed,contact --hidden 64/128/512-256 --out runs/classes`,
		Label: "train", Results: []any{training.SupervisedResult{}},
		Run: func(ctx context.Context, w *supervisedWork, env *work.Env) (training.Result, error) {
			return train(ctx, &w.Supervised, &w.runWork, env)
		},
	}
}

const runAbout = "The same settings again continue an interrupted run. The file is the model."

// train trains, or continues a run.
func train(ctx context.Context, t training.Training, w *runWork, env *work.Env) (training.Result, error) {
	run := t.Base()
	run.Replace, run.Workers, run.Say = env.Replace, env.Workers, env.Note
	run.Reading = func(done, total int64) {
		env.Progress(work.Progress{Done: done, Total: total, Step: "read", Unit: "rows"})
	}
	var last work.Progress
	run.Progress = func(done, total int64) {
		last.Done, last.Total = done, total
		env.Progress(last)
	}
	run.Note = func(text string) {
		last.Note = text
		env.Progress(last)
	}
	more, err := t.Start(ctx)
	if err != nil {
		return nil, refused(run, err)
	}
	if more {
		env.Note(t.String())
	} else {
		env.Note(fmt.Sprintf("the run in %s is finished", run.Out))
	}
	err = w.withEvents(run.Out, func() error {
		if !more {
			return nil
		}
		return t.Train(ctx)
	})
	if err != nil {
		return nil, work.Kept(err, fmt.Sprintf("training on %s is kept", t.Done()))
	}
	r, err := t.Result(w.Curve)
	if r == nil {
		return nil, err
	}
	return r, err
}

// refused returns the error of a run that cannot start: its settings are wrong, or differ
// from those of the run that continues.
func refused(run *training.Run, err error) error {
	if other, ok := err.(*identity.Mismatch); ok {
		other.Where, other.Hint = "the run in "+run.Out, "--resume continues the run with its settings, --force begins another run"
		if run.Resume {
			other.Hint = "to resume the run, leave out the flag"
		}
		return work.Refused(other)
	}
	if len(setting.Errors(err)) > 0 {
		return work.Refused(err)
	}
	return err
}

// betweenEvents is the time between two looks for new metrics.
const betweenEvents = 5 * time.Second

// withEvents does the work on a run. Meanwhile it writes the run's events to the folder for
// TensorBoard, if there is one. An error of writing events does not end the work.
func (w *runWork) withEvents(run string, do func() error) error {
	if w.TensorBoard == "" {
		return do()
	}
	f, err := runs.Follow(w.TensorBoard, run)
	if err != nil {
		return err
	}
	done := make(chan struct{})
	var updates sync.WaitGroup
	updates.Go(func() { updateUntil(done, f) })
	err = do()
	close(done)
	updates.Wait()
	if late := f.Close(); err == nil {
		err = late
	}
	return err
}

// updateUntil writes events until done is closed or an update fails. The last update, in
// [runs.Follower.Close], returns the error.
func updateUntil(done <-chan struct{}, f *runs.Follower) {
	ticker := time.NewTicker(betweenEvents)
	defer ticker.Stop()
	for {
		select {
		case <-done:
			return
		case <-ticker.C:
			if f.Update() != nil {
				return
			}
		}
	}
}
