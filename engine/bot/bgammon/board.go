package bgammon

import (
	"encoding/json"
	"fmt"
	"strconv"

	"gammonlab/board"
	"gammonlab/engine/bot"
	"gammonlab/engine/protocol"
)

// Places of a board that are no points.
const (
	spaceOff    = 0
	spaceOppOff = 25
	spaceBar    = 26
	spaceOppBar = 27
	spaces      = 28
)

// Turns of a board.
const (
	turnOpening  = 0
	turnMine     = 1
	turnOpponent = 2
)

// Crawford states of a board.
const crawfordNow = 1

// player is a player as a board shows it.
type player struct {
	Name   string
	Rating int
	Points int
}

// event is a line of the server: the fields of all types.
type event struct {
	Type    string
	Player  string
	Message string
	Reason  string

	PlayerName    string          // of welcome
	Games         json.RawMessage // of list; welcome has a number of that name
	GameID        int             // of joined
	PlayerNumber  int             // of joined
	Roll1, Roll2  int             // of rolled and board
	From, To      int             // of failedmove
	Points        int             // of win and board
	Resigned      string          // of win
	Player1       player          // of board, from here on; the bot
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

// listing is a match on the list of the server.
type listing struct {
	ID       int
	Password bool
	Points   int
	Players  int
	Name     string
}

// position returns the board as the bot sees it.
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

// view returns what the board shows, seen by who has the turn.
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

// rolled reports whether the dice of a turn are thrown.
func (e *event) rolled() bool {
	die := func(n int) bool { return n >= 1 && n <= 6 }
	return e.Turn != turnOpening && !e.DoubleOffered && die(e.Roll1) && die(e.Roll2)
}

// matchOver reports whether a player has won the match.
func (e *event) matchOver() bool {
	return e.Winner != 0 && max(e.Player1.Points, e.Player2.Points) >= e.Points
}

// has reports whether a step is legal now.
func (e *event) has(s step) bool {
	for _, a := range e.Available {
		if own, ok := stepIn(a); ok && own == s {
			return true
		}
	}
	return false
}

// step moves a checker between two spaces.
type step struct{ from, to int }

// stepIn returns the step of a list of the server, false if it is none.
func stepIn(numbers []int) (step, bool) {
	if len(numbers) != 2 || numbers[0] < 0 || numbers[0] >= spaces || numbers[1] < 0 || numbers[1] >= spaces {
		return step{}, false
	}
	return step{numbers[0], numbers[1]}, true
}

// stepOf returns a step in the numbers of the server.
func stepOf(s board.Step) step {
	from := int(s.From)
	if from == board.Bar {
		from = spaceBar
	}
	return step{from, int(s.To)}
}

// String returns the step as the command move wants it.
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
