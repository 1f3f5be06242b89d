package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"gammonlab/board"
)

// talk is the conversation at the table: it asks, obeys and tells.
type talk struct {
	*table
	first board.Player // begins every game; Nobody for the higher die
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
		if err = t.advance(); err != nil {
			break
		}
		var line string
		if line, err = t.ask(ctx); err == nil {
			err = t.obey(line)
		}
	}
	if errors.Is(err, errLeave) || errors.Is(err, io.EOF) {
		if !t.over() { // or else it was said
			t.sayScore()
		}
		return nil
	}
	return err
}

func (t *talk) sayf(format string, args ...any) { fmt.Fprintf(t.out, format, args...) }

// newGame sets the checkers up and says who begins.
func (t *talk) newGame() error {
	if err := t.begin(t.first); err != nil {
		return err
	}
	t.fresh = true
	begins := "the net begins"
	if t.onRoll == theUser {
		begins = "you begin"
	}
	t.sayf("\nGame %d: ", t.games+1)
	if t.first == board.Nobody {
		t.sayf("you throw %d, the net %d; ", t.roll[0], t.roll[1])
	}
	t.sayf("%s.\n", begins)
	return nil
}

// advance plays up to the user's next decision, or the end of the game, and
// shows it.
func (t *talk) advance() error {
	for {
		done, err := t.next()
		if err != nil {
			return err
		}
		if done == nil {
			break
		}
		t.sayTurn(done)
	}
	if !t.fresh {
		return nil
	}
	t.fresh = false
	t.sayf("\n%v\n", t.diagram())
	if t.over() {
		t.sayResult()
	}
	return nil
}

// sayTurn says what a player did without being asked.
func (t *talk) sayTurn(done *turn) {
	who, rolls, can := "The net", "rolls", "cannot"
	if done.by == theUser {
		who, rolls = "You", "roll"
	}
	switch {
	case done.play == "":
		t.sayf("%s %s %v and %s move.\n", who, rolls, done.roll, can)
	case done.by == theUser:
		t.sayf("%s %s %v: %s, the only play.\n", who, rolls, done.roll, done.play)
	default:
		t.sayf("%s %s %v: %s\n", who, rolls, done.roll, done.play)
	}
}

// sayResult says how the game ended.
func (t *talk) sayResult() {
	who, points := "You win", t.result
	if points < 0 {
		who, points = "The net wins", -points
	}
	kind := map[board.Result]string{1: "a single game, 1 point", 2: "a gammon, 2 points", 3: "a backgammon, 3 points"}[points]
	t.sayf("%s %s.\n", who, kind)
	t.sayScore()
}

// sayScore says what was won so far.
func (t *talk) sayScore() {
	if t.games > 0 {
		t.sayf("Score after %d: you %d, the net %d.\n", t.games, t.score[theUser], t.score[theNet])
	}
}

// ask prompts for a line and returns it without blanks around.
func (t *talk) ask(ctx context.Context) (string, error) {
	if t.over() {
		t.sayf("Another game (new, quit)? ")
	} else {
		t.sayf("Your %v: ", t.roll)
	}
	type answer struct {
		text string
		err  error
	}
	answers := make(chan answer, 1)
	go func() { // reading cannot be interrupted, waiting can
		line, err := t.in.ReadSlice('\n')
		answers <- answer{string(line), err}
	}()
	var a answer
	select {
	case <-ctx.Done():
		t.sayf("\n")
		return "", errInterrupted
	case a = <-answers:
	}
	text := strings.TrimSpace(a.text)
	switch {
	case errors.Is(a.err, bufio.ErrBufferFull):
		return "", fmt.Errorf("standard input: a line is longer than %d bytes", t.in.Size())
	case a.err != nil && (text == "" || a.err != io.EOF):
		t.sayf("\n")
		return "", a.err
	case t.echo:
		t.sayf("%s\n", text)
	}
	return text, nil
}

// talkHelp is what help prints.
const talkHelp = `Write a move as 8/5 6/5, 24/18*/15, 13/7(2), bar/22 or 6/off; the order does
not matter and hits need no mark. Forced plays are made for you.
  hint            the best plays, as the net sees them
  undo            take back your last choice and what followed; the dice stay
  board           draw the board again
  resign [KIND]   give up the game: single (if not said), gammon or backgammon
  new             begin another game; an unfinished one does not count
  quit            leave
`

// hintPlays is how many plays a hint shows.
const hintPlays = 5

// obey does what the user has typed. Mistakes are answered; an error ends the
// talk.
func (t *talk) obey(line string) error {
	word, rest, _ := strings.Cut(strings.ToLower(line), " ")
	switch word {
	case "":
	case "help", "?":
		t.sayf(talkHelp)
	case "board":
		t.fresh = true
	case "new":
		return t.newGame()
	case "quit", "q", "exit":
		return errLeave
	case "undo":
		if t.fresh = t.undo(); !t.fresh {
			t.sayf("There is nothing to take back.\n")
		}
	default:
		if t.over() {
			t.sayf("The game is over: type new for another, or quit.\n")
			return nil
		}
		t.obeyInGame(word, strings.TrimSpace(rest), line)
	}
	return nil
}

// obeyInGame does what only makes sense when the user has a play to choose.
func (t *talk) obeyInGame(word, rest, line string) {
	switch {
	case word == "hint":
		t.sayf("%s", t.advice(hintPlays).table())
	case word == "resign":
		t.giveUp(rest)
	case !strings.Contains(line, "/"):
		t.sayf("I do not know %q: type help for what I know.\n", line)
	default:
		if err := t.move(line); err != nil {
			if reason := errors.Unwrap(err); reason != nil {
				err = reason // without the play and the dice, which stand a line above
			}
			t.sayf("Not legal: %v.\n", err)
			return
		}
		t.fresh = true
	}
}

// giveUp resigns the game as the kind that is named.
func (t *talk) giveUp(kind string) {
	points, ok := map[string]board.Result{"": 1, "single": 1, "gammon": 2, "backgammon": 3}[kind]
	if !ok {
		t.sayf("There is no resigning a %q: say single, gammon or backgammon.\n", kind)
		return
	}
	if err := t.resign(points); err != nil {
		t.sayf("%v\n", err)
		return
	}
	t.fresh = true
}
