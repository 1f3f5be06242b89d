// Package bot has the command bot, which plays on servers.
package bot

import (
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/bot"
	"gammonlab/engine/named"
	"gammonlab/internal/setting"
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
		Flags:  slices.Concat(slices.Insert(cliutil.FlagsOf(new(settings)), 2, cliutil.JSONFlag(bot.Summary{})), cliutil.StrengthFlags(playPlies, "variant")),
		Action: run,
	}
}

// settings are those of the bot, besides its net.
type settings struct {
	Name                string `json:"name" help:"login <NAME>; on bgammon it begins with BOT_"`
	PasswordFile        string `json:"password_file" help:"read the password from the first line of <FILE>"`
	Verbose             bool   `json:"verbose" help:"print every line sent and received, except passwords"`
	matches             `group:"Matches"`
	records             `group:"Records and analysis"`
	MET                 named.MET `json:"met" group:"Rules, cube and score"`
	cliutil.SeededNoise `group:"Strength"`

	has func(setting.Name) bool // reports whether a setting is given
}

// matches say which matches the bot plays, and at which pace.
type matches struct {
	Length    int          `json:"match" default:"7" help:"length of the matches that the bot creates or invites to, <N> points"`
	MaxLength int          `json:"max_match" default:"15" help:"accept invitations to matches up to <N> points (FIBS)"`
	Unlimited bool         `json:"unlimited" help:"also accept invitations to unlimited matches (FIBS)"`
	Invite    string       `json:"invite" help:"invite player <NAME> (FIBS)"`
	Join      string       `json:"join" help:"join the matches of bot <NAME> (BOT_...) instead of creating matches (bgammon)"`
	Private   string       `json:"private" help:"password <WORD> of the matches to create or join (bgammon)"`
	Matches   int          `json:"matches" help:"leave after <N> matches; 0 for never"`
	Drop      string       `json:"drop" default:"server" help:"cost of a dropped double on bgammon, <RULE>: server (as the server counts) or standard (the cube before the double)"`
	Delay     cliutil.Span `json:"delay" default:"500ms" help:"minimum <TIME> before each answer"`
	Think     cliutil.Span `json:"think" default:"5s" help:"maximum search <TIME>, up to 5s"`
	Grace     cliutil.Span `json:"grace" default:"10m0s" help:"after a signal, time <TIME> to finish the match before leaving it"`
}

// records say what is kept of matches.
type records struct {
	Save    string `json:"save" help:"save a record of each match in <FOLDER>"`
	Format  string `json:"format" default:"mat" help:"record <FORMAT>: mat or sgf"`
	Hello   string `json:"hello" help:"greet each opponent with <TEXT> instead of a description of the bot"`
	Analyze bool   `json:"analyze" default:"true" help:"analyse the records and print statistics at the end"`
	Judge   int    `json:"judge" default:"2" help:"search depth of the analysis, <N> plies"`
}
