package jobs

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"gammonlab/board"
	"gammonlab/desk/pages/models"
	"gammonlab/engine/cube"
	"gammonlab/engine/named"
	"gammonlab/engine/rollout"
	"gammonlab/internal/setting"
	"gammonlab/work"
)

// maxTrials is the maximal number of trials of an alternative, maxResults that of all
// alternatives together, whose results are in memory.
const (
	maxTrials  = 1_000_000
	maxResults = 5_000_000
)

// Rollout has the settings of the rollout of a position.
type Rollout struct {
	Position string `json:"position" required:"true" help:"position <ID>, with or without a match ID, an XGID or an OGID"`
	rollout.Work
	Out string `json:"out,omitempty" input:"command" path:"kept" file:"trials" keeps:"trials" help:"keep the trials in <FILE>"`

	alternatives []rollout.Alternative // after Open
	report       *rollout.Report       // without a result
}

// Validate returns an error for the first invalid setting.
func (r *Rollout) Validate() error {
	for _, f := range setting.Fields(r) {
		if n, err := strconv.Atoi(f.String()); err == nil && strings.HasSuffix(string(f.Name), "plies") && n > models.MaxPlies {
			return setting.Errorf("%s is %d, want 0 to %d", f.Name, n, models.MaxPlies)
		}
	}
	if r.Trials > maxTrials {
		return setting.Errorf("%s is %d, want 1 to %d", setting.Name("trials"), r.Trials, maxTrials)
	}
	return r.Work.Validate()
}

// Open finds what the settings name, and the alternatives.
func (r *Rollout) Open(o *named.Opener) error {
	const position, trials = setting.Name("position"), setting.Name("trials")
	if err := r.Work.Open(o); err != nil {
		return err
	}
	p, _, err := board.ParsePosition(r.Position, r.Game())
	if err != nil {
		return setting.Errorf("%s: %w", position, err)
	}
	stakes, err := r.stakes(o, &p)
	if err != nil {
		return setting.Errorf("%s: %w", position, err)
	}
	question, err := r.Question(&p, stakes)
	if err != nil {
		return err
	}
	static := r.Static()
	if r.alternatives, err = question.Alternatives(static); err != nil {
		return err
	}
	if n := len(r.alternatives) * r.Trials; n > maxResults {
		return setting.Errorf("%s is %d: with %d alternatives these are %d, want at most %d", trials, r.Trials, len(r.alternatives), n, maxResults)
	}
	r.report = question.Report(static.ClassOf(&p.Position), &r.Settings)
	return nil
}

// stakes returns the stakes of the position, nil in a money game without the cube.
func (r *Rollout) stakes(o *named.Opener, p *board.XGID) (*cube.Stakes, error) {
	met := r.MET.Table
	withCube := r.Cubeful || r.Double
	if met == nil && (withCube || p.Match.Length > 0) {
		var err error
		if met, err = o.MET(r.MET.Name); err != nil {
			return nil, err
		}
	}
	return cube.ForXGID(p, met, withCube)
}

// rolloutKind returns the kind of rollouts.
func rolloutKind() *work.Entry {
	return work.New(work.Kind[Rollout, *rollout.Report]{
		Name: "rollout", Title: "Rollout", Unit: "trials",
		Usage: "roll out a position",
		About: "Roll out a position, plays of a roll or a cube decision, at the score and the cube of the position.",
		Run:   runRollout,
	})
}

// runRollout computes the rollout. After an error the report has the trials that were played; it
// is nil if there are none.
func runRollout(ctx context.Context, r *Rollout, env *work.Env) (*rollout.Report, error) {
	settings := r.Settings
	settings.Workers, settings.State = env.Workers, cmp.Or(settings.State, r.Out)
	settings.Progress = func(result *rollout.Result) {
		env.Progress(work.Progress{Done: int64(result.Trials()), Result: func() work.Result { return r.report.Of(result) }})
	}
	result, err := rollout.Run(ctx, r.Static(), r.alternatives, settings)
	if result == nil || result.Trials() == 0 {
		return nil, err
	}
	return r.report.Of(result), err
}
