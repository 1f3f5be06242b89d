package play

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/table"
)

// talk is the conversation at the table: it asks, obeys and tells.
type talk struct {
	*table.Table
	file  string // that the games are saved to, "" for none
	in    *bufio.Reader
	out   io.Writer
	echo  bool // print what is read, so that the record of a script can be read
	fresh bool // the user has yet to see the board
}

// errLeave ends the talk.
var errLeave = errors.New("leave the table")

// run talks until the user leaves, there is no more input or ctx is cancelled.
func (t *talk) run(ctx context.Context) error {
	t.sayf("You have the X checkers and move from the upper right to the lower right.\nType help for help.\n")
	err := t.newGame()
	for err == nil {
		if err = t.advance(ctx); err != nil {
			break
		}
		var line string
		if line, err = t.ask(); err == nil {
			err = t.obey(ctx, line)
		}
	}
	if errors.Is(err, errLeave) || errors.Is(err, io.EOF) {
		err = nil
		if !t.Over() { // or else it was said
			t.sayScore()
		}
	}
	if ctx.Err() != nil {
		err = cliutil.ErrInterrupted
	}
	return errors.Join(err, t.keep())
}

func (t *talk) sayf(format string, args ...any) { fmt.Fprintf(t.out, format, args...) }

// keep writes the file, if there is to be one and something has been played.
func (t *talk) keep() error {
	if t.file == "" || len(t.Played().Games) == 0 {
		return nil
	}
	return t.Save(t.file)
}

// newGame sets the checkers up and says who begins.
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
	return nil
}

// advance plays up to the user's next decision, or the end of the game, and
// shows it.
func (t *talk) advance(ctx context.Context) error {
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
	t.sayf("\n%v\n", t.Diagram())
	if !t.Over() {
		return nil
	}
	t.sayResult()
	if err := t.keep(); err != nil {
		t.sayf("The games could not be saved: %v\n", err)
	}
	return nil
}

// ask prompts for a line and returns it without blanks around.
func (t *talk) ask() (string, error) {
	t.sayf("%s ", t.question())
	line, err := t.in.ReadSlice('\n')
	text := strings.TrimSpace(string(line))
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return "", fmt.Errorf("standard input: a line is longer than %d bytes", t.in.Size())
	case err != nil && (text == "" || err != io.EOF):
		t.sayf("\n")
		return "", err
	case t.echo:
		t.sayf("%s\n", text)
	}
	return text, nil
}

// question is what the user has to decide.
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
