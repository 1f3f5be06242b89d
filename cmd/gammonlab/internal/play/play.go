// Package play has the command play: a match or money session against a net.
package play

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/table"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
)

// Command returns the command play.
func Command() *cli.Command {
	return &cli.Command{
		Name:  "play",
		Usage: "play against a net",
		Description: `Plays a money session or a match against a net on a text board, with the doubling cube and,
in matches, the Crawford rule. You play the X checkers, from the upper right to the lower
right. Enter plays such as 8/5 6/5, or commands: double, take, pass, resign, hint, undo and
more; help lists them.

The net chooses plays and cube actions by cubeful equity at the score, after a search of
--plies N; the search itself chooses plays by cubeless equity. With --cubeless and without
--match it chooses plays by cubeless money equity. The net resigns positions that are lost
by the bear-off databases.

Money sessions have the Jacoby rule and up to 3 beavers after a double, by the two players in
turn. With --auto-doubles N, equal dice in the first throw of a game double the cube, up to N
times; it stays in the middle.

--position begins the first game at a position: ID is a position ID, or one with the cube, the
dice and the score, such as an XGID. The side with the X checkers is yours. Without a score in
ID, --match and the other flags count.

The dice come from --seed and the generator --rng, or from --dice-file. With --rng hand you
enter every roll, such as 31, to play along on a real board; undo then requests the roll
again. docs/dice.md describes the generators.

--save, or the command save FILE, writes the games after each of your plays, including the
unfinished one, in a format that gnubg reads (load match, import mat). --load resumes an
unfinished match or session with different dice. You are the player called you, else X, the
second player of a .mat file. A record of this command is continued in its own file, any
other record in the file of --save.

` + cliutil.LevelUsage + `
Hints, the tutor and luck are those of the net without noise. --opponent pubeval plays against
Tesauro's public benchmark player, which ignores the cube: it never doubles and takes every double.

--tutor 30mEq asks for confirmation before a play or cube action that costs more than 30 mEq
(thousandths of normalised equity). The command stats prints error rates and luck; on a
terminal they are printed at the end of a match and of a session.

On a terminal, lines can be edited, and the up arrow recalls earlier lines. Ctrl-C, Ctrl-D
and quit ask for confirmation before they leave a game unfinished.

Example:
   gammonlab play
   gammonlab play --match 7 --plies 2 --save evening.sgf
   gammonlab play --load evening.sgf --tutor 30mEq
   gammonlab play --match 5 --score 4-2 --met woolsey
   gammonlab play --level intermediate --tutor 50mEq
   gammonlab play --opponent pubeval
   gammonlab play --rng hand
   gammonlab play --position XGID=-b----E-C---eE---c-e----B-:1:1:1:00:3:2:0:7:10
   gammonlab play --cubeless --model runs/first/model.safetensors --seed 7 --first you`,
		Flags:  flags(),
		Action: cliutil.NoArguments(play),
	}
}

// flags returns the flags of the command.
func flags() []cli.Flag {
	return slices.Concat(cliutil.StrengthFlags(0), opponentFlags(), cliutil.Group(cliutil.RulesGroup,
		&cli.IntFlag{Name: "match", Usage: "match to `N` points; 0 for a money session"},
		&cli.StringFlag{Name: "score", Value: "0-0", Usage: "`SCORE` at the start of the match: you, then the net"},
		&cli.BoolFlag{Name: "post-crawford", Usage: "the Crawford game was played before this score"},
		cliutil.METFlag(),
		&cli.StringFlag{Name: "position", Usage: "begin the first game at position `ID`, with its cube, dice and score"},
		&cli.BoolFlag{Name: "cubeless", Usage: "play without the doubling cube"},
		&cli.BoolFlag{Name: "jacoby", Value: true, Usage: "Jacoby rule in money games: gammons count only after a double"},
		&cli.IntFlag{Name: "auto-doubles", Usage: "in a money session, equal dice in the first throw double the cube, at most `N` times a game"},
		&cli.IntFlag{Name: "max-beavers", Value: 3, Usage: "maximum number `N` of beavers after a double in a money session"},
	), []cli.Flag{
		&cli.BoolFlag{Name: "auto-bearoff", Usage: "bear off for you where every die bears off a checker"},
		&cli.StringFlag{Name: "save", Usage: "save the games in `FILE`, .mat or .sgf"},
		&cli.StringFlag{Name: "load", Usage: "resume the match or session in record `FILE`"},
		cliutil.EquityFlag("tutor", 0, "ask before a decision that costs more than `EQUITY`; 0 for never"),
	}, cliutil.Group("Dice",
		&cli.Uint64Flag{Name: "seed", DefaultText: "another each time", Usage: "random seed `N` of the dice"},
		&cli.StringFlag{Name: "dice-file", Usage: "read the rolls from `FILE`, two digits each, instead of --seed"},
		rngFlag(),
		&cli.StringFlag{Name: "first", Value: "dice", Usage: "starting player of each game, `WHO`: dice (the higher die), you or net"},
	))
}

// play runs the command.
func play(c *cli.Context) error {
	first, err := firstPlayer(c.String("first"))
	if err != nil {
		return err
	}
	if err := checkFlags(c); err != nil {
		return err
	}
	met, err := cube.FindMET(c.String("met"))
	if err != nil {
		return err
	}
	searcher, variant, err := cliutil.SearcherFromFlags(c)
	if err != nil {
		return err
	}
	rival, err := rivalFromFlags(c)
	if err != nil {
		return err
	}
	dice, done, err := diceFromFlags(c)
	if err != nil {
		return err
	}
	defer done()
	at, r, err := newTable(c, variant, dice, first)
	if err != nil {
		return err
	}
	at.BearOff = c.Bool("auto-bearoff")
	at.Adviser = advice.New(searcher, advice.Options{MET: met, NoCube: r.NoCube, Beavers: r.Beavers > 0})
	t := newTalk(c, at, r, met)
	t.sit(rival)
	return t.run(c.Context)
}

