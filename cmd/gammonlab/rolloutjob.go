package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/rollout"
	"gammonlab/internal/output"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/progress"
)

// rolloutJob is the rollout of a position, of plays from it or of a double.
type rolloutJob struct {
	static       *engine.Static
	pos          board.Position
	roll         board.Roll   // the zero Roll if no plays are compared
	stakes       *cube.Stakes // of the player, nil without a cube
	double       bool         // the alternatives are those of a double
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
	source, err := stakesFromFlags(c)
	if err != nil {
		return nil, err
	}
	stakes, err := source.of(&s, c.Bool("cubeful") || c.Bool("double"))
	if err != nil {
		return nil, err
	}
	alternatives, err := rolloutAlternatives(c, static, s.pos, roll, stakes)
	if err != nil {
		return nil, err
	}
	return &rolloutJob{
		static: static, pos: s.pos, roll: roll, stakes: stakes, double: c.Bool("double"),
		settings: settings, alternatives: alternatives,
	}, nil
}

// run does the rollout, with a progress bar.
func (j *rolloutJob) run(c *cli.Context) error {
	var bar *progress.Bar
	begin := func(done int) {
		total := int64(j.settings.Trials) * int64(len(j.alternatives))
		bar = progress.New(c.App.ErrWriter, "rollout", "trials", total, progress.Start(int64(done)))
	}
	if j.settings.State == "" {
		begin(0)
	}
	j.settings.Progress = func(r *rollout.Result) {
		if bar == nil { // only now it is known what the file held
			begin(r.Trials() - 1)
		}
		bar.Note(j.note(r))
		bar.Set(int64(r.Trials()))
	}
	if j.settings.State != "" && c.Bool("force") {
		if err := output.Discard(j.settings.State); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
	}
	var err error
	j.result, err = rollout.Run(c.Context, j.static, j.alternatives, j.settings)
	if bar != nil {
		bar.Finish()
	}
	if j.settings.State == "" {
		return resumable(err, "the trials are not kept: with --out FILE they are, and --resume goes on")
	}
	return resumable(err, "the trials are kept in %s, resume with the same command and --resume", j.settings.State)
}

// note is the running result beside the bar: the best few.
func (j *rolloutJob) note(r *rollout.Result) string {
	const most = 3
	var notes []string
	for _, o := range j.rank(r)[:min(len(r.Outcomes), most)] {
		equity, deviation := j.equity(&o)
		note := fmt.Sprintf("%s ± %.3f", plaintext.Signed(float32(equity), 3), deviation)
		if len(r.Outcomes) > 1 {
			note = o.Alternative.Name + " " + note
		}
		notes = append(notes, note)
	}
	return strings.Join(notes, ", ")
}

// equity returns the equity by which alternatives are compared, normalised, with
// its standard error.
func (j *rolloutJob) equity(o *rollout.Outcome) (mean, deviation float64) {
	mean, deviation = o.Mean[rollout.Value], o.Error[rollout.Value]
	if j.stakes != nil {
		return j.stakes.Equity(mean), j.stakes.EquityError(deviation)
	}
	return mean, deviation
}

// rank returns the outcomes with the best equity first, those of a double as
// they are.
func (j *rolloutJob) rank(r *rollout.Result) []rollout.Outcome {
	ranked := slices.Clone(r.Outcomes)
	if j.double {
		return ranked
	}
	slices.SortStableFunc(ranked, func(a, b rollout.Outcome) int {
		return cmp.Compare(b.Mean[rollout.Value], a.Mean[rollout.Value])
	})
	return ranked
}

// label stands above the names of the alternatives.
func (j *rolloutJob) label() string {
	switch {
	case j.double:
		return "Decision"
	case j.roll == (board.Roll{}):
		return "Position"
	}
	return "Move"
}

func (j *rolloutJob) writeText(out *rowWriter) error {
	class := j.static.ClassOf(&j.pos).String()
	text := cube.DrawPosition(&j.pos, j.roll, class, j.stakes) + "\n" + j.table() + "\n"
	if j.double {
		d := j.result.Decision()
		text += fmt.Sprintf("%s: equity %s\n", d.String(), plaintext.Signed(float32(d.Equities.Optimal), 3))
	}
	return out.block(text + j.footer())
}

// table lists the alternatives in aligned columns, the standard errors below
// each.
func (j *rolloutJob) table() string {
	ranked := j.rank(j.result)
	width := len(j.label())
	for i := range ranked {
		width = max(width, len(ranked[i].Alternative.Name))
	}
	var b strings.Builder
	cubeless := "  Cubeless"
	if j.stakes == nil {
		cubeless = ""
	}
	fmt.Fprintf(&b, "  #  %-*s  Trials  Equity    Diff   JSD  %s%s\n", width, j.label(), engine.ProbabilityHeader, cubeless)
	best, _ := j.equity(&ranked[0])
	for i := range ranked {
		o := &ranked[i]
		equity, deviation := j.equity(o)
		diff, jsd := "", ""
		if i > 0 {
			diff = plaintext.Fixed(float32(equity-best), 3)
			jsd = plaintext.Fixed(float32(rollout.Distance(&ranked[0].Estimate, &o.Estimate)), 1)
		}
		fmt.Fprintf(&b, "%3d  %-*s  %6d  %s  %6s  %4s  %s\n", i+1, width, o.Alternative.Name, o.Trials,
			plaintext.Signed(float32(equity), 3), diff, jsd, j.columns(&o.Mean, plaintext.Signed))
		fmt.Fprintf(&b, "%*s  ±%s  %6s  %4s  %s\n", 5+width+2+6, "", plaintext.Fixed(float32(deviation), 3), "", "",
			j.columns(&o.Error, plusMinus))
	}
	return b.String()
}

// columns spells the probabilities and, with a cube, the cubeless equity.
func (j *rolloutJob) columns(s *rollout.Sample, spell func(x float32, decimals int) string) string {
	p := probabilitiesOf(s)
	if j.stakes == nil {
		return p.Columns()
	}
	return p.Columns() + "    " + spell(float32(s[rollout.Cubeless]), 3)
}

func plusMinus(x float32, decimals int) string { return "±" + plaintext.Fixed(x, decimals) }

// probabilitiesOf returns the probabilities among the values of a rollout.
func probabilitiesOf(s *rollout.Sample) (p engine.Probabilities) {
	for k := range p {
		p[k] = float32(s[k])
	}
	return p
}

// footer says how the rollout was done.
func (j *rolloutJob) footer() string {
	s := &j.settings
	var parts []string
	switch {
	case j.stakes == nil:
		parts = append(parts, "cubeless")
	default:
		parts = append(parts, "cubeful, "+j.stakes.Words())
	}
	parts = append(parts, playWords(s))
	if s.Truncation.Turns > 0 {
		parts = append(parts, fmt.Sprintf("truncated after %d half-moves (%d-ply)", s.Truncation.Turns, s.Truncation.Plies))
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

// playWords says how far the sides look ahead.
func playWords(s *rollout.Settings) string {
	text := s.Player.String()
	if opponent := s.Opponent.String(); opponent != text {
		text += " against " + opponent
	}
	if s.Late.From > 0 {
		text += fmt.Sprintf(", %v from half-move %d on", s.Late.Player, s.Late.From)
	}
	return text
}
