package bench

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/games"
	"gammonlab/engine/player"
	"gammonlab/evalbench"
	"gammonlab/evalbench/report"
	"gammonlab/evalbench/tournament"
)

func matchCommand() *cli.Command {
	return &cli.Command{
		Name:  "match",
		Usage: "play two players against each other: money games or matches",
		Description: `Plays pairs of games: two games with the same dice, in which the players exchange sides.
Prints the points per game of player a, in mEq (thousandths), with the 95% interval over
pairs. Games between nets of equal strength have a standard deviation of about 1.4 points.
Without pairs, 10,000 games give about ± 27 mEq and 300,000 about ± 5; pairs give slightly
narrower intervals. The dice generator is pcg (docs/dice.md), with one stream for each pair.

By default, games are cubeless money games. --cubeful plays money games with the doubling cube;
the cube multiplies the points, and the Jacoby rule applies unless --no-jacoby. --max-beavers N
allows N beavers after a double, by the two players in turn. --match N plays matches to N points
with the Crawford rule; --games then counts matches. --dmp is --match 1, double match point. Nets
choose plays, doubles and takes by cubeful equity at the score, in matches with the match equity
table of --met. pubeval and random never double and take every double.

--luck reports luck-adjusted results (variance reduction); the interval is as narrow as with many
times the games. It takes six to nine times as long. --variance-reduction full computes luck as
analyze does, and takes another three times as long. --judge N reports the cost of the decisions
of both sides, evaluated by a search of N plies.

With --results, an interrupted command resumes if it is run again, and a larger --games
extends a match. --save writes the games as .mat files for analyze and other programs,
000001a.mat and 000001b.mat for the first pair. --html writes a page with the verdict,
charts, figures and settings, and with --judge the boards of the worst errors.

A PLAYER is net:MODEL, pubeval, random, gnubg:PLIES (GNU Backgammon, if installed;
gnubg,data=FOLDER:PLIES reads its weights there) or ubgi:COMMAND (a UBGI engine with its
arguments). The last two start one program for each worker. MODEL is a file or a shipped net: default; large, wider and slower; fast, faster and
weaker; or td512, trained by self-play over raw inputs. Options follow the model, joined by
commas: plies=N, filter=FILTER and prune=off for the search; cube=gnubg or fitted, constant cube
efficiencies instead of those that the model's nets have learned; noise=S, the standard deviation
of random errors of each probability in checker play; cubenoise=S, the same in cube
decisions; noiseshares=gnubg, a quarter of these errors for gammon chances, as in gnubg.` + registeredPlayers() + `

` + games.PoolUsage + `

Example:
   gammonlab bench match --a net:default --b pubeval --games 40000 --seed 7
   gammonlab bench match --a net:default,plies=1 --b net:default --games 1000
   gammonlab bench match --a net:new.safetensors --b net:default --match 7 --games 2000`,
		Flags: append(games.GameFlags(new(evalbench.Match), evalbench.Result{}),
			games.ResultsFlag(), htmlFlag(),
			&cli.StringFlag{Name: "save", Category: cliutil.OutputGroup, Usage: "save the games as .mat files in `FOLDER`"},
		),
		Action: cliutil.NoArguments(runMatch),
	}
}

// registeredPlayers returns the sentence of the help about the players of a program that has its own.
func registeredPlayers() string {
	kinds := player.Registered()
	if len(kinds) == 0 {
		return ""
	}
	return "\nThis program also has the players " + strings.Join(kinds, ", ") + "."
}

// runMatch runs the command.
func runMatch(c *cli.Context) error {
	match, ledger, err := matchFromFlags(c)
	if err != nil {
		return err
	}
	trace := report.NewTrace(match)
	if c.String("html") != "" {
		match.Observers = append(match.Observers, evalbench.OnItem(trace.Add))
	}
	units := "games"
	if match.Rules.Length > 1 {
		units = "matches"
	}
	bar := cliutil.NewBar(c, "match", units)
	var close func()
	if match.Pool, close, err = cliutil.PoolFromFlags(c, bar, c.String("results")); err != nil {
		return closing(ledger, err)
	}
	defer close()
	bar.Begin(0, int64(match.Games))
	match.Observers = append(match.Observers, evalbench.OnProgress(func(r *evalbench.Result) error {
		bar.Set(int64(r.Games))
		if r.Games%games.NotedGames == 0 {
			bar.Note(note(r))
		}
		return nil
	}))
	result, err := match.Run(bar.Watch(c.Context))
	bar.Finish()
	err = closing(ledger, games.ResumableGames(c, err))
	if result == nil || result.Games == 0 {
		return err
	}
	return errors.Join(err, cliutil.PrintResult(c, result), writeHTML(c, func(w io.Writer) error {
		return report.Match(w, result, trace, report.SettingsOf(cliutil.CommandLine(c), match))
	}))
}

// closing closes the file of games, if there is one, and joins its error with err.
func closing(ledger *tournament.Ledger, err error) error {
	if ledger == nil {
		return err
	}
	return errors.Join(err, ledger.Close())
}

// note returns the current result of a match as a short text.
func note(r *evalbench.Result) string {
	if r.Rules.Length > 0 {
		share := r.WinShare()
		return fmt.Sprintf("a wins %.1f ± %.1f %%", 100*share.Center, 100*share.Margin())
	}
	ppg := r.PPG()
	return fmt.Sprintf("a %+.3f ± %.3f ppg", ppg.Center, ppg.Margin())
}

// matchFromFlags returns the match of the flags, and the file that keeps its games, nil
// for none.
func matchFromFlags(c *cli.Context) (*evalbench.Match, *tournament.Ledger, error) {
	match := &evalbench.Match{Workers: cliutil.Workers(c)}
	if err := games.Read(c, match); err != nil {
		return nil, nil, err
	}
	if err := cliutil.Opened(match.Open(cliutil.Opener(c))); err != nil {
		return nil, nil, err
	}
	if folder := c.String("save"); folder != "" {
		save, err := savedGames(folder, c.Bool("force"))
		if err != nil {
			return nil, nil, err
		}
		match.Records, match.Observers = true, []evalbench.Observer{save}
	}
	if c.String("results") == "" {
		return match, nil, nil
	}
	ledger, err := games.OpenLedger(c, tournament.Settings{Conditions: match.Conditions, Unpaired: match.Unpaired})
	if err != nil {
		return nil, nil, err
	}
	if err := ledger.Match(match); err != nil {
		return nil, nil, errors.Join(fmt.Errorf("%s: %w", c.String("results"), err), ledger.Close())
	}
	return match, ledger, nil
}
