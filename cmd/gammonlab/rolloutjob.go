package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/rollout"
	"gammonlab/internal/progress"
)

// rolloutJob is the rollout of a position or of plays from it.
type rolloutJob struct {
	static       *engine.Static
	pos          board.Position
	roll         board.Roll // the zero Roll if the position itself is rolled out
	settings     rollout.Settings
	alternatives []rollout.Alternative
	result       *rollout.Result
}

func newRolloutJob(c *cli.Context, static *engine.Static, s spot, settings rollout.Settings) (*rolloutJob, error) {
	if s.pos.Result() != 0 {
		return nil, fmt.Errorf("position %s: the game is over", s.pos.ID())
	}
	roll, err := diceOf(c, s)
	if err != nil {
		return nil, err
	}
	alternatives, err := rolloutAlternatives(c, static, s.pos, roll)
	if err != nil {
		return nil, err
	}
	return &rolloutJob{static: static, pos: s.pos, roll: roll, settings: settings, alternatives: alternatives}, nil
}

// run does the rollout, with a progress bar.
func (j *rolloutJob) run(c *cli.Context) error {
	bar := progress.New(c.App.ErrWriter, "rollout", "trials", int64(j.settings.Trials)*int64(len(j.alternatives)))
	j.settings.Progress = func(r *rollout.Result) {
		bar.Note(rolloutNote(r))
		bar.Set(int64(r.Trials()))
	}
	var err error
	j.result, err = rollout.Run(c.Context, j.static, j.alternatives, j.settings)
	if j.result != nil { // else nothing began
		bar.Finish()
	}
	return err
}

// rolloutNote is the running result beside the bar: the best few.
func rolloutNote(r *rollout.Result) string {
	const most = 3
	var notes []string
	for _, o := range rankOutcomes(r)[:min(len(r.Outcomes), most)] {
		note := fmt.Sprintf("%s ± %.3f", signed(float32(o.Mean[rollout.Cubeless]), 3), o.Error[rollout.Cubeless])
		if len(r.Outcomes) > 1 {
			note = o.Alternative.Name + " " + note
		}
		notes = append(notes, note)
	}
	return strings.Join(notes, ", ")
}

// rankOutcomes returns the outcomes with the best equity first.
func rankOutcomes(r *rollout.Result) []rollout.Outcome {
	ranked := slices.Clone(r.Outcomes)
	slices.SortStableFunc(ranked, func(a, b rollout.Outcome) int {
		return cmp.Compare(b.Mean[rollout.Cubeless], a.Mean[rollout.Cubeless])
	})
	return ranked
}

// rolloutValues is how the values of a rollout stand in JSON.
func rolloutValues(s *rollout.Sample) outcome {
	var p engine.Probabilities
	for k := range p {
		p[k] = float32(s[k])
	}
	return newOutcome(&p, float32(s[rollout.Cubeless]))
}

// rolledOut is how an alternative stands in JSON.
type rolledOut struct {
	Rank int    `json:"rank,omitempty"`
	Move string `json:"move,omitempty"`
	outcome
	StandardError outcome  `json:"standard_error"`
	Trials        int      `json:"trials"`
	Status        string   `json:"status"`
	Difference    *float64 `json:"difference,omitempty"`       // to the best: 0 or less
	Distance      *float64 `json:"joint_deviations,omitempty"` // how many of them the best is ahead
	ResultID      string   `json:"result_id,omitempty"`        // seen by the opponent, who is then on roll
}

// rolloutHead is what stands in JSON above a rollout's results.
type rolloutHead struct {
	ID       string `json:"position_id"`
	Dice     string `json:"dice,omitempty"`
	Seed     uint64 `json:"seed"`
	Truncate int    `json:"truncate"`
	Reduced  bool   `json:"variance_reduction"`
}

