package bgammon

import (
	"encoding/json"
	"fmt"
	"strconv"

	"gammonlab/board"
	"gammonlab/desk/bot"
	"gammonlab/engine/protocol"
)

// Places of a board that are not points.
const (
	spaceOff    = 0
	spaceOppOff = 25
	spaceBar    = 26
	spaceOppBar = 27
	spaces      = 28
)

// Values of a board's turn.
const (
	turnOpening  = 0
	turnMine     = 1
	turnOpponent = 2
)

// Crawford states of a board.
const crawfordNow = 1

// player is a player on a board.
type player struct {
	Name   string
	Rating int
	Points int
}

// event is a line from the server, with the fields of all types of events.
type event struct {
	Type    string
	Player  string
	Message string
	Reason  string

	PlayerName    string          // of type welcome
	Games         json.RawMessage // of type list; welcome has a number under this name
	GameID        int             // of type joined
	PlayerNumber  int             // of type joined
	Roll1, Roll2  int             // of types rolled and board
	From, To      int             // of type failedmove
	Points        int             // of types win and board
	Resigned      string          // of type win
	Player1       player          // this and all later fields: of type board; the bot
	Player2       player
	Turn          int
	Board         []int
	Moves         [][]int
	Available     [][]int
	Winner        int
	Crawford      int
	DoubleValue   int
	DoublePlayer  int
	DoubleOffered bool
	Spectating    bool
	Variant       int
}

// listing is a match on the server's list.
type listing struct {
	ID       int
	Password bool
	Points   int
	Players  int
	Name     string
}

// position returns the position from the bot's point of view.
func (e *event) position() (board.Position, error) {
	var pos board.Position
	if len(e.Board) != spaces {
		return pos, fmt.Errorf("%d numbers of checkers, want %d", len(e.Board), spaces)
	}
	for space, n := range e.Board {
		if n > board.MaxCheckers || n < -board.MaxCheckers {
			return pos, fmt.Errorf("%d checkers on space %d", n, space)
		}
		switch {
		case space == spaceBar && n >= 0:
			pos.Own[board.Bar] = uint8(n)
		case space == spaceOppBar && n <= 0:
			pos.Opp[board.Bar] = uint8(-n)
		case space == spaceOff && n >= 0:
			pos.Own[board.Off] = uint8(n)
		case space == spaceOppOff && n <= 0:
			pos.Opp[board.Off] = uint8(-n)
		case space < 1 || space > 24:
			return pos, fmt.Errorf("%d checkers on space %d", n, space)
		case n > 0:
			pos.Own[space] = uint8(n)
		case n < 0:
			pos.Opp[25-space] = uint8(-n)
		}
	}
	return pos, pos.Validate(board.Backgammon)
}

// view returns the content of the board, from the point of view of the player whose turn
// it is.
func (e *event) view() (*bot.View, error) {
	pos, err := e.position()
	if err != nil {
		return nil, err
	}
	m := board.NewMatch(0)
	m.Length, m.Jacoby = e.Points, false
	m.Score = [2]int{e.Player2.Points, e.Player1.Points}
	m.Cube, m.Crawford = e.DoubleValue, e.Crawford == crawfordNow
	switch e.DoublePlayer {
	case turnMine:
		m.Owner = board.PlayerX
	case turnOpponent:
		m.Owner = board.PlayerO
	}
	m.Roller = board.PlayerX
	if e.Turn == turnOpponent {
		m.Roller = board.PlayerO
		pos = pos.Swap()
	}
	m.Turn, m.Doubled = m.Roller, e.DoubleOffered
	if m.Doubled {
		m.Turn = m.Roller.Opponent()
	}
	if e.rolled() {
		m.Dice = board.Roll{uint8(e.Roll1), uint8(e.Roll2)}
	}
	v := &bot.View{Question: protocol.Question{Position: pos, Match: m}, Opening: e.Turn == turnOpening, Moving: len(e.Moves) > 0}
	if e.Turn < turnOpening || e.Turn > turnOpponent {
		return nil, fmt.Errorf("turn %d, want 0 to 2", e.Turn)
	}
	if e.matchOver() || pos.Result() != 0 {
		return v, nil
	}
	return v, m.Validate()
}

// rolled reports whether the dice of the turn have been rolled.
func (e *event) rolled() bool {
	die := func(n int) bool { return n >= 1 && n <= 6 }
	return e.Turn != turnOpening && !e.DoubleOffered && die(e.Roll1) && die(e.Roll2)
}

// matchOver reports whether a player has won the match.
func (e *event) matchOver() bool {
	return e.Winner != 0 && max(e.Player1.Points, e.Player2.Points) >= e.Points
}

// has reports whether the server lists the step as legal.
func (e *event) has(s step) bool {
	for _, a := range e.Available {
		if own, ok := stepIn(a); ok && own == s {
			return true
		}
	}
	return false
}

// step moves a checker between two places in the server's numbering.
type step struct{ from, to int }

// stepIn returns the step in a list from the server, and false if there is none.
func stepIn(numbers []int) (step, bool) {
	if len(numbers) != 2 || numbers[0] < 0 || numbers[0] >= spaces || numbers[1] < 0 || numbers[1] >= spaces {
		return step{}, false
	}
	return step{numbers[0], numbers[1]}, true
}

// stepOf converts a step to the server's numbering.
func stepOf(s board.Step) step {
	from := int(s.From)
	if from == board.Bar {
		from = spaceBar
	}
	return step{from, int(s.To)}
}

// String returns the step in the form of the command move.
func (s step) String() string { return spaceName(s.from) + "/" + spaceName(s.to) }

func spaceName(space int) string {
	switch space {
	case spaceBar, spaceOppBar:
		return "bar"
	case spaceOff, spaceOppOff:
		return "off"
	}
	return strconv.Itoa(space)
}
