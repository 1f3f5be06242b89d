// Package bot has the command bot, which plays on servers.
package bot

import (
	"time"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
)

// passwordVariable is the environment variable that has the password.
const passwordVariable = "GAMMONLAB_BOT_PASSWORD"

// playPlies is how far the bot looks ahead unless asked otherwise.
const playPlies = 2

// Command returns the command bot.
func Command() *cli.Command {
	return &cli.Command{
		Name:      "bot",
		Usage:     "play on a server against whoever comes",
		ArgsUsage: "bgammon://HOST[:PORT] | fibs://HOST[:PORT]",
		Description: `Logs in to a server and plays matches, one after the other: on bgammon it creates
public matches and waits, on FIBS it accepts invitations. The password is in the file
of --password-file or in the environment variable ` + passwordVariable + `; on bgammon a
bot without a password is a guest.

The bot connects again when the connection is lost, and goes on with the match. Ctrl-C
and SIGTERM have it finish its match, but no longer than --grace; a second signal ends
it at once. With --save the record of each match is kept in a file that is up to date
after each move. At the end the command prints the matches won and lost and, by an
analysis of the records, the error rate and the luck-adjusted result of the bot.

Register the name before, and on FIBS tell the administrators that it is a bot. See
docs/bots.md.

Example:
   gammonlab bot bgammon://bgammon.org --name BOT_mine --match 7 --save records
   gammonlab bot fibs://fibs.com --name mine --password-file secret --max-match 9`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "name", Usage: "log in under the `NAME`; on bgammon it begins with BOT_"},
			&cli.StringFlag{Name: "password-file", Usage: "read the password from the first line of `FILE`"},
			&cli.IntFlag{Name: "match", Value: 7, Usage: "play matches to `N` points: those that the bot creates or invites to"},
			&cli.IntFlag{Name: "max-match", Value: 15, Usage: "accept invitations to matches of up to `N` points (FIBS)"},
			&cli.BoolFlag{Name: "unlimited", Usage: "accept invitations to matches without an end, too (FIBS)"},
			&cli.StringFlag{Name: "invite", Usage: "invite the player of this `NAME` (FIBS)"},
			&cli.StringFlag{Name: "join", Usage: "join the matches of the bot of this `NAME`, which begins with BOT_, and create none (bgammon)"},
			&cli.StringFlag{Name: "private", Usage: "create or join matches with `WORD` as their password (bgammon)"},
			&cli.IntFlag{Name: "matches", Usage: "leave after `N` matches, 0 for never"},
			&cli.StringFlag{Name: "drop", Value: "server", Usage: "what a dropped double costs on bgammon: server, as the server counts, or standard, the cube as it was"},
			&cli.DurationFlag{Name: "delay", Value: 500 * time.Millisecond, Usage: "answer after at least this `TIME`"},
			&cli.DurationFlag{Name: "think", Value: maxThink, Usage: "look ahead for at most this `TIME`, up to 5s"},
			&cli.DurationFlag{Name: "grace", Value: 10 * time.Minute, Usage: "finish the match within this `TIME` after a signal, or leave it"},
			&cli.StringFlag{Name: "save", Usage: "keep a record of each match in this `FOLDER`"},
			&cli.StringFlag{Name: "format", Value: "mat", Usage: "write records as mat or sgf"},
			&cli.StringFlag{Name: "hello", Usage: "tell each opponent this `TEXT` instead of what the bot is"},
			&cli.BoolFlag{Name: "analyze", Value: true, Usage: "analyse the records for the statistics at the end"},
			&cli.IntFlag{Name: "judge", Value: playPlies, Usage: "analyse by looking `N` plies ahead"},
			&cli.BoolFlag{Name: "verbose", Usage: "print every line that is received or sent, without passwords"},
			cliutil.JSONFlag(), cliutil.ModelFlag(), cliutil.BearoffFlag(), cliutil.METFlag(),
		}, cliutil.SearchFlagsFrom(playPlies, true)...),
		Action: run,
	}
}
