// Package play has the command play: a match or money session against a net.
package play

import (
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/table"
	"gammonlab/engine/advice"
	"gammonlab/engine/named"
	"gammonlab/engine/rollers"
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
	return slices.Concat(cliutil.StrengthFlags(0), cliutil.FlagsOf(new(settings)))
}

// play runs the command.
func play(c *cli.Context) error {
	s := new(settings)
	if err := cliutil.ReadSettings(c, s, nil); err != nil {
		return err
	}
	if s.Load == "" { // before anything is loaded
		if _, err := s.rules(cliutil.VariantOr(c, board.Backgammon)); err != nil {
			return cliutil.Usage(err)
		}
	}
	if err := cliutil.Opened(named.Open(s, cliutil.Opener(c))); err != nil {
		return err
	}
	searcher, variant, err := cliutil.SearcherFromFlags(c)
	if err != nil {
		return err
	}
	dice, done, err := s.dice(c.App.Writer)
	if err != nil {
		return err
	}
	defer done()
	at, r, err := s.table(c, variant, dice)
	if err != nil {
		return err
	}
	at.BearOff = s.BearOff
	at.Adviser = advice.New(searcher, advice.Options{MET: s.MET.Table, NoCube: r.NoCube, Beavers: r.Beavers > 0, Roller: rollers.Roller{}})
	t := s.newTalk(c, at, r)
	t.sit(s)
	return t.run(c.Context)
}

// newTalk returns a talk at a table.
func (s *settings) newTalk(c *cli.Context, at *table.Table, r *table.Rules) *talk {
	t := &talk{
		Table: at, rules: *r, met: s.MET, file: s.file(at), tutor: float64(s.Tutor),
		in: newLines(c.App.Reader, c.App.Writer), out: c.App.Writer, asks: cliutil.IsTerminal(c.App.Reader),
	}
	if t.file == s.Load {
		t.kept = len(t.Deeds())
	}
	return t
}
