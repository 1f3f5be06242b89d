package analysis

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/rollout"
	"gammonlab/internal/digest"
	"gammonlab/nets/kernel"
)

// Rollouts describes the rollouts of the errors and the close decisions of a record, by the
// model of the analysis. Their equities replace those of the search: the play that was made
// is compared with the best ones, and a double with no double, with cube and score. The
// search has decided which plays are compared.
type Rollouts struct {
	Settings rollout.Settings // of each rollout; its Workers, State and Progress are set by the analysis

	// Close is the largest difference of the best two choices of a close decision, in
	// normalised equity. An error is a decision with a [Mark].
	Close engine.Equity

	// Folder keeps the trials, "" for none. Rollouts of the same alternatives with the same
	// settings and model continue those in the folder.
	Folder string

	// Progress, if not nil, is called with the numbers of rolled-out and of all decisions.
	Progress func(done, total int64)
}

// DefaultClose is the usual bound of close decisions that are rolled out.
const DefaultClose engine.Equity = 0.02

// RolledOut is what only a rollout knows of a decision. The standard errors of plays are
// those of its moves.
type RolledOut struct {
	Trials int `json:"trials"` // of all alternatives

	// Error is the standard error of the difference between the play made and the best
	// other play, or between doubling and not doubling, in normalised equity.
	Error float64 `json:"difference_standard_error"`

	Sides []advice.Choice `json:"alternatives,omitempty"` // of a double: without and with the double
}

// RolledReport describes the rollouts of a report.
type RolledReport struct {
	Decisions int              `json:"decisions"`
	Trials    int              `json:"trials"`
	Close     engine.Equity    `json:"close"`
	Settings  rollout.Settings `json:"settings"`
}

// mostRolled is the number of plays of a roll to compare, unless the play made is another.
const mostRolled = 5

// rollOut rolls out the errors and the close decisions, and judges them again.
func (o *Options) rollOut(ctx context.Context, w *decisionAnalyser, jobs []job) (*RolledReport, error) {
	r := o.Rollouts
	if r == nil {
		return nil, nil
	}
	var chosen []*job
	for i := range jobs {
		if r.wants(jobs[i].decision) {
			chosen = append(chosen, &jobs[i])
		}
	}
	report := &RolledReport{Decisions: len(chosen), Close: r.Close, Settings: r.Settings}
	for i, j := range chosen {
		if r.Progress != nil {
			r.Progress(int64(i), int64(len(chosen)))
		}
		trials, err := o.rollOutOne(ctx, w, j)
		if err != nil {
			return nil, err
		}
		report.Trials += trials
	}
	if r.Progress != nil {
		r.Progress(int64(len(chosen)), int64(len(chosen)))
	}
	return report, nil
}

// wants reports whether a decision is rolled out: a choice that is an error or close.
func (r *Rollouts) wants(d *Decision) bool {
	if d.Open || d.Kind == Play && (d.Played == nil || len(d.Moves) < 2) {
		return false
	}
	return d.Mark != Unmarked || d.margin() <= float64(r.Close)
}

// margin returns the difference of the best two choices in normalised equity.
func (d *Decision) margin() float64 {
	switch d.Kind {
	case Play:
		return float64(d.Moves[0].Worth() - d.Moves[1].Worth())
	case Double:
		double := advice.WeighDouble(&d.Verdict.Alternatives, false)
		return math.Abs(double.Double - double.NoDouble)
	}
	answers := d.answers()
	return math.Abs(answers.Take - answers.Pass)
}

