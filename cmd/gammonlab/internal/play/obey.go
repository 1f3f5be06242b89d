package play

import (
	"context"
	"strings"

	"gammonlab/board"
	"gammonlab/desk/table"
)

// talkHelp is the text of the command help.
const talkHelp = `Enter a play as 8/5 6/5, 24/18*/15, 13/7(2), bar/22 or 6/off, in any order, or with hyphens or
blanks for the slashes: 8-5 6-5, 8 5 6 5. Hits need no mark. Forced plays are made automatically.
  r, roll         roll the dice, also with an empty line when you may double
  31              with --rng hand: the dice are 3 and 1
  d, double       double, before the roll
  t, take         accept a double
  p, pass         refuse a double (also: drop)
  beaver          take and double at once; money sessions only
  resign [KIND]   resign the game: single (default), gammon or backgammon
  a, accept       accept the net's resignation
  reject          refuse the net's resignation
  h, hint         the net's evaluation: best plays, or cube action
  =2              make play 2 of the hint
  s, score        print the score
  u, undo         undo your last choice and everything after it; the dice stay
  b, board        print the board
  n, new          start the next game; an unfinished game of a session does not
                  count, and one of a match cannot be left
  stats           print error rates and luck
  save FILE       save the games in FILE, .mat or .sgf, from now on
  q, quit         leave
`

// otherNames are alternative names of commands.
var otherNames = map[string]string{
	"?": "help", "q": "quit", "exit": "quit", "r": "roll", "redouble": "double", "drop": "pass",
	"raccoon": "beaver", "agree": "accept", "decline": "reject",
	"d": "double", "t": "take", "p": "pass", "a": "accept", "h": "hint", "s": "score", "u": "undo", "b": "board", "n": "new",
}

