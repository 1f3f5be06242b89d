package play

import (
	"context"
	"errors"
	"strings"

	"gammonlab/board/record"
)

// talkHelp is what help prints.
const talkHelp = `Write a move as 8/5 6/5, 24/18*/15, 13/7(2), bar/22 or 6/off; the order does
not matter and hits need no mark. Forced plays are made for you.
  roll            throw the dice; so does an empty line when you may double
  double          offer twice the cube, before the dice
  take, pass      answer a double; pass is also called drop
  beaver          take and double at once; money sessions only
  resign [KIND]   give up the game: single (if not said), gammon or backgammon
  accept, reject  answer the net when it resigns
  hint            what the net thinks: the best plays, or about the double
  score           the score
  undo            take back your last choice and what followed; the dice stay
  board           draw the board again
  new             begin the next game; an unfinished one of a session does not
                  count, one of a match cannot be left
  quit            leave
`

// otherNames are other words for commands.
var otherNames = map[string]string{
	"?": "help", "q": "quit", "exit": "quit", "r": "roll", "redouble": "double", "drop": "pass",
	"raccoon": "beaver", "agree": "accept", "decline": "reject",
}

// obey does what the user has typed. Mistakes are answered; an error ends the
// talk.
func (t *talk) obey(ctx context.Context, line string) error {
	word, rest, _ := strings.Cut(strings.ToLower(line), " ")
	if name := otherNames[word]; name != "" {
		word = name
	}
	switch word {
	case "":
		if t.decision() == whetherToDouble {
			return t.roll()
		}
	case "help":
		t.sayf(talkHelp)
	case "board":
		t.fresh = true
	case "score":
		t.sayf("%s\n", t.scoreText())
	case "new":
		return t.another()
	case "quit":
		return errLeave
	case "undo":
		if t.fresh = t.undo(); !t.fresh {
			t.sayf("There is nothing to take back.\n")
		}
	default:
		return t.obeyInGame(ctx, word, strings.TrimSpace(rest), line)
	}
	return nil
}

// another begins another game if that can be.
func (t *talk) another() error {
	switch {
	case t.MatchOver():
		t.sayf("The match is over: quit, or take something back.\n")
	case t.Length > 0 && !t.Over():
		t.sayf("A game of a match is played to its end: resign gives it up, quit leaves.\n")
	default:
		return t.newGame()
	}
	return nil
}

// obeyInGame does what only makes sense while a game goes on.
func (t *talk) obeyInGame(ctx context.Context, word, rest, line string) error {
	d := t.decision()
	switch {
	case d == whetherToGoOn && t.MatchOver():
		t.sayf("The match is over: quit, or take something back.\n")
	case d == whetherToGoOn:
		t.sayf("The game is over: type new for another, or quit.\n")
	case word == "hint":
		return t.hint(ctx)
	case word == "resign":
		return t.giveUpAs(ctx, rest)
	case word == "roll":
		if d == whetherToDouble {
			return t.roll()
		}
		t.sayf("%s\n", t.waits())
	case word == "double":
		t.offer()
	case word == "take" || word == "pass" || word == "beaver":
		t.answerAs(word)
	case word == "accept" || word == "reject":
		t.acceptOr(word == "accept")
	case !strings.Contains(line, "/"):
		t.sayf("I do not know %q: type help for what I know.\n", line)
	case d != whatToPlay:
		t.sayf("%s\n", t.waits())
	default:
		t.playAs(line)
	}
	return nil
}

// waits says what is to be done first.
func (t *talk) waits() string {
	switch t.decision() {
	case whetherToDouble:
		return "The dice are not thrown: roll or double."
	case whetherToTake:
		return "Answer the double first: take or pass."
	case whetherToAccept:
		return "Answer the net first: accept or reject."
	}
	return "The dice are thrown: it is for you to move."
}

// playAs makes the play that is written.
func (t *talk) playAs(line string) {
	if err := t.move(line); err != nil {
		if reason := errors.Unwrap(err); reason != nil {
			err = reason // without the play and the dice, which stand a line above
		}
		t.sayf("Not legal: %v.\n", err)
		return
	}
	t.fresh = true
}

// offer doubles for the user.
func (t *talk) offer() {
	if d := t.decision(); d == whetherToTake || d == whetherToAccept {
		t.sayf("%s\n", t.waits())
		return
	}
	if err := t.MayDouble(); err != nil {
		t.sayf("You cannot double: %v.\n", err)
		return
	}
	t.choose()
	t.double()
	t.fresh = true
}

// answerAs answers a double.
func (t *talk) answerAs(word string) {
	if t.decision() != whetherToTake {
		t.sayf("There is no double to answer.\n")
		return
	}
	kind := map[string]record.Kind{"take": record.Take, "pass": record.Drop, "beaver": record.Beaver}[word]
	if kind == record.Beaver {
		if err := t.MayBeaver(); err != nil {
			t.sayf("You cannot beaver: %v.\n", err)
			return
		}
	}
	t.choose()
	t.answer(kind)
	t.fresh = true
}

// acceptOr answers a resignation of the net.
func (t *talk) acceptOr(accept bool) {
	switch {
	case t.decision() != whetherToAccept:
		t.sayf("The net does not resign.\n")
		return
	case accept:
		t.accept()
	default:
		t.decline()
	}
	t.fresh = true
}

// giveUpAs resigns the game as the kind that is named.
func (t *talk) giveUpAs(ctx context.Context, name string) error {
	kind, ok := map[string]int{"": 1, "single": 1, "gammon": 2, "backgammon": 3}[name]
	d := t.decision()
	switch {
	case !ok:
		t.sayf("There is no resigning a %q: say single, gammon or backgammon.\n", name)
		return nil
	case d == whetherToTake || d == whetherToAccept:
		t.sayf("%s\n", t.waits())
		return nil
	}
	err := t.resign(ctx, kind)
	if errors.Is(err, errPlaysOn) {
		t.sayf("%v\n", err)
		return nil
	}
	t.fresh = err == nil
	return err
}
