package kinds

import (
	"cmp"
	"context"

	"gammonlab/internal/setting"
	"gammonlab/supervised/ablate"
	"gammonlab/work"
)

// ablateWork has the settings of the command features ablate.
type ablateWork struct {
	ablate.Job
	Plot string `json:"plot" input:"command" path:"out" help:"draw the losses as a bar chart in <FILE>, .png, .svg or .pdf"`
}

// Validate returns an error for the first invalid setting.
func (w *ablateWork) Validate() error {
	return cmp.Or(checkPicture("plot", w.Plot), w.Job.Validate())
}

// CheckFarm returns an error if there is nothing that a farm can do.
func (w *ablateWork) CheckFarm() error {
	if !w.Retrain {
		return setting.Errorf("%s needs %s: workers train nets", setting.Name("pool"), setting.Name("retrain"))
	}
	return nil
}

func ablateKind() work.Kind[ablateWork, *ablate.Report] {
	return work.Kind[ablateWork, *ablate.Report]{
		Name: "features ablate", Title: "Importance of inputs", Unit: "positions", Label: "train",
		Usage: "measure the importance of groups of inputs",
		About: "Measure how much groups of inputs matter to the nets of a model, or to a net that the job trains, on a labelled database that a job of this server has made.",
		Help: `Prints the increase of a net's loss if the inputs of a group are shuffled among the positions,
and if they are replaced by their means. It measures each net of a model (--model), or trains a
net over a feature set (--features) on part of the data and measures it on the rest. --retrain
also trains a net without each group: its loss shows what no other group can replace.

The data are a database, or a text that dataset import reads, such as a CSV table with gnubg
position IDs and the five probabilities to win, win a gammon, win a backgammon, lose a gammon, lose a
backgammon, in columns with the names of eval; or such a table on standard input (--data -).
The loss is the Kullback-Leibler divergence from the data in nats, or the root mean square error
of the equity in mEq (thousandths of a point).

Example:
   gammonlab features ablate --model default --data labelled.csv --plot worth.png
   gammonlab eval --model /usr/lib/gnubg/gnubg.wd --format csv - < ids.txt > labelled.csv`,
		Farm: ablate.Kind, FarmNote: "This is for --retrain: each worker trains a net without one group.",
		Run: runAblate,
	}
}

func runAblate(ctx context.Context, w *ablateWork, env *work.Env) (*ablate.Report, error) {
	if w.Data == "-" {
		w.Data, w.In = "", env.In
	}
	if model, _ := w.Model.Nets(); model != nil && model.Variant != w.Game() { // Open has returned the error
		warnVariant(env, w.Model.Name, model.Variant, w.Game())
	}
	w.Workers, w.Pool = env.Workers, env.Pool
	w.Progress = func(step string, done, total int64) {
		env.Progress(work.Progress{Done: done, Total: total, Step: step})
	}
	r, err := w.Job.Run(ctx)
	if err != nil {
		return nil, err
	}
	if w.Plot != "" {
		if err := r.Draw(w.Plot); err != nil {
			return nil, err
		}
	}
	return r, nil
}
