package record

import (
	"errors"
	"fmt"

	"gammonlab/board"
	"gammonlab/board/game"
)

// Limits of what the readers take; a file beyond them is an error, not a long
// wait.
const (
	MaxGames   = 1 << 16 // of a file
	MaxActions = 1 << 13 // of a game
	maxActions = 1 << 23 // of a file
	maxFile    = 1 << 30 // bytes
	maxScore   = 1<<15 - 1
	maxWin     = 3 * board.MaxCube // points: a backgammon
	maxText    = 1 << 16           // bytes of a line, or of a value that is kept
)

// Match is a match or a money session. The zero value is a money session
// without games, Jacoby rule or names.
type Match struct {
	Length int       // points to win, 0 in a money session
	Names  [2]string // by player
	Info   Info
	Rules  Rules
	Games  []Game
}

// Info is what a file says about a match as a whole. Files hold any text;
// empty means that nothing is said.
type Info struct {
	Event     string
	Round     string
	Place     string
	Date      string    // 2026-11-21, or as the file has it when it is no date
	Annotator string    // who wrote the record or its analysis
	Comment   string    // lines end in \n
	Ratings   [2]string // by player
	Clock     Clock
}

// Rules are those that change from match to match.
type Rules struct {
	Variant  board.Variant
	Crawford bool // no cube in the first game in which a player is 1 point away
	Jacoby   bool // gammons count only with a turned cube; for money sessions

	// JacobyAssumed says that Jacoby is a guess: the file of a money session says
	// nothing of the rule, and no result shows it.
	JacobyAssumed bool

	NoCube bool
}

// Game is one game of a match. It begins with the starting position of the
// variant, the cube in the middle; other starts are set by its first actions.
type Game struct {
	Score    [2]int // before the game, by player
	Crawford bool   // this is the Crawford game
	Cube     int    // at the start: 1, more after automatic doubles
	Actions  []Action
	Result   Result // as the file tells it, else as it was played
}

// Result is how a game ended.
type Result = game.Result

// Kind says what an [Action] does.
type Kind uint8

// The kinds of actions.
const (
	// Move plays Roll by Steps; without Steps the roll could not be played.
	// The zero Roll stands for a turn that the file leaves out because nothing
	// could be moved.
	Move Kind = iota
	// Rolled throws Roll and plays nothing, because the record ends there or
	// because somebody set the dice.
	Rolled
	// Double offers twice the cube.
	Double
	// Take accepts a double or a beaver.
	Take
	// Drop refuses it and loses the game.
	Drop
	// Beaver takes and doubles at once; money sessions only. The answer to a
	// beaver may be another (raccoon).
	Beaver
	// Resign gives up a game, and the opponent accepts: Value is 1 for a
	// single game, 2 for a gammon, 3 for a backgammon.
	Resign
	// SetBoard puts the checkers as Board has them, seen by Player, who is on
	// roll.
	SetBoard
	// SetCube puts the cube at Value.
	SetCube
	// SetOwner gives the cube to Player, or puts it in the middle for Nobody.
	SetOwner
)

var kindNames = [...]string{
	"move", "roll", "double", "take", "drop", "beaver", "resignation", "set board", "set cube", "set owner",
}

// String names the kind.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Action is one thing that a player does, or that is done to a game.
type Action struct {
	Kind    Kind
	Player  board.Player    // who acts
	Roll    board.Roll      // of Move and Rolled, in the order thrown
	Steps   []board.Step    // of Move, in the order written
	Value   int             // of SetCube and Resign
	Board   *board.Position // of SetBoard
	Text    string          // of a Move that cannot be read: what the file has instead
	Comment string          // lines end in \n

	// Analysis is what the file says about the decision, nil for nothing. That of
	// a double stands at the Double, not at its answer.
	Analysis *Analysis
}

// gameError names the game in an error. Games count from 0 here and from 1 in
// the text.
func gameError(game int, err error) error {
	return fmt.Errorf("record: game %d, %w", game+1, err)
}

// tooMany says which limit of actions is passed: that of the file if none is
// left, else that of the game.
func tooMany(left int) error {
	if left < 0 {
		return fmt.Errorf("more than %d actions in a file", maxActions)
	}
	return fmt.Errorf("more than %d actions in a game", MaxActions)
}

// Validate replays every game and returns what is wrong in them, one error
// for each game: the first play or cube action that is against the rules, or a
// winner that the play does not agree with.
func (m *Match) Validate() error {
	var all []error
	var gen board.Generator
	for i := range m.Games {
		r := m.replay(i, &gen)
		for r.Next() {
		}
		err := r.Err()
		if err == nil {
			err = r.checkWinner()
		}
		if err != nil {
			all = append(all, err)
		}
	}
	return errors.Join(all...)
}
