package play

import (
	"context"
	"errors"
	"fmt"
	"io"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/table"
	"gammonlab/engine/named"
)

// talk is the dialogue at a table: it asks, performs commands and prints.
type talk struct {
	*table.Table
	rules table.Rules
	in    lineReader
	out   io.Writer
	fresh bool    // the board must be shown to the user
	asks  bool    // the input is a terminal: ask before a game is dropped
	tutor float64 // warn about decisions that cost more than this normalised equity; 0 for never
	met   named.MET

	rivalSeed uint64 // of the opponent's errors

	file      string // file of the games, "" for none
	kept      int    // number of deeds when the file was last written
	keepError string // last printed error of keep
}

// errLeave ends the talk.
var errLeave = errors.New("leave the table")

// run talks until the user leaves, there is no more input or ctx is cancelled.
func (t *talk) run(ctx context.Context) error {
	t.sayf("You have the X checkers and move from the upper right to the lower right.\nType help for help.\n")
	err := t.begin()
	for err == nil {
		if err = t.advance(ctx); err != nil {
			break
		}
		if err = t.turn(ctx); err == io.EOF || errors.Is(err, errCtrlC) {
			err = t.leave()
		}
	}
	err = t.end(ctx, err)
	if ctx.Err() != nil {
		err = cliutil.ErrInterrupted
	}
	err = errors.Join(err, t.keep())
	t.sayWhere()
	return err
}

// turn asks for a line and obeys it.
func (t *talk) turn(ctx context.Context) error {
	line, err := t.in.Line(t.question())
	if err != nil {
		return err
	}
	return t.obey(ctx, line)
}

// end prints the state at the end of the talk, and returns its error, if there is one.
func (t *talk) end(ctx context.Context, err error) error {
	if !errors.Is(err, errLeave) {
		return err
	}
	if !t.Over() { // otherwise it was printed already
		t.sayScore()
	}
	if t.asks && t.Length == 0 && t.Finished > 0 && ctx.Err() == nil {
		return t.statistics(ctx)
	}
	return nil
}

// begin begins the first game, unless the talk resumes a game.
func (t *talk) begin() error {
	t.fresh = true
	if len(t.Deeds()) > 0 {
		t.sayScore()
		return nil
	}
	return t.newGame()
}

func (t *talk) sayf(format string, args ...any) { fmt.Fprintf(t.out, format, args...) }

// newGame begins a game and prints who begins.
func (t *talk) newGame() error {
	if err := t.Do(table.Deed{Kind: table.Begin}); err != nil {
		return err
	}
	t.fresh = true
	begins := "the net begins"
	switch {
	case t.ByHand() && t.Thrown:
		t.sayf("\nGame %d: the higher die begins.\n", t.Finished+1)
		return nil
	case t.Match.Roller == table.User:
		begins = "you begin"
	}
	t.sayf("\nGame %d: ", t.Finished+1)
	if t.Thrown {
		t.sayf("you throw %d, the net %d; ", t.Match.Dice[0], t.Match.Dice[1])
	}
	t.sayf("%s.\n", begins)
	t.sayAutoDoubles()
	return nil
}

// advance plays up to the user's next decision, or the end of the game, and
// shows it.
func (t *talk) advance(ctx context.Context) error {
	t.seedRival()
	for {
		done, err := t.Next(ctx)
		if err != nil {
			return err
		}
		if done == nil {
			break
		}
		t.sayTurn(done)
		t.fresh = true
	}
	if !t.fresh {
		return nil
	}
	t.fresh = false
	t.keepOn()
	t.sayBoard()
	if !t.Over() {
		t.sayPips()
		return nil
	}
	t.sayResult()
	if t.asks && t.MatchOver() {
		return t.statistics(ctx)
	}
	return nil
}

// question returns the user's decision as a question.
func (t *talk) question() string {
	switch t.Decision() {
	case table.WhetherToDouble:
		if t.ByHand() {
			return "Your dice, or double?"
		}
		return "Roll or double?"
	case table.WhichDice:
		return t.whichDice()
	case table.WhetherToTake:
		if t.MayBeaver() == nil {
			return fmt.Sprintf("Take the cube at %d, pass or beaver?", 2*t.Match.Cube)
		}
		return fmt.Sprintf("Take the cube at %d or pass?", 2*t.Match.Cube)
	case table.WhetherToAccept:
		return "Accept or reject?"
	case table.WhetherToGoOn:
		switch {
		case t.MatchOver():
			return "The match is over (undo, quit)?"
		case t.Length > 0:
			return "Next game (new, quit)?"
		}
		return "Another game (new, quit)?"
	}
	return fmt.Sprintf("Your %v:", t.Match.Dice)
}
