package kinds

import (
	"context"
	"errors"
	"fmt"

	"gammonlab/board"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/named"
	"gammonlab/engine/rollers"
	"gammonlab/engine/rollout"
	"gammonlab/engine/search"
	"gammonlab/evalbench/analyses/report"
	"gammonlab/evalbench/analyses/report/export"
	"gammonlab/internal/setting"
	"gammonlab/work"
)

// askedStrength is the net of a question, which looks no ply ahead by default.
type askedStrength struct {
	named.Strength `group:"Model and search"`
}

// Defaults returns the default of plies.
func (*askedStrength) Defaults() map[string]string { return map[string]string{"plies": "0"} }

// reportWork are the files of reports that a command writes.
type reportWork struct {
	Export []string `json:"export,omitempty" input:"command" path:"out" help:"write a report to <FILE>: .html, .pdf, .tex, .txt, .svg or .png"`
}

// check returns an error if the format of a file is unknown.
func (w *reportWork) check() error {
	for _, path := range w.Export {
		if err := export.Check(path); err != nil {
			return setting.Errorf("%s: %w", setting.Name("export"), err)
		}
	}
	return nil
}

// PathsOf returns the file and, of a report, its existing numbered pictures.
func (*reportWork) PathsOf(name, path string, _ func(string) string) []string {
	if name != "export" {
		return []string{path}
	}
	return append([]string{path}, export.Numbered(path)...)
}

// write writes the report to the files.
func (w *reportWork) write(d *report.Document) error {
	for _, path := range w.Export {
		if err := export.File(path, d); err != nil {
			return err
		}
	}
	return nil
}

// hintWork has the settings of the command hint.
type hintWork struct {
	diceWork
	askedStrength
	Limit   int      `json:"limit,omitempty" help:"print only the best <N> plays; 0 for all"`
	Play    []string `json:"play,omitempty" help:"compare <PLAY>, such as '8/5 6/5', with the other plays named, at full depth"`
	Rolls   bool     `json:"rolls,omitempty" help:"show the equity after the best play of each roll: the temperature map"`
	Cubeful bool     `json:"cubeful,omitempty" help:"use the doubling cube of the position (implied by flags for cube and score)"`
	reportWork
	stateWork
	askedMET

	filtered bool // the filter is given
}

// Given learns which settings are given.
func (w *hintWork) Given(has func(setting.Name) bool) {
	w.stateWork.Given(has)
	w.filtered = has("filter")
}

// Validate returns an error for the first invalid setting.
func (w *hintWork) Validate() error {
	if err := w.diceWork.check(); err != nil {
		return err
	}
	if _, err := w.State(); err != nil {
		return err
	}
	if w.Limit < 0 {
		return setting.Errorf("%s is %d, want at least 0", setting.Name("limit"), w.Limit)
	}
	for name, given := range map[setting.Name]bool{"dice": w.Dice != "", "limit": w.Limit != 0, "play": w.Play != nil, "time": w.Time > 0} {
		if w.Rolls && given {
			return setting.Errorf("%s has no effect with %s, which shows the best play of each roll", name, setting.Name("rolls"))
		}
	}
	if err := w.reportWork.check(); err != nil {
		return err
	}
	if w.Play != nil {
		if w.filtered {
			return setting.Errorf("%s has no effect with %s, whose plays are all searched to full depth", setting.Name("filter"), setting.Name("play"))
		}
		w.Filter = search.Filter{}
	}
	return w.Depths.Validate()
}

// Open finds what the settings name.
func (w *hintWork) Open(o *named.Opener) error { return named.Open(w, o) }