// rollOutOne rolls a decision out and returns the number of trials.
func (o *Options) rollOutOne(ctx context.Context, w *decisionAnalyser, j *job) (int, error) {
	d, static := j.decision, w.advice.Static()
	q := &rollout.Question{Position: d.Position, Stakes: j.stakes, Double: d.Kind != Play}
	if d.Kind == Play {
		q.Roll = d.Match.Dice
		for _, i := range d.contenders(float32(o.Rollouts.Close)) {
			q.Plays = append(q.Plays, d.Moves[i].Play)
		}
	}
	alternatives, err := q.Alternatives(nil)
	if err != nil {
		return 0, err
	}
	s := o.Rollouts.Settings
	if s.Workers, s.State, err = max(1, o.Workers), "", nil; o.Rollouts.Folder != "" {
		if s.State, err = o.Rollouts.file(static, q, &s); err != nil {
			return 0, err
		}
	}
	result, err := rollout.Run(ctx, static.Clone(), alternatives, s)
	if err != nil {
		return 0, fmt.Errorf("game %d, move %d: %w", d.Game, d.Move, err)
	}
	report := q.Report(static.ClassOf(&d.Position), &s).Of(result)
	if d.Kind == Play {
		d.takeRolledPlays(report.Moves, j)
	} else {
		d.takeRolledDouble(result, report.Double.Sides, j)
	}
	d.Rollout.Trials = result.Trials()
	w.conclude(j)
	return d.Rollout.Trials, nil
}

// contenders returns the indices of the moves to roll out: the best two, the one that was
// made, and those within a difference of the best, up to mostRolled.
func (d *Decision) contenders(within float32) []int {
	var all []int
	for i := range d.Moves {
		near := d.Moves[0].Worth()-d.Moves[i].Worth() <= within && len(all) < mostRolled
		if i < 2 || i == d.Index || near {
			all = append(all, i)
		}
	}
	return all
}

// file returns the path of the file that keeps the trials. Its name depends on all that the
// trials depend on.
func (r *Rollouts) file(static *engine.Full, q *rollout.Question, s *rollout.Settings) (string, error) {
	model, err := static.Digest()
	if err != nil {
		return "", fmt.Errorf("the trials of rollouts cannot be kept: %w", err)
	}
	plays, met := []string{}, ""
	for i := range q.Plays {
		plays = append(plays, q.Plays[i].Result.ID())
	}
	if table := q.Stakes.MET(); table != nil { // of a match
		met = table.Name()
	}
	key, err := digest.JSON([]any{
		model, kernel.Class(), static.Databases().Names(), s.Trial, q.Position.ID(), q.Double, plays, fmt.Sprintf("%+v", q.Stakes.State()), met,
	})
	return filepath.Join(r.Folder, key+".rollout"), err
}

// takeRolledPlays replaces the values of plays by those of a rollout, the best first, and
// puts the other plays behind them.
func (d *Decision) takeRolledPlays(rolled []advice.Choice, j *job) {
	before := d.Moves
	d.Moves = nil
	for _, c := range rolled {
		at := slices.IndexFunc(before, func(m advice.Choice) bool { return m.ResultID == c.ResultID })
		c.Play = before[at].Play
		d.Moves = append(d.Moves, c)
	}
	for _, c := range before {
		if !slices.ContainsFunc(rolled, func(m advice.Choice) bool { return m.ResultID == c.ResultID }) {
			c.Rank, c.Difference = len(d.Moves)+1, c.Worth()-d.Moves[0].Worth()
			d.Moves = append(d.Moves, c)
		}
	}
	d.Index = slices.IndexFunc(d.Moves, func(m advice.Choice) bool { return m.Play.Result == j.made.Result })
	d.Rank = d.Index + 1
	made := &d.Moves[d.Index]
	d.Error = advice.AmountOfEquity(j.stakes, float64(d.Moves[0].Worth()-made.Worth()))
	d.Rollout = &RolledOut{Error: d.Moves[max(d.Index, 1)].DifferenceError}
}

// takeRolledDouble replaces the verdict by that of a rollout.
func (d *Decision) takeRolledDouble(result *rollout.Result, sides []advice.Choice, j *job) {
	decision, chances := result.Decision(), sides[0].Chances.Probabilities()
	d.Verdict = j.stakes.Verdict(&decision, &chances)
	d.Rollout = &RolledOut{Error: sides[1].DifferenceError, Sides: sides}
	d.judgeCube(j.stakes)
}
