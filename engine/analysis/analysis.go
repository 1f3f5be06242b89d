package analysis

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/named"
	"gammonlab/engine/rollers"
	"gammonlab/engine/search"
	"gammonlab/internal/setting"
	"gammonlab/internal/workers"
)

// Options are the options of an analysis, see [setting.Field].
type Options struct {
	named.Strength `group:"Model and search" without:"time"` // of the judge
	LuckPlies      int                                       `json:"luck_plies,omitempty" group:"Model and search" help:"search depth of the luck of rolls, <N> plies"`
	MET            named.MET                                 `json:"met,omitzero" group:"Rules, cube and score"`
	Efficiency     *cube.Efficiency                          `json:"efficiency,omitempty" input:"-"` // nil for the model's, see [cube.EfficiencyOf]

	Games []int `json:"games,omitempty" input:"-"` // numbers from 1; all if empty

	// Candidates is the number of best plays to keep for a roll, in addition to the one made.
	Candidates int `json:"candidates" default:"10" help:"list the best <N> plays of each roll in the report and in JSON; 0 for all"`

	// KeepGoing continues after an illegal action: the analysis of its game ends
	// there, and all other games are analysed; see [Game.Problem]. By default
	// Analyse returns an error.
	KeepGoing bool `json:"keep_going,omitempty" help:"analyse a file up to an illegal move"`

	Thresholds `group:"Thresholds of marks"`

	Rollouts *Rollouts `json:"-"` // of errors and close decisions, nil for none

	Workers int `json:"-"` // number of goroutines, at least 1; results do not depend on it

	// Progress, if not nil, is called with the numbers of completed and of all
	// decisions. Calls are not concurrent.
	Progress func(done, total int64) `json:"-"`
}

// Defaults returns the default of plies: a net that judges at 0 plies finds no errors in
// plays that the same net made.
// Rollers need none.
func (o *Options) Defaults() map[string]string {
	if o.Rollers > 0 {
		return nil
	}
	return map[string]string{"plies": "2"}
}

// Open finds what the options name.
func (o *Options) Open(by *named.Opener) error { return named.Open(o, by) }

// Validate returns an error for the first invalid option.
func (o *Options) Validate() error {
	timeless := setting.Check("time", o.Time == 0, "is %v: analyses are the same on every machine, so set plies or rollers", o.Time)
	return cmp.Or(o.Depths.Validate(), timeless, search.CheckPlies("luck_plies", o.LuckPlies), o.Thresholds.Validate(), setting.Check("candidates", o.Candidates >= 0, "is %d, want at least 0", o.Candidates))
}

// pliesOf returns the plies of the decision with a roll, or without one.
func (o *Options) pliesOf(roll board.Roll) int {
	if roll == (board.Roll{}) {
		return o.ForCube()
	}
	return o.ForPlays()
}

// Report is the analysis of a match or money session.
type Report struct {
	Length int       `json:"length"` // of the match, 0 in a money session
	Names  [2]string `json:"names"`  // by player
	record.Info
	MET string `json:"met,omitempty"` // name of the match equity table

	// Jacoby reports whether a money session has the Jacoby rule, nil in matches.
	// JacobyAssumed is set if the record does not state it.
	Jacoby        *bool `json:"jacoby,omitempty"`
	JacobyAssumed bool  `json:"jacoby_assumed,omitempty"`

	Notices []record.Notice `json:"notices,omitempty"` // what the reader of the record skipped

	Plies     int  `json:"plies"`                // with rollers, of the search before the rollouts
	CubePlies *int `json:"cubeplies,omitempty"`  // of cube decisions, nil for Plies
	Rollers   int  `json:"rollers,omitempty"`    // size of the rollers, 0 for none
	LuckPlies int  `json:"luck_plies,omitempty"` // of the luck of rolls

	Rollouts *RolledReport `json:"rollouts,omitempty"` // of errors and close decisions, nil for none

	ByRecord *ByRecord `json:"by_record,omitempty"` // nil if the record has no analysis

	Games      []Game     `json:"games" meaning:"-"`
	Statistics Statistics `json:"statistics"`
}

// Level describes how deep plays were evaluated: "2-ply", or the name of the roller.
func (r *Report) Level() string {
	if r.Rollers > 0 {
		return search.RollerName(r.Rollers)
	}
	return fmt.Sprintf("%d-ply", r.Plies)
}

// Game is the analysis of a game.
type Game struct {
	Number     int          `json:"number"` // in the record, from 1
	Score      [2]int       `json:"score"`  // before it, by player
	Crawford   bool         `json:"crawford"`
	Winner     board.Player `json:"winner"`            // Nobody (-1) if it was not finished
	Points     int          `json:"points"`            // won
	Problem    string       `json:"problem,omitempty"` // reason for which the analysis ends before the game does
	Decisions  []*Decision  `json:"decisions"`
	Statistics Statistics   `json:"statistics"`
}