func hintKind() work.Kind[hintWork, work.Result] {
	return work.Kind[hintWork, work.Result]{
		Name: "hint", Title: "Hint", Unit: "positions", Local: true,
		Usage:   "rank the plays of a roll, or evaluate the cube decision",
		Results: []any{advice.Decision{}, advice.RollMap{}},
		Help: `With dice, ranks the legal plays of the roll, best first. It prints the equity of each play,
its difference from the best, and the five probabilities. With --plies, only the plays
selected by --filter are searched to full depth; they come first. The column Ply is the
search depth. --play compares some plays only, all of them at full depth.

Plays are ranked by cubeless money equity. With --cubeful, with a flag for the cube or the
score, or if ID contains the score of a match, they are ranked by cubeful equity, normalised:
1 is a game won at the present cube. In matches, MWC is the match-winning chance.

Without dice, evaluates the cube decision: it prints the equities of no double, double and take,
and double and pass, and the correct actions. Cube and score are those of the flags, else those of
the position, else those of a money game. Diff is the equity of an alternative less the equity
with correct play of both sides. For a wrong double, the percentage is the share of opponents who
would have to respond wrongly for the double to be right. If a double, a beaver or a raccoon is on
offer in ID, the answers to it are evaluated, too. Races and bear-offs have the counts
of eval, too.

--rolls shows the temperature map instead: for each of the 36 throws the equity after its best
play, in a square by the two dice, and the 21 rolls, best first, each with its play and its luck,
the difference from the mean of all throws. Dice of the position have no effect.

--export also writes a report with the board: HTML (.html), PDF (.pdf), LaTeX (.tex) or text
(.txt), or the board or the map alone (.svg or .png; with several positions, one numbered file each).

@POSITIONS
If ID contains the dice, --dice is optional and overrides them.

Example:
   gammonlab hint --dice 31 4HPwATDgc/ABMA
   gammonlab hint --dice 31 --limit 3 --json 4HPwATDgc/ABMA
   gammonlab hint --dice 31 --plies 2 --filter large 4HPwATDgc/ABMA
   gammonlab hint --dice 43 --plies 2 --play '24/20 13/10' --play '24/21 13/9' 4HPwATDgc/ABMA
   gammonlab hint --dice 43 --time 500ms 4HPwATDgc/ABMA
   gammonlab hint --dice 31 --match 5 --score 4-2 --crawford 4HPwATDgc/ABMA
   gammonlab hint --plies 2 4HPwATDgc/ABMA
   gammonlab hint --dice 31 --export opening.pdf --export opening.png 4HPwATDgc/ABMA
   gammonlab hint --rolls --plies 1 --export map.svg 4HPwATDgc/ABMA
   gammonlab hint --plies 2 --match 7 --score 3-0 --cube 2 --owner player 4HPwATDgc/ABMA`,
		Ask: func(_ context.Context, w *hintWork, env *work.Env) (*work.Answers[work.Result], error) {
			searcher, stakes, err := asked(&w.Strength, &w.stateWork, &w.MET, w.Cubeful, env)
			if err != nil {
				return nil, err
			}
			h := &hinter{hintWork: w, advice: advice.New(searcher, advice.Options{Roller: rollers.Roller{}}), stakes: stakes}
			return &work.Answers[work.Result]{Variant: w.Game(), Answer: h.hint, Finish: h.finish}, nil
		},
	}
}

// asked returns the searcher and the stakes of a question.
func asked(s *named.Strength, state *stateWork, met *named.MET, cubeful bool, env *work.Env) (*search.Searcher, *stakesSource, error) {
	stakes, err := state.stakes(met, cubeful, env)
	if err != nil {
		return nil, nil, err
	}
	warnNet(env, &s.Net)
	searcher, err := s.Searcher(env.Workers)
	return searcher, stakes, err
}

// hinter answers positions one after the other.
type hinter struct {
	*hintWork
	advice  *advice.Adviser
	stakes  *stakesSource
	entries []report.Entry // the answers, for reports
}

// hint ranks the plays of a position, or decides about a double if there are no dice.
func (h *hinter) hint(ctx context.Context, s *board.XGID) (work.Result, error) {
	if err := checkOver(s); err != nil {
		return nil, err
	}
	if h.Rolls {
		return h.rolls(ctx, s)
	}
	roll, err := h.of(s)
	if err != nil {
		return nil, err
	}
	h.stakes.answers = roll == (board.Roll{})
	stakes, err := h.stakes.of(s, h.stakes.answers || h.Cubeful)
	if err != nil {
		return nil, err
	}
	d, err := h.decide(ctx, s, roll, stakes)
	if err != nil {
		return nil, err
	}
	d.Limit(h.Limit)
	if h.Export != nil {
		h.entries = append(h.entries, report.PositionEntry(d))
	}
	return d, nil
}

// decide evaluates the plays of the setting, or all choices.
func (h *hinter) decide(ctx context.Context, s *board.XGID, roll board.Roll, stakes *cube.Stakes) (*advice.Decision, error) {
	if len(h.Play) == 0 {
		return h.advice.DecideMatch(ctx, s, roll, stakes)
	}
	if roll == (board.Roll{}) {
		return nil, work.Refused(errors.New("--play needs --dice, or a position with dice"))
	}
	plays, err := rollout.PlaysOf(&s.Position, roll, h.Play)
	if err != nil {
		return nil, work.Refused(err)
	}
	return h.advice.DecideAmong(ctx, &s.Position, roll, plays, stakes)
}

// rolls shows the best plays of all rolls of a position.
func (h *hinter) rolls(ctx context.Context, s *board.XGID) (work.Result, error) {
	stakes, err := h.stakes.of(s, h.Cubeful)
	if err != nil {
		return nil, err
	}
	m, err := h.advice.RollMap(ctx, &s.Position, stakes)
	if err != nil {
		return nil, err
	}
	if h.Export != nil {
		h.entries = append(h.entries, report.RollsEntry(m))
	}
	return m, nil
}

// finish writes the reports.
func (h *hinter) finish() error {
	if h.Export == nil {
		return nil
	}
	depth := fmt.Sprintf("%d-ply", h.advice.Plies())
	if h.Rollers > 0 || h.Time > 0 {
		depth = h.Depths.String()
	} else if cube := h.advice.CubePlies(); cube != h.advice.Plies() {
		depth += fmt.Sprintf(", cube %d-ply", cube)
	}
	facts := []report.Fact{{Label: "Model", Text: h.Model.Name}, {Label: "Analysis", Text: depth}}
	return h.write(report.NewPositions(facts, h.entries))
}
