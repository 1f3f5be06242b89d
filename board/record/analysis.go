package record

import "gammonlab/board"

// Analysis is the evaluation of a decision by the program that wrote a file.
// Other programs may evaluate the decision differently.
type Analysis struct {
	Source string        // the program, such as eXtreme Gammon
	Plays  []Candidate   // for the roll of a Move or Rolled, in file order
	Cube   *CubeEstimate // of the decision to double before the roll; at a Double, of that double
	Luck   *float64      // of the roll, for the player on roll, as equity

	// Rollouts are those behind the equities of Plays, in their order, or else behind
	// those of not doubling and of doubling; nil if the file does not describe them.
	Rollouts []Rollout

	// PlaysMWC is set if the equities of Plays are match-winning chances. A match equity
	// table is needed to convert them.
	PlaysMWC bool

	sgf *sgfWords // the values in the SGF file, with details that this type lacks; nil for none
}

// Rollout describes a rollout. The zero value is none.
type Rollout struct {
	Games      int     // 0 if unknown
	Confidence float64 // half the width of the 95 % interval of the equity, 0 if unknown
}

// Estimate is the value of a choice to the player who decides.
type Estimate struct {
	Level  string  // method, in the program's words: 4-ply, rollout
	Equity float64 // cubeful, normalised: 1 and -1 for games won and lost at the present cube

	// Probabilities from 0 to 1. A gammon also counts as a win, and a backgammon as
	// a gammon.
	Win, WinGammon, WinBackgammon, LoseGammon, LoseBackgammon float64
}

// Candidate is a play with its evaluation.
type Candidate struct {
	Steps []board.Step
	Estimate
}

// Play returns the candidate's legal play of the roll. The position has the
// player who rolled on roll.
func (c *Candidate) Play(pos board.Position, roll board.Roll) (board.Play, error) {
	return playOf(&board.Generator{}, pos, roll, c.Steps)
}

// CubeEstimate is the evaluation of a cube decision: the value of not doubling,
// with its probabilities, and the value of doubling.
type CubeEstimate struct {
	Estimate
	DoubleTake float64
	DoublePass float64

	// MWC is set if Equity and DoubleTake are match-winning chances. A match equity
	// table is needed to convert them to equities.
	MWC bool
}

// Clock is the time control of a match. The zero value means that it is
// unknown.
type Clock struct {
	Kind    ClockKind
	PerGame bool   // reset for each game
	Initial int    // seconds for each player
	PerMove int    // seconds: added by Fischer's, not counted by Bronstein's
	Penalty int    // points for a player whose time runs out
	Left    [2]int // seconds by player at the end
}

// ClockKind is the kind of a time control.
type ClockKind uint8

// The kinds of clocks.
const (
	NoClock ClockKind = iota
	Fischer
	Bronstein
)

// joinComments joins comments, each on its own lines.
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
