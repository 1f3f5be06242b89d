package rating

import (
	"errors"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/rating"
	"gammonlab/rating/matches"
)

func predictCommand() *cli.Command {
	return &cli.Command{
		Name:      "predict",
		Usage:     "predict ratings from error rates",
		ArgsUsage: "[FILE… | -]",
		Description: `Predicts the rating of each player in analysed matches (files of analyze --json), or of given
error rates, with the 95% interval. Matches of one length between the same players are pooled.

The predicted rating is the rating of errorless play less the rating points that the errors cost.
The coefficients are those of the study in rating/study, played by the net default, unless --fit
is given. The interval includes the variation of the player's decisions and the uncertainty of the
coefficients, which is unknown for the manual's. Error rates given by flags are assumed to vary
like those of nets with noise. Errors without a coefficient, such as cube errors in matches to 1
point, are omitted with a warning.

--law linear counts plays and cube decisions alike: in matches to N points the error per decision
costs (A + B/N) rating points per unit, by the study, the manual or another fit. It needs the
numbers of both kinds, or the error per decision itself, --errors.

Example:
   gammonlab rating predict match1.json match2.json
   gammonlab rating predict --play-errors 0.008 --cube-errors 0.02 --match 7 \
      --plays 500 --cubes 60
   gammonlab rating predict --law linear --errors 0.009 --match 7 --fit manual`,
		Flags: []cli.Flag{
			&cli.Float64Flag{Name: "play-errors", DefaultText: "none", Usage: "mean error per unforced play, `EPM` in normalised equity"},
			&cli.Float64Flag{Name: "cube-errors", DefaultText: "none", Usage: "mean error per close or actual cube decision, `EPC` in normalised equity"},
			&cli.Float64Flag{Name: "errors", DefaultText: "none", Usage: "mean error per unforced play and close or actual cube decision, `EPD` in normalised equity, for --law linear"},
			&cli.IntFlag{Name: "match", DefaultText: "none", Usage: "match length of `N` points, required with error rates"},
			&cli.IntFlag{Name: "plays", DefaultText: "none", Usage: "number `N` of unforced plays behind --play-errors, for the interval"},
			&cli.IntFlag{Name: "cubes", DefaultText: "none", Usage: "number `N` of cube decisions behind --cube-errors, for the interval"},
			&cli.Float64Flag{Name: "perfect", Value: rating.Perfect, Usage: "rating `N` of errorless play"},
			&cli.StringFlag{Name: "law", Value: string(rating.BilinearLaw), Usage: "cost of errors, `LAW`: bilinear (plays and cube decisions have their own) or linear (all decisions have the same)"},
			&cli.StringFlag{Name: "fit", Usage: "coefficients: `FILE` of rating fit --json, or manual"},
			cliutil.JSONFlag(rating.Report{}),
		},
		Action: runPredict,
	}
}

// runPredict runs the command.
func runPredict(c *cli.Context) error {
	law := rating.Law(c.String("law"))
	switch {
	case !slices.Contains(rating.Laws, law):
		return cliutil.Usagef("--law is %q, want %s or %s", law, rating.BilinearLaw, rating.LinearLaw)
	case law != rating.LinearLaw && c.IsSet("errors"):
		return cliutil.Usagef("--errors has no effect without --law %s: want --play-errors and --cube-errors", rating.LinearLaw)
	}
	predictor, err := predictorFromFlags(c)
	if err != nil {
		return err
	}
	players, err := ratedPlayers(c)
	if err != nil {
		return err
	}
	report, err := predictor.Report(players, law)
	if err != nil {
		return err
	}
	if one := report.Predictions; len(one) == 1 && one[0].Rating == nil {
		return errors.New(strings.Join(one[0].Warnings, "; "))
	}
	return cliutil.PrintResult(c, report)
}

