package kinds

import (
	"cmp"
	"context"
	"errors"
	"io"

	"gammonlab/evalbench"
	"gammonlab/evalbench/report"
	"gammonlab/evalbench/tournament"
	"gammonlab/work"
)

// tournamentWork is a tournament with its files.
type tournamentWork struct {
	tournament.Tournament
	point
	ledger
	page
}

func tournamentKind() work.Kind[tournamentWork, *shown] {
	return work.Kind[tournamentWork, *shown]{
		Name: "bench tournament", Title: "Tournament", Unit: "games",
		Usage: "play matches between many players and rate them",
		About: "Play matches between many players, joined by commas, and rate them. " + playerAbout,
		Help: `Plays a match between every pair of players, in pairs of games as in bench match, and fits ratings
to the results by least squares: points per game above the mean of the players, with 95%
intervals. With --gauntlet one player plays each of the others, and the others do not play each
other.

PLAYERS are players of bench match, joined by commas, or a file with one player per line and
comments after #. With --results FILE the games are kept. Run the command again with more
games or more players to play only the missing games. All players in FILE are rated. A net is
identified by the digest of its model: a changed file is a new player. --html writes a page
with the ratings and all results.

Example:
   gammonlab bench tournament --players net:a.safetensors,net:b.safetensors,pubeval --games 10000
   gammonlab bench tournament --players nets.txt --gauntlet net:default --games 2000 --results nets.results`,
		Farm: evalbench.Kind, FarmNote: noPrograms, Results: []any{tournament.TableRecord{}}, Run: runTournament,
	}
}

// Validate returns an error for the first invalid setting, by its name.
func (t *tournamentWork) Validate() error { return cmp.Or(t.check(&t.Rules), t.Tournament.Validate()) }

func runTournament(ctx context.Context, t *tournamentWork, env *work.Env) (*shown, error) {
	t.Workers, t.Pool = env.Workers, env.Pool
	games, err := t.open(t.Settings(), env)
	if err != nil {
		return nil, err
	}
	result := func(table *tournament.Table) *shown {
		return &shown{table.Record(games.Settings()), table.Text()}
	}
	t.Progress = func(done, total int64) {
		env.Progress(work.Progress{Done: done, Total: total, Result: func() work.Result {
			table, err := games.Table()
			if err != nil {
				return nil
			}
			return result(table)
		}})
	}
	err = t.Tournament.Run(ctx, games)
	table, tableErr := games.Table()
	err = errors.Join(err, tableErr, games.Close())
	switch {
	case table == nil:
		return nil, err
	case len(table.Rows) == 0:
		return nil, cmp.Or(err, errors.New("bench tournament: too few games to rate anyone: two players must have played at least 4"))
	}
	return result(table), errors.Join(err, t.writePage(table, games, env.Command))
}

// writePage writes the page of the ratings. A file of games may have results of other commands,
// so its page names no command.
func (t *tournamentWork) writePage(table *tournament.Table, games *tournament.Ledger, command string) error {
	if t.Results != "" {
		command = ""
	}
	return t.write(func(w io.Writer) error {
		return report.Tournament(w, table, games.Settings(), report.TableSettings(command, table, games))
	})
}
