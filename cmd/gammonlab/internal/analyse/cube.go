package analyse

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/internal/setting"
)

// Cube returns the group of commands about the cube.
func Cube() *cli.Command {
	return &cli.Command{
		Name:        "cube",
		Usage:       "print cube theory for a score, and match equity tables",
		Subcommands: []*cli.Command{cubeShowCommand(), cubeMETCommand()},
	}
}

func cubeShowCommand() *cli.Command {
	return &cli.Command{
		Name:  "show",
		Usage: "print take points, doubling windows and gammon prices at a score",
		Description: `Prints the value of winning and losing the game, the gammon price (0.5 in a money game), and for
each cube value the take point, doubling point, cash point and too-good point of each side: with a
dead cube after the take, with a cube that only the taker can use, who redoubles at once, and with
a live cube that both sides use at the optimal moment. The points of each side are its own winning
chances.

--score gives the player on roll first. --position takes the gammon rates from a position, and
also prints its cube decision at 0 plies. The ID may contain a match ID or be an XGID.
--probabilities takes the gammon rates from probabilities, as eval prints them, and evaluates
their cube decision. Both print the values with a dead cube (cubeless) and with a live one, as
normalised equity and as match-winning chance, and the cube efficiency between the two.

--equity and --mwc convert normalised equities to match-winning chances at the score and the cube,
and back, as eq2mwc and mwc2eq in gnubg. --plot draws the equity against the winning chance, with the
gammon rates, for each action: where two lines meet is a take, doubling or cash point.

Example:
   gammonlab cube show --match 7 --score 3-0 --gammons 19,22 --met woolsey
   gammonlab cube show --match 7 --score 3-0 --position 4HPwATDgc/ABMA
   gammonlab cube show --cube 2 --owner player
   gammonlab cube show --match 7 --score 3-0 --probabilities 0.62,0.18,0.01,0.11,0.003
   gammonlab cube show --match 7 --score 3-0 --equity -0.5,0.25 --mwc 0.6
   gammonlab cube show --gammons 22,22 --plot equity.svg`,
		Flags: slices.Concat(stateFlags(), cliutil.NetFlags("variant"), []cli.Flag{cliutil.METFlag(),
			&cli.StringFlag{Name: "gammons", Value: "0,0", Usage: "gammon rates of the player and the opponent, in `PERCENT` of their wins"},
			&cli.StringFlag{Name: "position", Usage: "position `ID`: use its gammon rates and evaluate its cube decision"},
		}, valueFlags(), []cli.Flag{cliutil.JSONFlag(cubeReport{})}),
		Action: cliutil.NoArguments(cubeShow),
	}
}

// setup is the cube and the score of the flags.
type setup struct {
	cube.Setup `group:"Rules, cube and score"`
}

// stateFlags describe the cube and the score.
func stateFlags() []cli.Flag { return cliutil.FlagsOf(new(setup)) }

// stateFromFlags returns the cube and the score that the flags describe.
func stateFromFlags(c *cli.Context) (cube.State, error) {
	var s setup
	if err := cliutil.ReadSettings(c, &s, nil); err != nil {
		return cube.State{}, err
	}
	state, err := s.State()
	if err != nil {
		err = cliutil.Usage(err)
	}
	return state, err
}

// stakesSource returns the stakes for the player on roll: those of the flags, otherwise those
// of the position.
type stakesSource struct {
	described bool       // the flags describe the cube or the score
	state     cube.State // state of the flags, otherwise that of a money game
	met       *cube.MET
	unused    string // reason for which cube and score of positions do not count, "" if they do
	answers   bool   // a double on offer is answered

	note           func(format string, args ...any)
	noted, offered sync.Once
}

// stakesFromFlags reads the flags of the cube and the score. With --cubeful=false cube and score
// of positions do not count.
func stakesFromFlags(c *cli.Context) (*stakesSource, error) {
	state, err := stateFromFlags(c)
	if err != nil {
		return nil, err
	}
	f := &stakesSource{described: stateDescribed(c), state: state}
	f.note = func(format string, args ...any) { cliutil.Note(c, format, args...) }
	if c.IsSet("cubeful") && !c.Bool("cubeful") {
		f.unused = "cube and score of the position are not used, as --cubeful=false demands"
	}
	f.met, err = cube.FindMET(cmp.Or(c.String("met"), cube.DefaultMET))
	return f, err
}

// of returns the stakes for the player on roll. It returns nil, for cubeless equities, if the
// flags describe none, wanted is false, and the position is of a money game or does not count.
// A note says once that cube and score of a position, or a double on offer, are not used.
func (f *stakesSource) of(s *board.XGID, wanted bool) (*cube.Stakes, error) {
	if s.Match.Doubled && !f.answers {
		f.offered.Do(func() { f.note("the double on offer in the position is ignored; hint without dice answers it") })
	}
	switch {
	case f.described:
		if f.differs(s) {
			f.noted.Do(func() { f.note("cube and score are those of the flags, not those of the position") })
		}
		return cube.Prepare(f.state, f.met)
	case !wanted && f.unused != "":
		if s.Match.Length > 0 {
			f.noted.Do(func() { f.note("%s", f.unused) })
		}
		return nil, nil
	}
	st, err := cube.ForXGID(s, f.met, wanted)
	if err != nil {
		err = cliutil.Usage(err)
	}
	if err == nil && st == nil && s.Match.Cube > 1 {
		f.noted.Do(func() { f.note("the cube of the position is not used; --cubeful uses it") })
	}
	return st, err
}

