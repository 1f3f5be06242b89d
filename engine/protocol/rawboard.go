package protocol

import (
	"fmt"
	"strconv"
	"strings"

	"gammonlab/board"
	"gammonlab/board/game"
)

// rawPrefix begins a board line.
const rawPrefix = "board:"

// The numbers of a board line, counted from the one behind the names.
const (
	rawLength      = iota
	rawScore       // two
	_              //
	rawPoints      // board[0] to board[25]
	rawTurn        = rawPoints + 26
	rawDice        = rawTurn + 1 // two of the player, two of the opponent
	rawCube        = rawDice + 4
	rawMayDouble   = rawCube + 1 // of the player, of the opponent
	rawDoubled     = rawMayDouble + 2
	rawColour      = rawDoubled + 1
	rawDirection   = rawColour + 1
	rawHome        = rawDirection + 1
	rawBar         = rawHome + 1
	rawOff         = rawBar + 1 // of the player, of the opponent
	rawCrawfordWas = rawOff + 6 // the Crawford game is behind
	rawRedoubles   = rawCrawfordWas + 1
	rawNumbers     = rawRedoubles + 1
)

// rawMoney is the match length by which FIBS means a money game.
const rawMoney = 9999

// Rawboard is a board as FIBS prints it in style 3: "board:", two names and 50
// numbers with colons between. Its player is "you", the one whose checkers have
// the sign of the colour.
type Rawboard struct {
	Names   [2]string // of the player and the opponent
	numbers [rawNumbers]int
}

// ParseRawboard reads a board line. It looks at the number of fields and that
// they are numbers; what they mean is for [Rawboard.Question] to see.
func ParseRawboard(text string) (*Rawboard, error) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), rawPrefix)
	if !ok {
		return nil, fmt.Errorf("protocol: board %q does not begin with %q", clip(text), rawPrefix)
	}
	fields := strings.Split(rest, ":")
	if len(fields) != 2+rawNumbers {
		return nil, fmt.Errorf("protocol: board %q has %d fields, want %d", clip(text), len(fields), 2+rawNumbers)
	}
	r := &Rawboard{Names: [2]string{fields[0], fields[1]}}
	for i, field := range fields[2:] {
		n, err := strconv.ParseInt(strings.TrimSpace(field), 10, 32)
		if err != nil {
			return nil, fmt.Errorf("protocol: board: field %d is %q, want a number", i+3, clip(field))
		}
		r.numbers[i] = int(n)
	}
	return r, nil
}

// String returns the line that [ParseRawboard] reads.
func (r *Rawboard) String() string {
	var b strings.Builder
	b.WriteString(rawPrefix)
	for i, name := range r.Names {
		if i > 0 {
			b.WriteByte(':')
		}
		b.WriteString(strings.NewReplacer(":", "_", " ", "_", "\n", "_", "\r", "_").Replace(name))
	}
	for _, n := range r.numbers {
		b.WriteByte(':')
		b.WriteString(strconv.Itoa(n))
	}
	return b.String()
}

// clip shortens text from outside for an error.
func clip(text string) string {
	const most = 200
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}

// Scores says whose score comes first on a board line.
type Scores uint8

// The orders of scores.
const (
	// ScoresFIBS has the player's score first, as FIBS does and as gnubg's "show
	// board" does.
	ScoresFIBS Scores = iota

	// ScoresGnubg is the order on gnubg's external sockets, both ways: the
	// opponent's score first, but the player's if a double is offered.
	ScoresGnubg
)

// playersFirst reports whether the player's score is first on a line.
func (s Scores) playersFirst(doubled bool) bool { return s == ScoresFIBS || doubled }

// Question is a decision to be made: a position with all that belongs to it.
type Question struct {
	Position board.Position // seen by Match.Roller, who doubled if Match.Doubled
	Match    board.Match
	Beavers  bool // allowed; money games only
	NoCube   bool // plays are to be chosen without the cube
}

// Rawboard writes the question with the roller as the player.
func (q *Question) Rawboard(scores Scores) *Rawboard {
	m := &q.Match
	me, opp := m.Roller, m.Roller.Opponent()
	r := &Rawboard{Names: [2]string{"X", "O"}}
	n := &r.numbers
	n[rawLength] = m.Length
	n[rawScore], n[rawScore+1] = m.Score[me], m.Score[opp]
	if !scores.playersFirst(m.Doubled) {
		n[rawScore], n[rawScore+1] = n[rawScore+1], n[rawScore]
	}
	for point := 1; point <= board.Bar; point++ {
		n[rawPoints+point] += int(q.Position.Own[point])
		n[rawPoints+board.Bar-point] -= int(q.Position.Opp[point])
	}
	n[rawTurn], n[rawColour], n[rawDirection], n[rawBar] = 1, 1, -1, board.Bar
	for i := range 4 {
		n[rawDice+i] = int(m.Dice[i%2])
	}
	n[rawCube] = m.Cube
	n[rawMayDouble], n[rawMayDouble+1] = oneIf(m.Owner != opp), oneIf(m.Owner != me)
	if q.NoCube && scores == ScoresFIBS { // on a gnubg socket that would be a double
		n[rawMayDouble], n[rawMayDouble+1] = 0, 0
	}
	n[rawDoubled] = oneIf(m.Doubled)
	n[rawOff], n[rawOff+1] = int(q.Position.Own[board.Off]), int(q.Position.Opp[board.Off])
	n[rawCrawfordWas] = oneIf(game.PostCrawford(m))
	n[rawRedoubles] = oneIf(!m.Crawford)
	return r
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// XGID writes the question as eXtreme Gammon does; without a cube 1 is the most
// that it may show.
func (q *Question) XGID() string {
	x := board.XGID{Position: q.Position, Match: q.Match, Beavers: q.Beavers, MaxCube: 1 << 10}
	if q.NoCube {
		x.MaxCube = 1
	}
	return x.String()
}