// Analyse analyses a match. It returns an error if a game has an illegal
// action, unless KeepGoing is set, and when ctx is cancelled.
func Analyse(ctx context.Context, m *record.Match, o Options) (*Report, error) {
	options := o.Strength.Options()
	options.CacheBytes = -1
	searcher, err := search.New(o.Evaluator(), options)
	if err != nil {
		return nil, err
	}
	adviser := advice.New(searcher, advice.Options{MET: o.MET.Table, Beavers: true, Efficiency: o.Efficiency, Roller: rollers.Roller{}})
	r, jobs, err := walk(m, &o, adviser)
	if err != nil {
		return nil, err
	}
	first, err := o.analyser(adviser)
	if err != nil {
		return nil, err
	}
	if err := o.analyseAll(ctx, first, jobs); err != nil {
		return nil, err
	}
	if r.Rollouts, err = o.rollOut(ctx, first, jobs); err != nil {
		return nil, err
	}
	r.count(o.MET.Table)
	return r, nil
}

// walk completes the options and returns the report with all decisions of the
// record, not yet evaluated.
func walk(m *record.Match, o *Options, adviser *advice.Adviser) (*Report, []job, error) {
	r := &Report{
		Length: m.Length, Names: m.Names, Info: m.Info, Notices: m.Notices, Plies: o.ForPlays(), CubePlies: o.CubePlies, Rollers: o.Rollers, LuckPlies: o.LuckPlies,
	}
	games, err := o.complete(m)
	if err != nil {
		return nil, nil, err
	}
	if m.Length > 0 {
		r.MET = o.MET.Table.Name()
	} else {
		r.Jacoby, r.JacobyAssumed = &m.Rules.Jacoby, m.Rules.JacobyAssumed
	}
	w := walker{match: m, options: o, advice: adviser}
	for _, number := range games {
		g, err := w.game(number)
		if err != nil {
			return nil, nil, err
		}
		r.Games = append(r.Games, g)
	}
	return r, w.jobs, nil
}

// All yields the decisions of all games in their order, each with its game.
func (r *Report) All() iter.Seq2[*Game, *Decision] {
	return func(yield func(*Game, *Decision) bool) {
		for i := range r.Games {
			for _, d := range r.Games[i].Decisions {
				if !yield(&r.Games[i], d) {
					return
				}
			}
		}
	}
}

// complete sets the defaults and returns the numbers of the games to analyse,
// from 1.
func (o *Options) complete(m *record.Match) ([]int, error) {
	if m.Length > 0 {
		met, err := o.MET.Find()
		if err != nil {
			return nil, err
		}
		o.MET.Table = met
	}
	games := slices.Compact(slices.Sorted(slices.Values(o.Games)))
	for _, g := range games {
		if g < 1 || g > len(m.Games) {
			return nil, fmt.Errorf("game %d, the record has %d", g, len(m.Games))
		}
	}
	if len(games) == 0 {
		for i := range m.Games {
			games = append(games, i+1)
		}
	}
	return games, nil
}

// job is a decision to analyse.
type job struct {
	decision *Decision
	stakes   *cube.Stakes
	made     board.Play // play that was made
	recorded *record.Analysis
	opening  bool // no play has been made in the game
}

// analyser returns an analyser with the adviser.
func (o *Options) analyser(adviser *advice.Adviser) (*decisionAnalyser, error) {
	thresholds := o.Thresholds.complete()
	w := &decisionAnalyser{advice: adviser, candidates: o.Candidates, thresholds: &thresholds}
	if o.LuckPlies == 0 {
		return w, nil
	}
	options := o.Strength.Options()
	options.Plies, options.Rollers, options.CacheBytes = o.LuckPlies, 0, -1
	searcher, err := search.New(adviser.Static().Clone(), options)
	if err != nil {
		return nil, err
	}
	w.luck = advice.New(searcher, advice.Options{MET: o.MET.Table, Beavers: true, Efficiency: o.Efficiency})
	return w, nil
}

// clone returns an analyser for another goroutine.
func (w *decisionAnalyser) clone() *decisionAnalyser {
	c := &decisionAnalyser{advice: w.advice.Clone(), candidates: w.candidates, thresholds: w.thresholds}
	if w.luck != nil {
		c.luck = w.luck.Clone()
	}
	return c
}

// analyseAll evaluates the decisions.
func (o *Options) analyseAll(ctx context.Context, first *decisionAnalyser, jobs []job) error {
	analysers := []*decisionAnalyser{first}
	for len(analysers) < o.Workers {
		analysers = append(analysers, first.clone())
	}
	analyse := func(ctx context.Context, w *decisionAnalyser, i int) (struct{}, error) {
		return struct{}{}, w.analyse(ctx, &jobs[i])
	}
	return workers.Ordered(ctx, analysers, workers.Numbers(0, len(jobs)), analyse, func(i int, _ struct{}) error {
		if o.Progress != nil {
			o.Progress(int64(i+1), int64(len(jobs)))
		}
		return nil
	})
}
