package fibs

import (
	"fmt"
	"strconv"
	"strings"

	"gammonlab/board"
	"gammonlab/desk/bot"
	"gammonlab/engine/protocol"
)

// Indexes of the parts of a board line between colons, without the word "board".
const (
	partOpponent  = 1
	partLength    = 2
	partScore     = 3 // two
	partPoints    = 5 // 26
	partTurn      = 31
	partDice      = 32 // two of the player, two of the opponent
	partCube      = 36
	partMayDouble = 37 // of the player, of the opponent
	partDoubled   = 39
	partColour    = 40
	partDirection = 41
	partBars      = 46 // of the player, of the opponent
	partMove      = 48
	parts         = 52
)

// unlimited is the length that stands for an unlimited match.
const unlimited = 9999

const boardPrefix = "board:"

// state is a board from the server.
type state struct {
	opponent string
	length   int // 0 if unlimited
	score    [2]int
	turn     int  // 1 the bot's, -1 the opponent's, 0 nobody's
	down     bool // the bot moves from 24 to 1
	doubled  bool // the opponent has doubled
	mayMove  int  // number of checkers that the bot may move
	may      [2]bool
	pos      board.Position // from the bot's point of view
	dice     [2]board.Roll  // of the bot, of the opponent
	cube     int
}

// parseBoard parses a board line. It also returns the text after the board on the same
// line.
func parseBoard(line string) (*state, string, error) {
	fields := strings.SplitN(strings.TrimPrefix(line, boardPrefix), ":", parts)
	if len(fields) != parts {
		return nil, "", fmt.Errorf("%d parts, want %d", len(fields), parts)
	}
	end := 0
	for last := fields[parts-1]; end < len(last) && (last[end] >= '0' && last[end] <= '9' || end == 0 && last[end] == '-'); {
		end++
	}
	rest := strings.TrimSpace(fields[parts-1][end:])
	fields[parts-1] = fields[parts-1][:end]
	s, err := newState(fields)
	return s, rest, err
}

func newState(fields []string) (*state, error) {
	var n [parts]int
	for i := partLength; i < parts; i++ {
		var err error
		if n[i], err = strconv.Atoi(strings.TrimSpace(fields[i])); err != nil {
			return nil, fmt.Errorf("part %d is %q, want a number", i+1, fields[i])
		}
	}
	if n[partColour] != 1 && n[partColour] != -1 || n[partDirection] != 1 && n[partDirection] != -1 {
		return nil, fmt.Errorf("colour %d and direction %d, want 1 or -1", n[partColour], n[partDirection])
	}
	s := &state{
		opponent: fields[partOpponent], length: n[partLength], turn: n[partTurn] * n[partColour],
		score: [2]int{n[partScore+1], n[partScore]}, down: n[partDirection] < 0, doubled: n[partDoubled] != 0,
		mayMove: n[partMove], may: [2]bool{n[partMayDouble+1] != 0, n[partMayDouble] != 0}, cube: n[partCube],
	}
	if s.length == unlimited {
		s.length, s.score = 0, [2]int{}
	}
	if s.turn == 0 {
		return s, nil // the game is over
	}
	s.dice = [2]board.Roll{bot.RollOf(n[partDice], n[partDice+1]), bot.RollOf(n[partDice+2], n[partDice+3])}
	return s, s.readPosition(fields, &n)
}

// readPosition reads the checkers with the parser of board lines in package protocol. It
// copies the bars to the fields where that parser reads them and ignores bars among the
// points, where servers differ.
func (s *state) readPosition(fields []string, n *[parts]int) error {
	own, opp := partPoints+25, partPoints
	if !s.down {
		own, opp = opp, own
	}
	plain := append([]string(nil), fields...)
	plain[own], plain[opp] = strconv.Itoa(n[partBars]*n[partColour]), strconv.Itoa(-n[partBars+1]*n[partColour])
	plain[0], plain[1] = "You", "opponent"
	plain[partTurn] = plain[partColour]
	plain[partLength], plain[partScore], plain[partScore+1], plain[partDoubled] = "0", "0", "0", "0"
	plain[partCube], plain[partMayDouble], plain[partMayDouble+1] = "1", "1", "1"
	for i := range 4 {
		plain[partDice+i] = "0"
	}
	raw, err := protocol.ParseRawboard(boardPrefix + strings.Join(plain, ":"))
	if err != nil {
		return err
	}
	q, err := raw.Question(protocol.Rules{})
	if err != nil {
		return err
	}
	s.pos = q.Position
	return nil
}

// view returns the content of the board, from the point of view of the player on roll, or
// of the player who doubled if a double is on offer. It does not determine whether the
// game is the Crawford game.
func (s *state) view() (*bot.View, error) {
	if s.turn == 0 {
		return nil, fmt.Errorf("the game is over")
	}
	m := board.NewMatch(0)
	m.Length, m.Jacoby, m.Score, m.Cube = s.length, false, s.score, s.cube
	switch {
	case s.may[board.PlayerX] && !s.may[board.PlayerO]:
		m.Owner = board.PlayerX
	case s.may[board.PlayerO] && !s.may[board.PlayerX]:
		m.Owner = board.PlayerO
	}
	pos := s.pos
	m.Roller = board.PlayerX
	if s.turn < 0 || s.doubled {
		m.Roller, pos = board.PlayerO, pos.Swap()
	}
	m.Turn, m.Doubled = m.Roller, s.doubled
	if s.doubled {
		m.Turn = board.PlayerX
	} else if m.Roller == board.PlayerX {
		m.Dice = s.dice[0]
	} else {
		m.Dice = s.dice[1]
	}
	if m.Cube == 1 {
		m.Owner = board.Nobody
	}
	v := &bot.View{Question: protocol.Question{Position: pos, Match: m}}
	if pos.Result() != 0 {
		return nil, fmt.Errorf("the game is over")
	}
	return v, m.Validate()
}

// stepText formats a step in the server's numbering for the bot's direction.
func (s *state) stepText(step board.Step) string {
	point := func(p uint8) string {
		switch {
		case p == board.Bar:
			return "bar"
		case p == board.Off:
			return "off"
		case s.down:
			return strconv.Itoa(int(p))
		}
		return strconv.Itoa(25 - int(p))
	}
	return point(step.From) + "-" + point(step.To)
}
