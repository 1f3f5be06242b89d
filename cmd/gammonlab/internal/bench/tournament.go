package bench

import (
	"errors"
	"io"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/games"
	"gammonlab/evalbench/report"
	"gammonlab/evalbench/tournament"
)

func tournamentCommand() *cli.Command {
	return &cli.Command{
		Name:  "tournament",
		Usage: "play matches between many players and rate them",
		Description: `Plays a match between every pair of players, in pairs of games as in bench match, and fits ratings
to the results by least squares: points per game above the mean of the players, with 95%
intervals. With --gauntlet one player plays each of the others, and the others do not play each
other.

PLAYERS are players of bench match, joined by commas, or a file with one player per line and
comments after #. With --results FILE the games are kept. Run the command again with more
games or more players to play only the missing games. All players in FILE are rated. A net is
identified by the digest of its model: a changed file is a new player. --html writes a page
with the ratings and all results.

` + games.PoolUsage + `

Example:
   gammonlab bench tournament --players net:a.safetensors,net:b.safetensors,pubeval --games 10000
   gammonlab bench tournament --players nets.txt --gauntlet net:default --games 2000 --results nets.results`,
		Flags:  append(games.GameFlags(new(tournament.Tournament), tournament.TableRecord{}), games.ResultsFlag(), htmlFlag()),
		Action: cliutil.NoArguments(benchTournament),
	}
}

// benchTournament runs the command.
func benchTournament(c *cli.Context) error {
	t := &tournament.Tournament{Workers: cliutil.Workers(c)}
	if err := games.Read(c, t); err != nil {
		return err
	}
	for i := range t.Players {
		if err := cliutil.CheckInputs(c, "--players", t.Players[i].Name); err != nil {
			return err
		}
	}
	if err := cliutil.Opened(t.Open(cliutil.Opener(c))); err != nil {
		return err
	}
	ledger, err := games.OpenLedger(c, t.Settings())
	if err != nil {
		return err
	}
	err = runTournament(c, t, ledger)
	table, tableErr := ledger.Table()
	err = errors.Join(err, tableErr, ledger.Close())
	if err == nil && len(table.Rows) == 0 {
		err = errors.New("bench tournament: too few games to rate anyone: two players must have played at least 4")
	}
	if table == nil || len(table.Rows) == 0 {
		return err
	}
	command := ""
	if !c.IsSet("results") {
		command = cliutil.CommandLine(c)
	}
	err = errors.Join(err, writeHTML(c, func(w io.Writer) error {
		return report.Tournament(w, table, ledger.Settings(), report.TableSettings(command, table, ledger))
	}))
	return errors.Join(err, cliutil.PrintEither(c, table.Record(ledger.Settings()), table.Text))
}

// runTournament plays the missing games and shows the progress.
func runTournament(c *cli.Context, t *tournament.Tournament, ledger *tournament.Ledger) error {
	bar := cliutil.NewBar(c, "tournament", "games")
	t.Progress = func(done, total int64) {
		bar.Begin(done-2, total)
		bar.Set(done)
	}
	pool, close, err := cliutil.PoolFromFlags(c, bar, c.String("results"))
	if err != nil {
		return err
	}
	defer close()
	t.Pool = pool
	err = t.Run(bar.Watch(c.Context), ledger)
	bar.Finish()
	return games.ResumableGames(c, err)
}