// newTalk returns a talk at a table.
func newTalk(c *cli.Context, at *table.Table, r *table.Rules, met *cube.MET) *talk {
	t := &talk{
		Table: at, rules: *r, met: met, file: fileOf(c, at), tutor: cliutil.Equity(c, "tutor"),
		in: newLines(c.App.Reader, c.App.Writer), out: c.App.Writer, asks: cliutil.IsTerminal(c.App.Reader),
	}
	if t.file == c.String("load") {
		t.kept = len(t.Deeds())
	}
	return t
}

// checkFlags returns an error for flags that exclude each other. It runs before anything
// is loaded.
func checkFlags(c *cli.Context) error {
	if cliutil.Equity(c, "tutor") < 0 {
		return cliutil.Usagef("--tutor is %s, want 0 or more", c.String("tutor"))
	}
	if c.IsSet("load") {
		return checkSave(c.String("save"), &table.Rules{})
	}
	r, err := rulesFromFlags(c, cliutil.VariantOr(c, board.Backgammon))
	if err != nil {
		return err
	}
	return checkSave(c.String("save"), &r)
}

// rulesFromFlags returns the rules of the flags.
func rulesFromFlags(c *cli.Context, variant board.Variant) (table.Rules, error) {
	r := table.Rules{
		Rules:        game.Rules{Variant: variant, Length: c.Int("match"), NoCube: c.Bool("cubeless"), Beavers: c.Int("max-beavers"), AutoDoubles: c.Int("auto-doubles")},
		PostCrawford: c.Bool("post-crawford"),
	}
	r.Jacoby = c.Bool("jacoby") && !r.NoCube // otherwise gammons would never count
	scored, err := placeFromFlags(c, &r)
	if err != nil {
		return r, err
	}
	if r.Length < 0 || r.Length > board.MaxMatchLength {
		return r, cliutil.Usagef("--match is %d, want 0 (a money session) to %d", r.Length, board.MaxMatchLength)
	}
	for _, refused := range []struct {
		when  bool
		why   string
		flags []string
	}{
		{r.Length == 0, "without --match", []string{"score", "post-crawford", "met"}},
		{r.Length > 0, "in a match", []string{"jacoby", "max-beavers", "auto-doubles"}},
		{r.NoCube, "with --cubeless", []string{"jacoby", "max-beavers", "auto-doubles", "post-crawford"}},
	} {
		for _, name := range refused.flags {
			if refused.when && c.IsSet(name) {
				return r, cliutil.Usagef("--%s has no effect %s", name, refused.why)
			}
		}
	}
	if r.Beavers < 0 || r.Beavers > game.MaxBeavers {
		return r, cliutil.Usagef("--max-beavers is %d, want 0 to %d", r.Beavers, game.MaxBeavers)
	}
	if err := checkAutoDoubles(c); err != nil {
		return r, err
	}
	if scored {
		return r, nil
	}
	return r, startAt(c, &r)
}

// checkAutoDoubles returns an error for an impossible number of automatic doubles.
func checkAutoDoubles(c *cli.Context) error {
	if n := c.Int("auto-doubles"); n < 0 || n > game.MaxAutoDoubles {
		return cliutil.Usagef("--auto-doubles is %d, want 0 to %d", n, game.MaxAutoDoubles)
	}
	return nil
}

// startAt sets the score at the beginning.
func startAt(c *cli.Context, r *table.Rules) error {
	user, net, err := cliutil.TwoNumbers(c, "score", "-", strconv.Atoi)
	if err != nil {
		return err
	}
	r.Score = [2]int{table.User: user, table.Net: net}
	if r.Length > 0 && (min(user, net) < 0 || max(user, net) >= r.Length) {
		return cliutil.Usagef("--score is %d-%d, want less than the %d points of the match", user, net, r.Length)
	}
	if r.PostCrawford && !game.OneAway(r.Length, r.Score) {
		return cliutil.Usagef("--post-crawford at %d-%d to %d: exactly one side must need one point", user, net, r.Length)
	}
	return nil
}

// checkSave returns an error for a file that cannot be written. It runs before the game.
func checkSave(path string, r *table.Rules) error {
	if path == "" {
		return nil
	}
	if _, err := table.RecordWriter(path); err != nil {
		return cliutil.Usagef("--save: %w", err)
	}
	if r.Start != nil && strings.EqualFold(filepath.Ext(path), ".mat") {
		return cliutil.Usagef("--save: a .mat file cannot hold the position of --position, choose .sgf")
	}
	if r.PostCrawford && strings.EqualFold(filepath.Ext(path), ".mat") {
		return cliutil.Usagef("--save: a .mat file cannot say that the Crawford game is over, choose .sgf")
	}
	return nil
}

// firstPlayer reads the flag of the same name.
func firstPlayer(text string) (board.Player, error) {
	switch text {
	case "dice":
		return board.Nobody, nil
	case "you":
		return table.User, nil
	case "net":
		return table.Net, nil
	}
	return board.Nobody, cliutil.Usagef("--first is %q, want dice, you or net", text)
}
