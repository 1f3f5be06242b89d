package kinds

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"gammonlab/internal/setting"
	"gammonlab/rating"
	"gammonlab/rating/matches"
	"gammonlab/work"
)

// predictWork has the settings of the command rating predict.
type predictWork struct {
	Files      []string   `json:"files" path:"in" place:"[FILE… | -]" help:"<FILE>s of analyze --json"`
	PlayErrors *float64   `json:"play_errors" shown:"none" help:"mean error per unforced play, <EPM> in normalised equity"`
	CubeErrors *float64   `json:"cube_errors" shown:"none" help:"mean error per close or actual cube decision, <EPC> in normalised equity"`
	Errors     *errorRate `json:"errors" shown:"none" help:"mean error per unforced play and close or actual cube decision, <EPD> in normalised equity, for --law linear"`
	Match      *int       `json:"match" shown:"none" help:"match length of <N> points, required with error rates"`
	Plays      *int       `json:"plays" shown:"none" help:"number <N> of unforced plays behind --play-errors, for the interval"`
	Cubes      *int       `json:"cubes" shown:"none" help:"number <N> of cube decisions behind --cube-errors, for the interval"`
	Perfect    float64    `json:"perfect" help:"rating <N> of errorless play"`
	Law        rating.Law `json:"law" default:"bilinear" help:"cost of errors, <LAW>: bilinear (plays and cube decisions have their own) or linear (all decisions have the same)"`
	Fit        string     `json:"fit" help:"coefficients: <FILE> of rating fit --json, or manual"`
}

// Defaults returns the default values that the tags do not have.
func (*predictWork) Defaults() map[string]string {
	return map[string]string{"perfect": fmt.Sprint(rating.Perfect)}
}

// errorRate is a number. It reads its own text, since other kinds of work have a file of the same
// name.
type errorRate float64

// UnmarshalText implements [encoding.TextUnmarshaler].
func (r *errorRate) UnmarshalText(text []byte) error {
	return setting.SetText((*float64)(r), string(text))
}

// Validate returns an error for the first invalid setting.
func (w *predictWork) Validate() error {
	switch {
	case !slices.Contains(rating.Laws, w.Law):
		return setting.Errorf("%s is %q, want %s or %s", setting.Name("law"), w.Law, rating.BilinearLaw, rating.LinearLaw)
	case w.Law != rating.LinearLaw && w.Errors != nil:
		return setting.Errorf("%s has no effect without %s %s: want %s and %s",
			setting.Name("errors"), setting.Name("law"), rating.LinearLaw, setting.Name("play_errors"), setting.Name("cube_errors"))
	case !(math.Abs(w.Perfect) <= 1e6):
		return setting.Errorf("%s is %v, want a rating", setting.Name("perfect"), w.Perfect)
	case w.described() && len(w.Files) > 0:
		return errors.New("want files or error rates, not both")
	case w.described():
		return w.checkPlayer()
	case len(w.Files) == 0:
		return setting.Errorf("want files, or %s, %s and %s", setting.Name("play_errors"), setting.Name("cube_errors"), setting.Name("match"))
	}
	return nil
}

// described reports whether settings describe a player without a match.
func (w *predictWork) described() bool {
	return w.PlayErrors != nil || w.CubeErrors != nil || w.Errors != nil || w.Match != nil || w.Plays != nil || w.Cubes != nil
}

// checkPlayer returns an error if the settings do not describe a player.
func (w *predictWork) checkPlayer() error {
	length := setting.Check("match", valueOr0(w.Match) >= 1, "is %d, want at least 1", valueOr0(w.Match))
	if w.Errors != nil {
		return cmp.Or(checkRate("errors", (*float64)(w.Errors)), length, w.checkAlone())
	}
	return cmp.Or(
		checkRate("play_errors", w.PlayErrors), checkRate("cube_errors", w.CubeErrors), length,
		setting.Check("plays", w.Plays == nil || *w.Plays >= 1, "is %d, want at least 1", valueOr0(w.Plays)),
		setting.Check("cubes", w.Cubes == nil || *w.Cubes >= 1, "is %d, want at least 1", valueOr0(w.Cubes)),
	)
}

// checkAlone returns an error for settings that contradict the error rate of all decisions.
func (w *predictWork) checkAlone() error {
	for _, other := range []struct {
		name  setting.Name
		given bool
	}{{"play_errors", w.PlayErrors != nil}, {"cube_errors", w.CubeErrors != nil}, {"plays", w.Plays != nil}, {"cubes", w.Cubes != nil}} {
		if other.given {
			return setting.Errorf("want %s or %s, not both", setting.Name("errors"), other.name)
		}
	}
	return nil
}

// checkRate returns an error for an error rate that is missing or out of range.
func checkRate(name setting.Name, rate *float64) error {
	if rate == nil {
		return setting.Errorf("%s is required", name)
	}
	return setting.Check(name, *rate >= 0 && *rate <= 1, "is %v, want normalised equity per decision, 0 to 1: 8 mEq are 0.008", *rate)
}