// obey performs a line of input. It reports invalid input; an error ends the talk.
func (t *talk) obey(ctx context.Context, line string) error {
	word, rest, _ := strings.Cut(strings.ToLower(line), " ")
	if name := otherNames[word]; name != "" && (rest == "" || !board.LooksLikePlay(line)) { // b 20 enters a checker
		word = name
	}
	switch word {
	case "":
		if t.Decision() == table.WhetherToDouble && !t.ByHand() {
			return t.act(ctx, table.Deed{Kind: table.Roll})
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
		return t.leave()
	case "undo":
		return t.takeBack()
	case "stats":
		return t.statistics(ctx)
	case "save":
		return t.save(strings.TrimSpace(line[len(word):]))
	default:
		return t.obeyInGame(ctx, word, strings.TrimSpace(rest), line)
	}
	return nil
}

// takeBack undoes the last choice.
func (t *talk) takeBack() error {
	if t.fresh = t.MayUndo(); !t.fresh {
		t.sayf("There is nothing to take back.\n")
		return nil
	}
	return t.Do(table.Deed{Kind: table.Undo})
}

// another begins another game if that is possible.
func (t *talk) another() error {
	switch {
	case t.MatchOver():
		t.sayf("The match is over: quit, or take something back.\n")
	case t.Length > 0 && !t.Over():
		t.sayf("A game of a match is played to its end: resign gives it up, quit leaves.\n")
	default:
		if yes, err := t.mayDrop(); err != nil || !yes {
			return err
		}
		return t.newGame()
	}
	return nil
}

// obeyInGame performs a command that is valid only during a game.
func (t *talk) obeyInGame(ctx context.Context, word, rest, line string) error {
	d := t.Decision()
	switch {
	case d == table.WhetherToGoOn && t.MatchOver():
		t.sayf("The match is over: quit, or take something back.\n")
	case d == table.WhetherToGoOn:
		t.sayf("The game is over: type new for another, or quit.\n")
	case looksLikeDice(line) && t.ByHand() && (d == table.WhichDice || d == table.WhetherToDouble):
		t.enter(line)
	case d == table.WhichDice:
		t.sayf("%s\n", t.waits())
	case word == "hint":
		return t.hint(ctx)
	case word == "resign":
		return t.giveUpAs(ctx, rest)
	case word == "roll":
		if d == table.WhetherToDouble && !t.ByHand() {
			return t.act(ctx, table.Deed{Kind: table.Roll})
		}
		t.sayf("%s\n", t.waits())
	case word == "double":
		return t.offer(ctx)
	case word == "take" || word == "pass" || word == "beaver":
		return t.answerAs(ctx, word)
	case word == "accept" || word == "reject":
		return t.acceptOr(word == "accept")
	case !board.LooksLikePlay(line) && line[0] != '=':
		t.sayf("I do not know %q: type help for what I know.\n", line)
	case d != table.WhatToPlay:
		t.sayf("%s\n", t.waits())
	case line[0] == '=':
		return t.playHint(ctx, line[1:])
	default:
		return t.playAs(ctx, line)
	}
	return nil
}

// waits returns what the user must do first.
func (t *talk) waits() string {
	switch t.Decision() {
	case table.WhichDice:
		return "The dice are not thrown: enter them, such as 31."
	case table.WhetherToDouble:
		if t.ByHand() {
			return "The dice are not thrown: enter them, such as 31, or double."
		}
		return "The dice are not thrown: roll or double."
	case table.WhetherToTake:
		return "Answer the double first: take or pass."
	case table.WhetherToAccept:
		return "Answer the net first: accept or reject."
	}
	return "The dice are thrown: it is for you to move."
}

// playAs makes the play in the line.
func (t *talk) playAs(ctx context.Context, line string) error {
	if _, err := board.ParsePlay(t.Position, t.Match.Dice, line); err != nil {
		t.sayf("Not legal: %v.\n", table.WhyIllegal(err))
		return nil
	}
	return t.act(ctx, table.Deed{Kind: table.Move, Play: line})
}

// offer doubles for the user.
func (t *talk) offer(ctx context.Context) error {
	if d := t.Decision(); d == table.WhetherToTake || d == table.WhetherToAccept {
		t.sayf("%s\n", t.waits())
		return nil
	}
	if err := t.MayDouble(); err != nil {
		t.sayf("You cannot double: %v.\n", err)
		return nil
	}
	return t.act(ctx, table.Deed{Kind: table.Double})
}

// answerAs answers a double with the word.
func (t *talk) answerAs(ctx context.Context, word string) error {
	if t.Decision() != table.WhetherToTake {
		t.sayf("There is no double to answer.\n")
		return nil
	}
	kind := map[string]table.Kind{"take": table.Take, "pass": table.Drop, "beaver": table.Beaver}[word]
	if kind == table.Beaver {
		if err := t.MayBeaver(); err != nil {
			t.sayf("You cannot beaver: %v.\n", err)
			return nil
		}
	}
	return t.act(ctx, table.Deed{Kind: kind})
}

// acceptOr accepts or refuses a resignation of the net.
func (t *talk) acceptOr(accept bool) error {
	if t.Decision() != table.WhetherToAccept {
		t.sayf("The net does not resign.\n")
		return nil
	}
	t.fresh = true
	if accept {
		return t.Do(table.Deed{Kind: table.Accept})
	}
	return t.Do(table.Deed{Kind: table.Reject})
}

// giveUpAs resigns the game as a single game, gammon or backgammon.
func (t *talk) giveUpAs(ctx context.Context, name string) error {
	kind, ok := map[string]int{"": 1, "single": 1, "gammon": 2, "backgammon": 3}[name]
	d := t.Decision()
	switch {
	case !ok:
		t.sayf("There is no resigning a %q: say single, gammon or backgammon.\n", name)
		return nil
	case d == table.WhetherToTake || d == table.WhetherToAccept:
		t.sayf("%s\n", t.waits())
		return nil
	}
	agreed, err := t.Agrees(ctx, kind)
	if err != nil || !agreed {
		if err == nil {
			t.sayf("the net plays on: it expects more\n")
		}
		return err
	}
	t.fresh = true
	return t.Do(table.Deed{Kind: table.Resign, Value: kind})
}
