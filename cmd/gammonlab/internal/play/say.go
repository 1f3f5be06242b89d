package play

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/desk/table"
	"gammonlab/internal/plaintext"
)

// sayTurn prints a deed about which the user was not asked.
func (t *talk) sayTurn(done *table.Turn) {
	switch done.Kind {
	case table.Move:
		t.sayRoll(done)
	case table.Double:
		t.sayf("The net doubles to %d.\n", done.Offered)
	case table.Take:
		t.sayf("The net takes the cube at %d.\n", done.Offered)
	case table.Drop:
		t.sayf("The net passes.\n")
	case table.Beaver:
		t.sayf("The net beavers: the cube would show %d.\n", done.Offered)
	case table.Offer:
		t.sayf("The net resigns %s.\n", kindNames[done.Value])
	}
}

// sayRoll prints the roll and the play of a player.
func (t *talk) sayRoll(done *table.Turn) {
	who, rolls := "The net", "rolls"
	if !done.Net {
		who, rolls = "You", "roll"
	}
	switch {
	case done.Play == "":
		t.sayf("%s %s %v and cannot move.\n", who, rolls, done.Dice)
	case done.BearOff:
		t.sayf("%s %s %v: %s, borne off for you.\n", who, rolls, done.Dice, done.Play)
	case !done.Net:
		t.sayf("%s %s %v: %s, the only play.\n", who, rolls, done.Dice, done.Play)
	default:
		t.sayf("%s %s %v: %s\n", who, rolls, done.Dice, done.Play)
	}
}

// sayBoard prints the board, with colours where the output shows them.
func (t *talk) sayBoard() {
	text := t.Diagram().String()
	if hasColours(t.out) {
		text = coloured(text)
	}
	t.sayf("\n%s\n", text)
}

// sayPips prints the pip counts of both sides.
func (t *talk) sayPips() {
	own, opp := t.Position.Own.Pips(), t.Position.Opp.Pips()
	if t.Match.Roller == table.Net {
		own, opp = opp, own
	}
	t.sayf("Pips: you %d, the net %d.\n", own, opp)
}

// mEq formats a cost in normalised equity, in thousandths.
func mEq(lost float64) string { return plaintext.Fixed(float32(1000*lost), 0) }

// kindNames are the results of a game, by points.
var kindNames = [4]string{1: "a single game", 2: "a gammon", 3: "a backgammon"}

// sayResult prints the result of the game.
func (t *talk) sayResult() {
	who := "The net wins"
	if t.Result.Winner == table.User {
		who = "You win"
	}
	what, points := "the game", "points"
	if kind := t.Result.Points / t.Match.Cube; t.Match.State != board.Dropped && kind < len(kindNames) {
		what = kindNames[kind]
	}
	if t.Result.Points == 1 {
		points = "point"
	}
	t.sayf("%s %s, %d %s.\n", who, what, t.Result.Points, points)
	t.sayScore()
	if t.MatchOver() {
		t.sayf("%s the match.\n", who)
	}
}

// sayScore prints the score; in sessions, only after the first game.
func (t *talk) sayScore() {
	if t.Finished > 0 || t.Length > 0 {
		t.sayf("%s\n", t.scoreText())
	}
}

// scoreText returns the score and the length of the match.
func (t *talk) scoreText() string {
	m := &t.Match
	text := fmt.Sprintf("Score after %d: you %d, the net %d", t.Finished, m.Score[table.User], m.Score[table.Net])
	if t.Length > 0 {
		text += fmt.Sprintf(", match to %d", t.Length)
	}
	if m.Crawford && !t.Over() {
		text += ", Crawford game"
	}
	return text + "."
}

// sayAutoDoubles prints the cube after automatic doubles.
func (t *talk) sayAutoDoubles() {
	if t.Opening && t.Match.Cube > 1 {
		t.sayf("Equal dice were thrown first: the cube is at %d.\n", t.Match.Cube)
	}
}