// valueOr0 returns the value of a setting, 0 if it is not given.
func valueOr0(given *int) int {
	if given == nil {
		return 0
	}
	return *given
}

// player returns the player whom the settings describe.
func (w *predictWork) player() *rating.Player {
	if w.Errors != nil {
		return &rating.Player{Length: *w.Match, All: &rating.Errors{Rate: float64(*w.Errors)}}
	}
	return &rating.Player{
		Length: *w.Match,
		Plays:  rating.Errors{N: valueOr0(w.Plays), Rate: *w.PlayErrors},
		Cubes:  rating.Errors{N: valueOr0(w.Cubes), Rate: *w.CubeErrors},
	}
}

func predictKind() work.Kind[predictWork, *rating.Report] {
	return work.Kind[predictWork, *rating.Report]{
		Name: "rating predict", Title: "Predicted ratings", Unit: "matches",
		Usage: "predict ratings from error rates",
		Help: `Predicts the rating of each player in analysed matches (files of analyze --json), or of given
error rates, with the 95% interval. Matches of one length between the same players are pooled.

The predicted rating is the rating of errorless play less the rating points that the errors cost.
The coefficients are those of the study in rating/study, played by the net default, unless --fit
is given. The interval includes the variation of the player's decisions and the uncertainty of the
coefficients, which is unknown for the manual's. Error rates given by flags are assumed to vary
like those of nets with noise. Errors without a coefficient, such as cube errors in matches to 1
point, are omitted with a warning.

--law linear counts plays and cube decisions alike: in matches to N points the error per decision
costs (A + B/N) rating points per unit, by the study, the manual or another fit. It needs the
numbers of both kinds, or the error per decision itself, --errors. A fit without pairs of mixed
quality has this law only, which then is used, with a warning.

Example:
   gammonlab rating predict match1.json match2.json
   gammonlab rating predict --play-errors 0.008 --cube-errors 0.02 --match 7 \
      --plays 500 --cubes 60
   gammonlab rating predict --law linear --errors 0.009 --match 7 --fit manual`,
		Local: true, Serial: true, Run: runPredict,
	}
}

func runPredict(_ context.Context, w *predictWork, env *work.Env) (*rating.Report, error) {
	predictor, err := w.predictor()
	if err != nil {
		return nil, err
	}
	players, err := w.players(env)
	if err != nil {
		return nil, err
	}
	if w.Law == rating.BilinearLaw && !predictor.Has(w.Law) && predictor.Has(rating.LinearLaw) {
		env.Warn(predictor.Name + " has the linear law only: a fit needs matches of two lengths of pairs whose noise in plays and in cube decisions differs for the bilinear law")
		w.Law = rating.LinearLaw
	}
	report, err := predictor.Report(players, w.Law)
	if err != nil {
		return nil, err
	}
	if one := report.Predictions; len(one) == 1 && one[0].Rating == nil {
		return nil, errors.New(strings.Join(one[0].Warnings, "; "))
	}
	return report, nil
}

// predictor returns the coefficients.
func (w *predictWork) predictor() (p *rating.Predictor, err error) {
	switch w.Fit {
	case "":
		p, err = rating.Default()
	case "manual":
		p = rating.ByManual()
	default:
		err = readFile(w.Fit, func(file io.Reader) error {
			p, err = rating.ReadPredictor(w.Fit, file)
			return err
		})
	}
	if err != nil {
		return nil, err
	}
	p.Perfect = w.Perfect
	return p, nil
}

// players returns the players whose ratings are predicted.
func (w *predictWork) players(env *work.Env) (all matches.Players, err error) {
	if w.described() {
		return matches.Players{w.player()}, nil
	}
	for _, path := range w.Files {
		if path == "-" {
			err = all.Read("standard input", env.In)
		} else {
			err = readFile(path, func(file io.Reader) error { return all.Read(path, file) })
		}
		if err != nil {
			return nil, err
		}
	}
	return judgedPlayers(env, all)
}

// readFile calls read with an open file.
func readFile(path string, read func(file io.Reader) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return read(file)
}

// judgedPlayers removes the players who were the judge in all their matches, and warns of
// each match in which a player was the judge.
func judgedPlayers(env *work.Env, all matches.Players) (matches.Players, error) {
	var judged matches.Players
	for _, p := range all {
		if p.NotJudged > 0 {
			env.Warn(fmt.Sprintf("%d of the %d matches to %d points of %s are left out: the player is their judge, which finds no errors in its own play",
				p.NotJudged, p.NotJudged+p.Matches, p.Length, p.Name))
		}
		if p.Matches > 0 {
			judged = append(judged, p)
		}
	}
	if len(judged) == 0 {
		return nil, errors.New("every player is the judge: analyse the matches by another model, or by more plies")
	}
	return judged, nil
}
