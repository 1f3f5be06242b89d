package kinds

import (
	"context"
	"fmt"

	"gammonlab/board"
	"gammonlab/engine/rollout"
	"gammonlab/internal/output"
	"gammonlab/internal/setting"
	"gammonlab/work"
)

// rolloutWork has the settings of the command rollout.
type rolloutWork struct {
	rollout.Work
	Out string `json:"out,omitempty" input:"command" path:"kept" keeps:"trials" help:"keep the trials in <FILE>"`
	stateWork
}

// Validate returns an error for the first invalid setting.
func (w *rolloutWork) Validate() error {
	if _, err := w.stateWork.State(); err != nil {
		return err
	}
	return w.Work.Validate()
}

// CheckQuestions returns an error for several positions whose trials would be kept in one file.
func (w *rolloutWork) CheckQuestions(texts []string) error {
	if w.Out != "" && (len(texts) != 1 || texts[0] == "-") {
		return setting.Errorf("%s takes the rollout of one position", setting.Name("out"))
	}
	return nil
}

func rolloutKind() work.Kind[rolloutWork, *rollout.Report] {
	return work.Kind[rolloutWork, *rollout.Report]{
		Name: "rollout", Title: "Rollout", Unit: "trials", Local: true,
		Usage: "roll out a position, plays or a cube decision",
		Help: `Plays the position out many times and prints the five probabilities and the equity with
their standard errors. With --dice it compares plays of the roll: the best ones, or those of
--play. All alternatives get the same dice in the same trial.

With --cubeful, with a flag for the cube or the score, or if ID contains the score of a match, the
sides double, take and pass. Cube and score are those of the flags, or without
flags those of the position. Equities are normalised: 1 is a game won at the initial cube. The
player on roll cannot double before the first roll; --double rolls out that decision: no double,
and double and take.


@POSITIONS

The first rolls are distributed evenly over the trials, so choose a multiple of 36 trials.
Results are luck-adjusted with the net's evaluations, which takes time but saves many
trials. The result depends on --seed, but not on --workers: each trial has its own stream of
the generator pcg (docs/dice.md).

` + rollout.PresetUsage() + `
--out keeps the trials in a file. The same command again continues an interrupted rollout,
and a larger --trials extends a finished one.

Example:
   gammonlab rollout --trials 1296 4HPwATDgc/ABMA
   gammonlab rollout --preset standard --cubeful --dice 31 --candidates 3 4HPwATDgc/ABMA
   gammonlab rollout --dice 43 --play '24/20 13/10' --play '24/21 13/9' --stop-jsd 2.33 4HPwATDgc/ABMA
   gammonlab rollout --double --match 7 --score 3-0 4HPwATDgc/ABMA
   gammonlab rollout --plies 2 --late 5 --truncate 11 --truncate-plies 1 --trials 360 4HPwATDgc/ABMA
   gammonlab rollout --truncate 11 --trials 46656 --out start.rollout 4HPwATDgc/ABMA`,
		Farm: rollout.Kind,
		Ask: func(_ context.Context, w *rolloutWork, env *work.Env) (*work.Answers[*rollout.Report], error) {
			stakes, err := w.stakes(&w.MET, w.Cubeful, env)
			if err != nil {
				return nil, err
			}
			warnNet(env, &w.Net)
			w.Workers, w.Pool, w.Settings.State = env.Workers, env.Pool, w.Out
			r := &roller{w, stakes, env}
			return &work.Answers[*rollout.Report]{Variant: w.Game(), Answer: r.rollOut}, nil
		},
	}
}

// roller rolls out positions one after the other.
type roller struct {
	*rolloutWork
	stakes *stakesSource
	env    *work.Env
}

// rollOut rolls out a position, plays from it or a double.
func (r *roller) rollOut(ctx context.Context, s *board.XGID) (*rollout.Report, error) {
	if err := checkOver(s); err != nil {
		return nil, err
	}
	stakes, err := r.stakes.of(s, r.Cubeful || r.Double)
	if err != nil {
		return nil, err
	}
	question, err := r.Question(s, stakes)
	if err != nil {
		return nil, work.Refused(err)
	}
	static, settings := r.Static(), r.Settings
	alternatives, err := question.Alternatives(static)
	if err != nil {
		return nil, err
	}
	report := question.Report(static.ClassOf(&s.Position), &settings)
	total := int64(settings.Trials) * int64(len(alternatives))
	settings.Progress = func(result *rollout.Result) {
		r.env.Progress(work.Progress{Done: int64(result.Trials()), Total: total, Note: report.Note(result)})
	}
	if settings.State == "" {
		r.env.Progress(work.Progress{Total: total})
	} else if r.env.Replace {
		if err := output.Discard(settings.State); err != nil {
			return nil, fmt.Errorf("--out: %w", err)
		}
	}
	result, err := rollout.Run(ctx, static, alternatives, settings)
	if result == nil || result.Trials() == 0 {
		return nil, err
	}
	return report.Of(result), err
}
