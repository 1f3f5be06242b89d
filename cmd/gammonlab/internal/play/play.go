// Package play has the command play: a match or money session against a net.
package play

import (
	"path/filepath"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/table"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/evalbench"
)

// Command returns the command play.
func Command() *cli.Command {
	return &cli.Command{
		Name:  "play",
		Usage: "play against a net",
		Description: `Plays a money session against a net, or a match with the Crawford rule, with the
doubling cube, on a board of text. You have the X checkers and move from the
upper right to the lower right. Type help for what can be typed beside moves such
as 8/5 6/5: double, take, pass, resign, hint, undo and more.

Cube and score count in the net's choice of plays, in its doubles and answers and
in hints: they value what the net thinks of a position, with --plies N after
looking ahead, which itself goes by cubeless plays. With --cubeless and without
--match plays are chosen by the cubeless money equity. Where the databases of
endings know that it has lost, the net resigns.

A money session has the Jacoby rule, and a double may be answered by up to 3
beavers: one more by who was doubled, by who doubled, and so on.

The dice are those of the --seed by the generator of --rng, or of a file with --dice-file.
With --rng hand you enter every roll, such as 31, for a game on a board of wood; undo
then asks for the roll again. docs/dice.md describes the generators.

With --save, or after the command save FILE, the games are written after each of your
plays, the unfinished one too, in a form that gnubg loads (load match, import mat). With
--load a match that is not over goes on where it ended, or a session, with other dice;
you are the player called you, or else X, the second of a .mat file. A record that play
has written goes on in its file, another one in that of --save.

With --tutor 30 you are asked before a play or a cube action that loses more than 30
mEq (thousandths of normalised equity). stats prints error rates and luck; on a terminal
it comes by itself at the end of a match and when you leave a session.

On a terminal lines can be edited, and the arrow up brings back earlier ones. Ctrl-C,
Ctrl-D and quit ask before a game is left unfinished.

Example:
   gammonlab play
   gammonlab play --match 7 --plies 2 --save evening.sgf
   gammonlab play --load evening.sgf --tutor 30
   gammonlab play --match 5 --score 4-2 --met woolsey
   gammonlab play --rng hand
   gammonlab play --cubeless --model runs/first/model.safetensors --seed 7 --first you`,
		Flags:  flags(),
		Action: cliutil.NoArguments(play),
	}
}

// flags returns those of the command.
func flags() []cli.Flag {
	return append([]cli.Flag{
		cliutil.ModelFlag(), cliutil.BearoffFlag(), cliutil.VariantFlag("the model's"),
		&cli.IntFlag{Name: "match", Usage: "`POINTS` of the match, 0 for a money session"},
		&cli.StringFlag{Name: "score", Value: "0-0", Usage: "`SCORE` of you and the net at the beginning of a match"},
		&cli.BoolFlag{Name: "post-crawford", Usage: "at that score the Crawford game is over"},
		cliutil.METFlag(),
		&cli.BoolFlag{Name: "cubeless", Usage: "play without the doubling cube"},
		&cli.BoolFlag{Name: "jacoby", Value: true, Usage: "in money sessions gammons count only once the cube is turned"},
		&cli.IntFlag{Name: "max-beavers", Value: 3, Usage: "at most `N` beavers answer a double of a money session"},
		&cli.StringFlag{Name: "save", Usage: "write the games to `FILE`, .mat or .sgf"},
		&cli.StringFlag{Name: "load", Usage: "go on with the match or session in `FILE`, in any format of records"},
		&cli.Float64Flag{Name: "tutor", Usage: "ask before a decision that loses more than `mEq`, 0 for never"},
		&cli.Uint64Flag{Name: "seed", DefaultText: "another each time", Usage: "seed of the dice"},
		&cli.StringFlag{Name: "dice-file", Usage: "take the rolls from `FILE`, two digits each, instead of the seed"},
		rngFlag(),
		&cli.StringFlag{Name: "first", Value: "dice", Usage: "`WHO` begins each game: dice (the higher die), you or net"},
	}, cliutil.SearchFlags(true)...)
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
	dice, done, err := diceFromFlags(c)
	if err != nil {
		return err
	}
	defer done()
	at, r, err := newTable(c, variant, dice, first)
	if err != nil {
		return err
	}
	at.Adviser = advice.New(searcher, advice.Options{MET: met, NoCube: r.NoCube, Beavers: r.Beavers > 0})
	return newTalk(c, at, r, met).run(c.Context)
}

// newTalk returns the talk at a table.
func newTalk(c *cli.Context, at *table.Table, r *table.Rules, met *cube.MET) *talk {
	t := &talk{
		Table: at, rules: *r, met: met, file: fileOf(c, at), tutor: c.Float64("tutor") / 1000,
		in: newLines(c.App.Reader, c.App.Writer), out: c.App.Writer, asks: cliutil.IsTerminal(c.App.Reader),
	}
	if t.file == c.String("load") {
		t.kept = len(t.Deeds())
	}
	return t
}

// checkFlags refuses flags that make no sense, before anything is loaded.
func checkFlags(c *cli.Context) error {
	if limit := c.Float64("tutor"); !(limit >= 0) {
		return cliutil.Usagef("--tutor is %v, want 0 or more", limit)
	}
	if c.IsSet("load") {
		return checkSave(c.String("save"), &table.Rules{})
	}
	r, err := rulesFromFlags(c)
	if err != nil {
		return err
	}
	return checkSave(c.String("save"), &r)
}

// rulesFromFlags returns what is played for, but for the variant.
func rulesFromFlags(c *cli.Context) (table.Rules, error) {
	r := table.Rules{
		Rules:        game.Rules{Length: c.Int("match"), NoCube: c.Bool("cubeless"), Beavers: c.Int("max-beavers")},
		PostCrawford: c.Bool("post-crawford"),
	}
	r.Jacoby = c.Bool("jacoby") && !r.NoCube // or gammons would never count
	if r.Length < 0 || r.Length > board.MaxMatchLength {
		return r, cliutil.Usagef("--match is %d, want 0 (a money session) to %d", r.Length, board.MaxMatchLength)
	}
	for _, refused := range []struct {
		when  bool
		why   string
		flags []string
	}{
		{r.Length == 0, "without --match", []string{"score", "post-crawford", "met"}},
		{r.Length > 0, "in a match", []string{"jacoby", "max-beavers"}},
		{r.NoCube, "with --cubeless", []string{"jacoby", "max-beavers", "post-crawford"}},
	} {
		for _, name := range refused.flags {
			if refused.when && c.IsSet(name) {
				return r, cliutil.Usagef("--%s means nothing %s", name, refused.why)
			}
		}
	}
	if r.Beavers < 0 || r.Beavers > evalbench.MaxBeavers {
		return r, cliutil.Usagef("--max-beavers is %d, want 0 to %d", r.Beavers, evalbench.MaxBeavers)
	}
	return r, startAt(c, &r)
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

// checkSave refuses a file that cannot be saved to, before anything is played.
func checkSave(path string, r *table.Rules) error {
	if path == "" {
		return nil
	}
	if _, err := table.RecordWriter(path); err != nil {
		return cliutil.Usagef("--save: %w", err)
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
