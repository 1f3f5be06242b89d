package record

import (
	"errors"
	"fmt"

	"gammonlab/board"
	"gammonlab/board/game"
)

// Limits of the readers. A file beyond them is an error instead of a long wait.
const (
	MaxGames   = 1 << 16 // of a file
	MaxActions = 1 << 13 // of a game
	maxActions = 1 << 23 // of a file
	maxFile    = 1 << 30 // bytes
	maxScore   = 1<<15 - 1
	maxWin     = 3 * board.MaxCube // points: a backgammon
	maxText    = 1 << 16           // bytes of a line, or of a value that is stored
)

// Match is a match or a money session. The zero value is a money session
// without games, Jacoby rule or names.
type Match struct {
	Length int       // points to win, 0 in a money session
	Names  [2]string // by player
	Info   Info
	Rules  Rules
	Games  []Game

	// Notices list what the reader skipped without losing a game.
	Notices []Notice
}

// Info is what a file states about a match as a whole. The texts are free;
// empty means that the file does not state it.
type Info struct {
	Event     string    `json:"event,omitempty"`
	Round     string    `json:"round,omitempty"`
	Place     string    `json:"place,omitempty"`
	Date      string    `json:"date,omitempty"`      // 2026-11-21, or the file's text if it is not a date
	Annotator string    `json:"annotator,omitempty"` // author of the record or its analysis
	Copyright string    `json:"copyright,omitempty"`
	Comment   string    `json:"comment,omitempty"` // lines end in \n
	Ratings   [2]string `json:"ratings,omitzero"`  // by player
	Clock     Clock     `json:"-"`
}

// Rules are the rules that differ between matches.
type Rules struct {
	Variant  board.Variant
	Crawford bool // no cube in the first game in which a player is 1-away
	Jacoby   bool // gammons count only after a double; for money sessions

	// JacobyAssumed is set if Jacoby is a guess: the file of a money session does
	// not state the rule, and no result reveals it.
	JacobyAssumed bool

	NoCube bool
}

// Game is one game of a match. It begins at the starting position of the
// variant with a centred cube; its first actions set other starts.
type Game struct {
	Score    [2]int // before the game, by player
	Crawford bool   // this is the Crawford game
	Cube     int    // at the start: 1, more after automatic doubles
	Actions  []Action
	Result   Result // stated in the file, or else determined by the play
}

// Result is the result of a game.
type Result = game.Result

// Kind is the kind of an [Action].
type Kind uint8

// The kinds of actions.
const (
	// Move plays Roll by Steps; without Steps the roll could not be played. The
	// zero Roll is a turn that the file omits because no play was legal.
	Move Kind = iota
	// Rolled rolls Roll without playing it, because the record ends there or
	// because the dice were set by hand.
	Rolled
	// Double offers twice the cube.
	Double
	// Take accepts a double or a beaver.
	Take
	// Drop refuses a double or a beaver and loses the game.
	Drop
	// Beaver accepts a double and redoubles at once; money sessions only. A beaver
	// may be answered by another one (raccoon).
	Beaver
	// Resign is an accepted resignation: Value is 1 for a single game, 2 for a
	// gammon, 3 for a backgammon.
	Resign
	// SetBoard sets the position to Board, from the point of view of Player, who is
	// on roll.
	SetBoard
	// SetCube sets the cube to Value.
	SetCube
	// SetOwner gives the cube to Player, or centres it for Nobody.
	SetOwner
)

// Answered returns the kind of the action that gives an answer to a double.
func Answered(a game.Answer) Kind {
	switch a {
	case game.Take:
		return Take
	case game.Beaver:
		return Beaver
	}
	return Drop
}

var kindNames = [...]string{
	"move", "roll", "double", "take", "drop", "beaver", "resignation", "set board", "set cube", "set owner",
}

// String returns the name of the kind.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Action is one action of a player, or a change of a game from outside.
type Action struct {
	Kind    Kind
	Player  board.Player    // who acts
	Roll    board.Roll      // of Move and Rolled, in the order thrown
	Steps   []board.Step    // of Move, in record order
	Value   int             // of SetCube and Resign
	Board   *board.Position // of SetBoard, and of an illegal Move the position after it, both from Player's point of view
	Text    string          // of a Move that cannot be parsed: the file's text
	Comment string          // lines end in \n

	// Analysis is the evaluation of the decision in the file, nil if there is none.
	// The evaluation of a double is at the Double, not at its answer.
	Analysis *Analysis
}

// gameError adds the number of the game to an error. game counts from 0, the
// text from 1.
func gameError(game int, err error) error {
	return fmt.Errorf("game %d, %w", game+1, err)
}

// tooMany returns the error for an exceeded limit of actions: the limit of the file if
// left is negative, otherwise the limit of the game.
func tooMany(left int) error {
	if left < 0 {
		return fmt.Errorf("more than %d actions in a file", maxActions)
	}
	return fmt.Errorf("more than %d actions in a game", MaxActions)
}

// Validate replays all games and returns at most one error for each game: the
// first illegal play or cube action, or a winner that contradicts the play.
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
