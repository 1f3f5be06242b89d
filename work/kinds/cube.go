package kinds

import (
	"context"
	"strconv"
	"strings"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/named"
	"gammonlab/internal/setting"
	"gammonlab/work"
)

// usualEfficiency is the cube efficiency of given probabilities: gnubg's of contact positions.
const usualEfficiency = 0.68

// cubeShowWork has the settings of the command cube show.
type cubeShowWork struct {
	stateWork
	named.Net     `group:"Model and search" without:"variant"`
	MET           named.MET `json:"met,omitzero" group:"Rules, cube and score"`
	Gammons       string    `json:"gammons,omitempty" shown:"0,0" help:"gammon rates of the player and the opponent, in <PERCENT> of their wins"`
	Position      string    `json:"position,omitempty" help:"position <ID>: use its gammon rates and evaluate its cube decision"`
	Probabilities string    `json:"probabilities,omitempty" help:"evaluate the cube decision of these <CHANCES> to win, win a gammon, win a backgammon, lose a gammon and lose a backgammon, from 0 to 1"`
	Efficiency    *float64  `json:"efficiency,omitempty" shown:"that of the position, else 0.68" help:"cube efficiency <X>, from 0 for a dead cube to 1 for a live one, of --probabilities and --plot"`
	Equity        string    `json:"equity,omitempty" help:"convert these normalised <EQUITIES>, separated by commas, to match-winning chances"`
	MWC           string    `json:"mwc,omitempty" help:"convert these match-winning <CHANCES>, from 0 to 1, to normalised equities"`
	Plot          string    `json:"plot,omitempty" input:"command" path:"out" help:"draw the equity against the winning chance in <FILE>, .png, .svg or .pdf"`
}

// Validate returns an error for settings that exclude each other.
func (w *cubeShowWork) Validate() error {
	const position, probabilities, gammons, efficiency, plot = setting.Name("position"), setting.Name("probabilities"), setting.Name("gammons"), setting.Name("efficiency"), setting.Name("plot")
	x := w.Efficiency
	switch {
	case w.Probabilities != "" && w.Position != "":
		return setting.Errorf("want %s or %s, not both", position, probabilities)
	case w.Probabilities != "" && w.Gammons != "":
		return setting.Errorf("%s contradicts %s, which tell them", gammons, probabilities)
	case w.Position != "" && w.Gammons != "":
		return setting.Errorf("%s contradicts %s, which tells them", gammons, position)
	case x != nil && !(*x >= 0 && *x <= 1):
		return setting.Errorf("%s is %v, want 0 to 1", efficiency, *x)
	case x != nil && w.Position != "":
		return setting.Errorf("%s has no effect with %s, whose efficiency the model knows", efficiency, position)
	case x != nil && w.Probabilities == "" && w.Plot == "":
		return setting.Errorf("%s has no effect without %s or %s", efficiency, probabilities, plot)
	}
	if _, err := w.State(); err != nil {
		return err
	}
	return checkPicture(plot, w.Plot)
}