func (j *rolloutJob) writeJSON(out *rowWriter) error {
	head := rolloutHead{
		ID: j.pos.ID(), Seed: j.settings.Seed,
		Truncate: j.settings.Truncation.Turns, Reduced: j.settings.Luck != rollout.NoLuck,
	}
	ranked := rankOutcomes(j.result)
	if j.roll == (board.Roll{}) {
		return out.json(struct {
			rolloutHead
			rolledOut
		}{head, newRolledOut(&ranked[0])})
	}
	head.Dice = j.roll.String()
	moves := make([]rolledOut, 0, len(ranked))
	for i := range ranked {
		o := &ranked[i]
		move := newRolledOut(o)
		move.Rank, move.Move, move.ResultID = i+1, o.Alternative.Name, o.Alternative.Position.ID()
		difference := o.Mean[rollout.Cubeless] - ranked[0].Mean[rollout.Cubeless]
		distance := rollout.Distance(&ranked[0].Estimate, &o.Estimate)
		move.Difference, move.Distance = &difference, &distance
		moves = append(moves, move)
	}
	return out.json(struct {
		rolloutHead
		Moves []rolledOut `json:"moves"`
	}{head, moves})
}

func newRolledOut(o *rollout.Outcome) rolledOut {
	return rolledOut{
		outcome: rolloutValues(&o.Mean), StandardError: rolloutValues(&o.Error),
		Trials: o.Trials, Status: o.Status.String(),
	}
}

func (j *rolloutJob) writeText(out *rowWriter) error {
	class := j.static.ClassOf(&j.pos).String()
	return out.block(drawPosition(&j.pos, j.roll, class) + "\n" + j.table() + "\n" + j.footer())
}

// table lists the alternatives in aligned columns, the standard errors below
// each.
func (j *rolloutJob) table() string {
	ranked := rankOutcomes(j.result)
	width := len("Move")
	for i := range ranked {
		width = max(width, len([]rune(ranked[i].Alternative.Name)))
	}
	label := "Move"
	if j.roll == (board.Roll{}) {
		label = "Position"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "  #  %-*s  Trials  Equity    Diff   JSD  %s\n", width, label, probabilityHeader)
	for i := range ranked {
		o := &ranked[i]
		diff, jsd := "", ""
		if i > 0 {
			diff = fixed(float32(o.Mean[rollout.Cubeless]-ranked[0].Mean[rollout.Cubeless]), 3)
			jsd = fixed(float32(rollout.Distance(&ranked[0].Estimate, &o.Estimate)), 1)
		}
		mean, deviation := rolloutColumns(&o.Mean), rolloutColumns(&o.Error)
		fmt.Fprintf(&b, "%3d  %-*s  %6d  %s  %6s  %4s  %s\n", i+1, width, o.Alternative.Name, o.Trials,
			signed(float32(o.Mean[rollout.Cubeless]), 3), diff, jsd, mean)
		fmt.Fprintf(&b, "%*s  ±%s  %6s  %4s  %s\n", 5+width+2+6, "", fixed(float32(o.Error[rollout.Cubeless]), 3), "", "", deviation)
	}
	return b.String()
}

func rolloutColumns(s *rollout.Sample) string {
	var p engine.Probabilities
	for k := range p {
		p[k] = float32(s[k])
	}
	return probabilityColumns(&p)
}

// footer says how the rollout was done.
func (j *rolloutJob) footer() string {
	s := &j.settings
	parts := []string{"cubeless", "0-ply"}
	if s.Truncation.Turns > 0 {
		parts = append(parts, fmt.Sprintf("truncated after %d half-moves", s.Truncation.Turns))
	} else {
		parts = append(parts, "played to the end")
	}
	if s.Luck != rollout.NoLuck {
		parts = append(parts, "luck taken off")
	}
	if s.Opening {
		parts = append(parts, "opening rolls")
	}
	return fmt.Sprintf("%s, seed %d; ± is one standard error\n", strings.Join(parts, ", "), s.Seed)
}
