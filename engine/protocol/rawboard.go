package protocol

import (
	"fmt"
	"strconv"
	"strings"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/internal/plaintext"
)

// rawPrefix is the first word of a board line.
const rawPrefix = "board:"

// Indexes of the numbers of a board line, after the names.
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
	rawCrawfordWas = rawOff + 6 // the Crawford game has been played
	rawRedoubles   = rawCrawfordWas + 1
	rawNumbers     = rawRedoubles + 1
)

// rawMoney is the match length that FIBS uses for money games.
const rawMoney = 9999

// Rawboard is a board in FIBS' style 3: "board:", two names and 50 numbers
// separated by colons. The player is "you", who has the checkers with the sign
// of the colour.
type Rawboard struct {
	Names   [2]string // of the player and the opponent
	numbers [rawNumbers]int
}

// ParseRawboard parses a board line. It checks only the number of fields and
// that they are numbers; [Rawboard.Question] checks their meaning.
func ParseRawboard(text string) (*Rawboard, error) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), rawPrefix)
	if !ok {
		return nil, fmt.Errorf("board %q does not begin with %q", clip(text), rawPrefix)
	}
	fields := strings.Split(rest, ":")
	if len(fields) != 2+rawNumbers {
		return nil, fmt.Errorf("board %q has %d fields, want %d", clip(text), len(fields), 2+rawNumbers)
	}
	r := &Rawboard{Names: [2]string{fields[0], fields[1]}}
	for i, field := range fields[2:] {
		n, err := strconv.ParseInt(strings.TrimSpace(field), 10, 32)
		if err != nil {
			return nil, fmt.Errorf("board: field %d is %q, want a number", i+3, clip(field))
		}
		r.numbers[i] = int(n)
	}
	return r, nil
}

// String returns the line in the form of [ParseRawboard].
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

// clip shortens external text for an error message.
func clip(text string) string { return plaintext.Cut(text, 200) }

// Scores is the order of the scores on a board line.
type Scores uint8

// The orders of scores.
const (
	// ScoresFIBS has the player's score first, as on FIBS and in gnubg's "show
	// board".
	ScoresFIBS Scores = iota

	// ScoresGnubg is the order on gnubg's external sockets, in both directions: the
	// opponent's score first, except that the player's score is first if a double
	// is offered.
	ScoresGnubg
)

// playersFirst reports whether the player's score is first.
func (s Scores) playersFirst(doubled bool) bool { return s == ScoresFIBS || doubled }

// Question is a decision to be made: a position with its match.
type Question struct {
	Position board.Position // from the point of view of Match.Roller, who doubled if Match.Doubled
	Match    board.Match
	Beavers  bool // allowed; money games only
	NoCube   bool // plays are selected without the cube
	MaxCube  int  // the largest cube, 0 if there is none
}

// Rawboard returns the question as a board line, with the roller as the player.
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
	if q.NoCube && scores == ScoresFIBS { // on a gnubg socket that would mean a double
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

// XGID returns the question as an XGID; without a cube the cube limit is 1.
func (q *Question) XGID() string {
	x := board.NewXGID(q.Position, q.Match)
	x.Beavers = q.Beavers
	if q.MaxCube > 0 {
		x.MaxCube = q.MaxCube
	}
	if q.NoCube {
		x.MaxCube = 1
	}
	return x.String()
}
