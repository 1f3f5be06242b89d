package analyse

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine"
	"gammonlab/engine/rollout"
	"gammonlab/internal/output"
)

// rolloutJob is the rollout of a position, of plays from it or of a double.
type rolloutJob struct {
	static       *engine.Static
	settings     rollout.Settings
	alternatives []rollout.Alternative
	report       *rollout.Report // without the result
	result       *rollout.Result
}

func newRolloutJob(source *stakesSource, w *rollout.Work, s *board.XGID) (*rolloutJob, error) {
	if s.Position.Result() != 0 {
		return nil, fmt.Errorf("position %s: the game is over", s.Position.ID())
	}
	stakes, err := source.of(s, w.Cubeful || w.Double)
	if err != nil {
		return nil, err
	}
	question, err := w.Question(s, stakes)
	if err != nil {
		return nil, cliutil.Usage(err)
	}
	job := &rolloutJob{static: w.Static(), settings: w.Settings}
	job.report = question.Report(job.static.ClassOf(&s.Position), &job.settings)
	job.alternatives, err = question.Alternatives(job.static)
	return job, err
}

// run does the rollout and shows a progress bar.
func (j *rolloutJob) run(c *cli.Context, bar *cliutil.Bar) error {
	bar.Next("rollout", "trials")
	total := int64(j.settings.Trials) * int64(len(j.alternatives))
	if j.settings.State == "" {
		bar.Begin(0, total)
	}
	j.settings.Progress = func(r *rollout.Result) {
		bar.Begin(int64(r.Trials()-1), total) // the number of trials in the file is known only now
		bar.Note(j.report.Note(r))
		bar.Set(int64(r.Trials()))
	}
	if j.settings.State != "" && c.Bool("force") {
		if err := output.Discard(j.settings.State); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
	}
	var err error
	j.result, err = rollout.Run(c.Context, j.static, j.alternatives, j.settings)
	bar.Finish()
	if j.settings.State == "" {
		return cliutil.Resumable(err, "no trials are kept; with --out FILE they are kept, and the same command resumes")
	}
	return cliutil.Resumable(err, "the trials are kept in %s; resume with the same command", j.settings.State)
}
