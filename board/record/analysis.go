package record

import "gammonlab/board"

// Analysis is what the program that wrote a file thinks of a decision. It says
// nothing about what is right: other programs may see it otherwise.
type Analysis struct {
	Source string        // the program, such as eXtreme Gammon
	Plays  []Candidate   // for the roll of a Move or Rolled, in the order of the file
	Cube   *CubeEstimate // of the decision to double or not before the roll; at a Double of the double
	Luck   *float64      // of the roll, for the player on roll, as equity
}

// Estimate is what a decision is worth to the player who makes it.
type Estimate struct {
	Level  string  // how it was found, in the program's words: 4-ply, rollout
	Equity float64 // with the cube, normalised: 1 and -1 for games won and lost at the present cube

	// Chances from 0 to 1. A gammon counts as a win, too, and a backgammon as a
	// gammon.
	Win, WinGammon, WinBackgammon, LoseGammon, LoseBackgammon float64
}

// Candidate is a play with what it is worth.
type Candidate struct {
	Steps []board.Step
	Estimate
}

// Play returns the legal play of a roll that the candidate stands for. The
// position is seen by the player who has rolled.
func (c *Candidate) Play(pos board.Position, roll board.Roll) (board.Play, error) {
	return playOf(&board.Generator{}, pos, roll, c.Steps)
}

// CubeEstimate is what it is worth not to double, with the chances in that
// case, and what it is worth to double.
type CubeEstimate struct {
	Estimate
	DoubleTake float64
	DoublePass float64

	// MWC says that Equity and DoubleTake are chances to win the match. Which
	// equities they are depends on a match equity table.
	MWC bool
}

// Clock is how the time of the players was limited. The zero value says nothing.
type Clock struct {
	Kind    ClockKind
	PerGame bool   // set again for each game
	Initial int    // seconds for each player
	PerMove int    // seconds: added by Fischer's, not counted by Bronstein's
	Penalty int    // points for a player who is out of time
	Left    [2]int // seconds by player at the end
}

// ClockKind is how a clock counts.
type ClockKind uint8

// The kinds of clocks.
const (
	NoClock ClockKind = iota
	Fischer
	Bronstein
)

// joinComments puts comments below each other.
func joinComments(comments ...string) string {
	all := ""
	for _, c := range comments {
		c = manyLines(c)
		switch {
		case all == "" || c == "":
			all += c
		default:
			all += "\n" + c
		}
	}
	return all
}