// Open finds what the settings name: the net only for a position.
func (w *cubeShowWork) Open(o *named.Opener) error {
	if w.Position != "" {
		return named.Open(w, o)
	}
	own := askedMET{w.MET}
	err := named.Open(&own, o)
	w.MET = own.MET
	return err
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

func cubeShowKind() work.Kind[cubeShowWork, *cubeReport] {
	return work.Kind[cubeShowWork, *cubeReport]{
		Name: "cube show", Title: "Cube theory", Unit: "positions", Local: true, Serial: true,
		Usage:   "print take points, doubling windows and gammon prices at a score",
		Results: []any{cubeReport{}},
		Help: `Prints the value of winning and losing the game, the gammon price (0.5 in a money game), and for
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
		Run: showCube,
	}
}

func showCube(ctx context.Context, w *cubeShowWork, env *work.Env) (*cubeReport, error) {
	source, err := w.stakes(&w.MET, false, env)
	if err != nil {
		return nil, err
	}
	r, state := new(cubeReport), source.state
	var leaf *cube.Leaf
	var outcomes [2]cube.Outcomes
	switch {
	case w.Position != "":
		if leaf, err = w.decide(ctx, r, source, env); err == nil {
			state = r.Position.At.State()
		}
	case w.Probabilities != "":
		leaf, err = w.leaf()
	default:
		outcomes, err = w.outcomes()
	}
	if err != nil {
		return nil, err
	}
	if leaf != nil {
		outcomes[0], outcomes[1] = cube.OutcomesOf(&leaf.Chances)
	}
	if r.Report, err = cube.NewReport(state, source.met, outcomes); err != nil {
		return nil, err
	}
	if err := w.addValues(r, leaf, outcomes); err != nil {
		return nil, err
	}
	return r, nil
}

// addValues adds the values of the leaf, which may be nil, and of the given equities, and draws
// the figure.
func (w *cubeShowWork) addValues(r *cubeReport, leaf *cube.Leaf, outcomes [2]cube.Outcomes) (err error) {
	st, efficiency := r.Stakes(), w.efficiency()
	if leaf != nil {
		r.Value = st.Valuation(leaf)
		if x := r.Value.Efficiency; x != nil {
			efficiency = *x
		}
	}
	if r.Conversions, err = w.conversions(st); err != nil {
		return err
	}
	if w.Plot != "" {
		return plotEquities(w.Plot, st, outcomes, efficiency)
	}
	return nil
}

// efficiency returns the efficiency for probabilities without a position.
func (w *cubeShowWork) efficiency() float64 {
	if w.Efficiency != nil {
		return *w.Efficiency
	}
	return usualEfficiency
}

// outcomes returns the outcomes of games by the gammon rates.
func (w *cubeShowWork) outcomes() (of [2]cube.Outcomes, err error) {
	if w.Gammons == "" {
		w.Gammons = "0,0"
	}
	words := strings.SplitN(w.Gammons, ",", 2)
	for i := range of {
		x := -1.
		if len(words) == 2 {
			if x, err = strconv.ParseFloat(words[i], 64); err != nil {
				x = -1
			}
		}
		if !(x >= 0 && x <= 100) {
			return of, work.Refused(setting.Errorf("%s is %q, want two numbers with \",\" between them, from 0 to 100", setting.Name("gammons"), w.Gammons))
		}
		of[i] = cube.NewOutcomes(x/100, 0)
	}
	return of, nil
}

// decide sets the cube decision of the position, without look-ahead, and returns its static
// evaluation.
func (w *cubeShowWork) decide(ctx context.Context, r *cubeReport, source *stakesSource, env *work.Env) (*cube.Leaf, error) {
	warnNet(env, &w.Net)
	s, _, err := board.ParsePosition(w.Position, w.Game())
	if err != nil {
		return nil, work.Refused(err)
	}
	if err := checkOver(&s); err != nil {
		return nil, err
	}
	stakes, err := source.of(&s, true)
	if err != nil {
		return nil, work.Refused(setting.Errorf("%s: %w", setting.Name("position"), err))
	}
	by := advice.OfStatic(w.Static(), advice.Options{})
	d, err := by.DecideMatch(ctx, &s, board.Roll{}, stakes)
	if err != nil {
		return nil, err
	}
	r.Position = d
	chances := d.Probabilities()
	leaf := cube.NewLeaves(by.Static(), by.Efficiency()).Leaf(&s.Position, &chances)
	return &leaf, nil
}

// numbers returns the numbers of a setting, which are separated by commas.
func numbers(name setting.Name, text string) (all []float64, err error) {
	if text == "" {
		return nil, nil
	}
	for word := range strings.SplitSeq(text, ",") {
		x, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil {
			return nil, work.Refused(setting.Errorf("%s is %q, want numbers with commas", name, text))
		}
		all = append(all, x)
	}
	return all, nil
}

// leaf returns the static evaluation that the probabilities describe.
func (w *cubeShowWork) leaf() (*cube.Leaf, error) {
	const name = setting.Name("probabilities")
	all, err := numbers(name, w.Probabilities)
	if err != nil {
		return nil, err
	}
	if len(all) != engine.Outputs {
		return nil, work.Refused(setting.Errorf("%s has %d numbers, want %d: win, win gammon, win backgammon, lose gammon, lose backgammon", name, len(all), engine.Outputs))
	}
	l := &cube.Leaf{Efficiency: cube.Same(w.efficiency())}
	for i, x := range all {
		l.Chances[i] = float32(x)
	}
	if err := l.Chances.Check(); err != nil {
		return nil, work.Refused(setting.Errorf("%s: %w; want shares of all games, cumulative: 60 %% are 0.6, gammons include backgammons", name, err))
	}
	return l, nil
}

// conversions returns the given equities and chances in both units.
func (w *cubeShowWork) conversions(st *cube.Stakes) (all cube.Conversions, err error) {
	for _, of := range []struct {
		name setting.Name
		text string
		win  func(x float64) float64
	}{{"equity", w.Equity, st.FromEquity}, {"mwc", w.MWC, func(x float64) float64 { return x }}} {
		list, err := numbers(of.name, of.text)
		if err != nil {
			return nil, err
		}
		if s := st.State(); len(list) > 0 && !s.IsMatch() {
			return nil, work.Refused(setting.Errorf("%s needs %s: in a money game there is no match to win", of.name, setting.Name("match")))
		}
		for _, x := range list {
			value := of.win(x)
			if !(value >= 0 && value <= 1) {
				return nil, work.Refused(setting.Errorf("%s %v is a match-winning chance of %.4g, want 0 to 1", of.name, x, value))
			}
			all = append(all, st.Worth(value))
		}
	}
	return all, nil
}