// differs reports whether the position has another cube or score than the flags, and not only
// those of a money game that begins.
func (f *stakesSource) differs(s *board.XGID) bool {
	state, err := cube.FromXGID(s)
	if err != nil {
		return true
	}
	state.MaxCube, state.Roller = f.state.MaxCube, f.state.Roller
	begins := cube.Money(state.Jacoby, state.Beavers)
	begins.Roller = state.Roller
	return state != f.state && state != begins
}

// stateDescribed reports whether the flags describe the cube or the score.
func stateDescribed(c *cli.Context) bool {
	return slices.ContainsFunc(setting.Fields(new(setup)), func(f setting.Field) bool { return c.IsSet(f.Name.Flag()) })
}

// cubeReport is the result of the command, with the decision of a position.
type cubeReport struct {
	*cube.Report
	Position    *advice.Decision `json:"position,omitempty"`
	Value       *cube.Valuation  `json:"value,omitempty"` // of the position or of given probabilities
	Conversions cube.Conversions `json:"conversions,omitempty"`
}

// Text formats the report as text.
func (r *cubeReport) Text() string {
	text := r.Report.Text()
	if r.Position != nil {
		text += "\n" + r.Position.ID + "\n" + r.Position.Summary() + "\n" + r.Value.Table()
	} else if r.Value != nil {
		text += "\n" + r.Value.Text()
	}
	if len(r.Conversions) > 0 {
		text += "\n" + r.Conversions.Text()
	}
	return text
}

// cubeShow runs the command.
func cubeShow(c *cli.Context) error {
	if err := checkValueFlags(c); err != nil {
		return err
	}
	source, err := stakesFromFlags(c)
	if err != nil {
		return err
	}
	r, state := new(cubeReport), source.state
	var leaf *cube.Leaf
	var outcomes [2]cube.Outcomes
	switch {
	case c.IsSet("position"):
		if r.Position, leaf, err = decisionFromFlags(c, source); err == nil {
			state = r.Position.At.State()
		}
	case c.IsSet("probabilities"):
		leaf, err = leafFromFlags(c)
	default:
		outcomes, err = gammonsFromFlags(c)
	}
	if err != nil {
		return err
	}
	if leaf != nil {
		outcomes[0], outcomes[1] = cube.OutcomesOf(&leaf.Chances)
	}
	if r.Report, err = cube.NewReport(state, source.met, outcomes); err != nil {
		return err
	}
	if err := r.addValues(c, leaf, outcomes); err != nil {
		return err
	}
	return cliutil.PrintResult(c, r)
}

// addValues adds the values of the leaf, which may be nil, and of the equities of the flags,
// and draws the figure.
func (r *cubeReport) addValues(c *cli.Context, leaf *cube.Leaf, outcomes [2]cube.Outcomes) (err error) {
	st, efficiency := r.Stakes(), efficiencyFromFlags(c)
	if leaf != nil {
		r.Value = st.Valuation(leaf)
		if x := r.Value.Efficiency; x != nil {
			efficiency = *x
		}
	}
	if r.Conversions, err = conversionsFromFlags(c, st); err != nil {
		return err
	}
	if path := c.String("plot"); path != "" {
		return plotEquities(path, st, outcomes, efficiency)
	}
	return nil
}

// gammonsFromFlags returns the outcomes of games by the flag for gammons.
func gammonsFromFlags(c *cli.Context) ([2]cube.Outcomes, error) {
	own, opp, err := cliutil.TwoNumbers(c, "gammons", ",", func(text string) (float64, error) {
		x, err := strconv.ParseFloat(text, 64)
		if err == nil && !(x >= 0 && x <= 100) {
			err = strconv.ErrRange
		}
		return x, err
	})
	if err != nil {
		err = cliutil.Usagef("%w, from 0 to 100", err)
	}
	return [2]cube.Outcomes{cube.NewOutcomes(own/100, 0), cube.NewOutcomes(opp/100, 0)}, err
}

// decisionFromFlags returns the cube decision of the position of the flags, without
// look-ahead, and its static evaluation.
func decisionFromFlags(c *cli.Context, source *stakesSource) (*advice.Decision, *cube.Leaf, error) {
	if c.IsSet("gammons") {
		return nil, nil, cliutil.Usagef("--gammons contradicts --position, which tells them")
	}
	net, err := cliutil.NetFromFlags(c, "bearoff")
	if err != nil {
		return nil, nil, err
	}
	s, _, err := board.ParsePosition(c.String("position"), net.Game())
	if err != nil {
		return nil, nil, cliutil.Usage(err)
	}
	if s.Position.Result() != 0 {
		return nil, nil, fmt.Errorf("position %s: the game is over", s.Position.ID())
	}
	stakes, err := source.of(&s, true)
	if err != nil {
		return nil, nil, cliutil.Usagef("--position: %w", err)
	}
	databases, err := cliutil.DatabasesFromFlag(c)
	if err != nil {
		return nil, nil, err
	}
	by := advice.OfStatic(engine.NewStatic(net.Static().Model(), databases), advice.Options{})
	d, err := by.DecideMatch(c.Context, &s, board.Roll{}, stakes)
	if err != nil {
		return nil, nil, err
	}
	chances := d.Probabilities()
	leaf := cube.NewLeaves(by.Static(), by.Efficiency()).Leaf(&s.Position, &chances)
	return d, &leaf, nil
}