// predictorFromFlags returns the coefficients of the flags.
func predictorFromFlags(c *cli.Context) (*rating.Predictor, error) {
	p, err := readPredictor(c.String("fit"))
	if err != nil {
		return nil, err
	}
	p.Perfect = c.Float64("perfect")
	if !(math.Abs(p.Perfect) <= 1e6) {
		return nil, cliutil.Usagef("--perfect is %v, want a rating", p.Perfect)
	}
	return p, nil
}

func readPredictor(path string) (*rating.Predictor, error) {
	switch path {
	case "":
		return rating.Default()
	case "manual":
		return rating.ByManual(), nil
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return rating.ReadPredictor(path, file)
}

// errorFlags describe a player without a match.
var errorFlags = []string{"play-errors", "cube-errors", "errors", "match", "plays", "cubes"}

// ratedPlayers returns the players whose ratings are predicted.
func ratedPlayers(c *cli.Context) (matches.Players, error) {
	described := slices.ContainsFunc(errorFlags, c.IsSet)
	switch {
	case described && c.NArg() > 0:
		return nil, cliutil.Usagef("want files or error rates, not both")
	case described:
		p, err := describedPlayer(c)
		return matches.Players{p}, err
	case c.NArg() == 0:
		return nil, cliutil.Usagef("want files, or --play-errors, --cube-errors and --match")
	}
	var players matches.Players
	for _, path := range c.Args().Slice() {
		if err := readPlayers(c, &players, path); err != nil {
			return nil, err
		}
	}
	return judgedPlayers(c, players)
}

// judgedPlayers removes the players who were the judge in all their matches, and warns of
// each match in which a player was the judge.
func judgedPlayers(c *cli.Context, all matches.Players) (matches.Players, error) {
	var judged matches.Players
	for _, p := range all {
		if p.NotJudged > 0 {
			cliutil.Warn(c, "%d of the %d matches to %d points of %s are left out: the player is their judge, which finds no errors in its own play",
				p.NotJudged, p.NotJudged+p.Matches, p.Length, p.Name)
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

// readPlayers adds the players of an analysis.
func readPlayers(c *cli.Context, players *matches.Players, path string) error {
	if path == "-" {
		return players.Read("standard input", c.App.Reader)
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return players.Read(path, file)
}

// describedPlayer returns the player whom the flags describe.
func describedPlayer(c *cli.Context) (*rating.Player, error) {
	rates := []string{"play-errors", "cube-errors"}
	if c.IsSet("errors") {
		rates = []string{"errors"}
	}
	for _, name := range rates {
		if !c.IsSet(name) {
			return nil, cliutil.Usagef("--%s is required", name)
		}
		if x := c.Float64(name); !(x >= 0 && x <= 1) {
			return nil, cliutil.Usagef("--%s is %v, want normalised equity per decision, 0 to 1: 8 mEq are 0.008", name, x)
		}
	}
	if n := c.Int("match"); n < 1 {
		return nil, cliutil.Usagef("--match is %d, want at least 1", n)
	}
	if c.IsSet("errors") {
		return playerByRate(c)
	}
	for _, name := range []string{"plays", "cubes"} {
		if n := c.Int(name); c.IsSet(name) && n < 1 {
			return nil, cliutil.Usagef("--%s is %d, want at least 1", name, n)
		}
	}
	return &rating.Player{
		Length: c.Int("match"),
		Plays:  rating.Errors{N: c.Int("plays"), Rate: c.Float64("play-errors")},
		Cubes:  rating.Errors{N: c.Int("cubes"), Rate: c.Float64("cube-errors")},
	}, nil
}

// playerByRate returns the player whose error per decision the flags give.
func playerByRate(c *cli.Context) (*rating.Player, error) {
	for _, name := range []string{"play-errors", "cube-errors", "plays", "cubes"} {
		if c.IsSet(name) {
			return nil, cliutil.Usagef("want --errors or --%s, not both", name)
		}
	}
	return &rating.Player{Length: c.Int("match"), All: &rating.Errors{Rate: c.Float64("errors")}}, nil
}
