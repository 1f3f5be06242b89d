// Package bot has the command bot, which plays on servers.
package bot

import (
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/bot"
)

// passwordVariable is the environment variable with the password.
const passwordVariable = "GAMMONLAB_BOT_PASSWORD"

// playPlies is the default search depth of the bot.
const playPlies = 2

// Command returns the command bot.
func Command() *cli.Command {
	return &cli.Command{
		Name:      "bot",
		Usage:     "play as a bot on a bgammon or FIBS server",
		ArgsUsage: "bgammon://HOST[:PORT] | fibs://HOST[:PORT]",
		Description: `Logs in to a server and plays matches one after the other. On bgammon it creates public
matches and waits; on FIBS it accepts invitations. The password is in the file of
--password-file or in the environment variable ` + passwordVariable + `; on bgammon a bot
without a password is a guest.

The bot reconnects and resumes the match if the connection is lost. After Ctrl-C or SIGTERM it
finishes its match within --grace; a second signal ends it at once. --save writes a record of
each match after every move. At the end the command prints the matches won and lost, and from
an analysis of the records the bot's error rate and luck-adjusted result.

` + cliutil.LevelUsage + `

Register the name first, and inform the administrators of FIBS that it is a bot. See
docs/bots.md.

Example:
   gammonlab bot bgammon://bgammon.org --name BOT_mine --match 7 --save records
   gammonlab bot fibs://fibs.com --name mine --password-file secret --max-match 9
   gammonlab bot bgammon://bgammon.org --name BOT_mine --level advanced`,
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "name", Usage: "login `NAME`; on bgammon it begins with BOT_"},
			&cli.StringFlag{Name: "password-file", Usage: "read the password from the first line of `FILE`"},
			cliutil.JSONFlag(bot.Summary{}),
			&cli.BoolFlag{Name: "verbose", Usage: "print every line sent and received, except passwords"},
		}, cliutil.Group("Matches",
			&cli.IntFlag{Name: "match", Value: 7, Usage: "length of the matches that the bot creates or invites to, `N` points"},
			&cli.IntFlag{Name: "max-match", Value: 15, Usage: "accept invitations to matches up to `N` points (FIBS)"},
			&cli.BoolFlag{Name: "unlimited", Usage: "also accept invitations to unlimited matches (FIBS)"},
			&cli.StringFlag{Name: "invite", Usage: "invite player `NAME` (FIBS)"},
			&cli.StringFlag{Name: "join", Usage: "join the matches of bot `NAME` (BOT_...) instead of creating matches (bgammon)"},
			&cli.StringFlag{Name: "private", Usage: "password `WORD` of the matches to create or join (bgammon)"},
			&cli.IntFlag{Name: "matches", Usage: "leave after `N` matches; 0 for never"},
			&cli.StringFlag{Name: "drop", Value: "server", Usage: "cost of a dropped double on bgammon, `RULE`: server (as the server counts) or standard (the cube before the double)"},
			&cli.DurationFlag{Name: "delay", Value: 500 * time.Millisecond, Usage: "minimum `TIME` before each answer"},
			&cli.DurationFlag{Name: "think", Value: maxThink, Usage: "maximum search `TIME`, up to 5s"},
			&cli.DurationFlag{Name: "grace", Value: 10 * time.Minute, Usage: "after a signal, time `TIME` to finish the match before leaving it"},
		), cliutil.Group("Records and analysis",
			&cli.StringFlag{Name: "save", Usage: "save a record of each match in `FOLDER`"},
			&cli.StringFlag{Name: "format", Value: "mat", Usage: "record `FORMAT`: mat or sgf"},
			&cli.StringFlag{Name: "hello", Usage: "greet each opponent with `TEXT` instead of a description of the bot"},
			&cli.BoolFlag{Name: "analyze", Value: true, Usage: "analyse the records and print statistics at the end"},
			&cli.IntFlag{Name: "judge", Value: playPlies, Usage: "search depth of the analysis, `N` plies"},
		), []cli.Flag{
			cliutil.METFlag(),
			cliutil.NoiseSeedFlag(),
		}, cliutil.StrengthFlags(playPlies, "variant"), cliutil.NoiseFlags()),
		Action: run,
	}
}
