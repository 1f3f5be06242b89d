package protocol

import (
	"fmt"
	"math/bits"

	"gammonlab/board"
	"gammonlab/board/game"
)

// Rules are the rules that a board line does not contain.
type Rules struct {
	Scores   Scores
	Variant  board.Variant
	Jacoby   bool // in money games
	Beavers  bool // in money games
	Crawford bool // the Crawford rule is in force, in matches
}

// Question returns the decision of the board line: to play the dice, if there are any;
// otherwise to answer the double, if one is offered; otherwise to double or not. The
// doubler is the player whose turn it is. The player becomes [board.PlayerX].
//
// If neither side of a money game may double, the game has no cube; on a gnubg
// socket this also denotes an offered double, as in gnubg.
func (r *Rawboard) Question(rules Rules) (*Question, error) {
	reader := rawReader{numbers: &r.numbers}
	q := reader.read(rules)
	if reader.err == nil {
		reader.err = q.check(rules.Variant)
	}
	if reader.err != nil {
		return nil, fmt.Errorf("board: %w", reader.err)
	}
	return q, nil
}

// check returns an error for impossible values.
func (q *Question) check(v board.Variant) error {
	if err := q.Position.Validate(v); err != nil {
		return err
	}
	if q.Position.Result() != 0 {
		return fmt.Errorf("the game is over")
	}
	return q.Match.Validate()
}

// rawReader reads numbers of a board line and keeps the first error.
type rawReader struct {
	numbers *[rawNumbers]int
	err     error
}

func (r *rawReader) fail(what string, found int, want string) {
	if r.err == nil {
		r.err = fmt.Errorf("%s is %d, want %s", what, found, want)
	}
}

// sign returns 1 or -1, the sign of a number.
func (r *rawReader) sign(what string, at int) int {
	switch n := r.numbers[at]; {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	r.fail(what, 0, "1 or -1")
	return 1
}

func (r *rawReader) read(rules Rules) *Question {
	m := board.NewMatch(0)
	colour := r.sign("the colour", rawColour)
	m.Roller = board.PlayerX
	if r.sign("the turn", rawTurn) != colour {
		m.Roller = board.PlayerO
	}
	n := r.numbers
	owners := [2]bool{n[rawMayDouble] != 0, n[rawMayDouble+1] != 0}
	m.Doubled = n[rawDoubled] != 0 || rules.Scores == ScoresGnubg && owners == [2]bool{}
	m.Turn = m.Roller
	if m.Doubled {
		m.Turn = m.Roller.Opponent()
	} else {
		m.Dice = r.dice(m.Roller)
	}
	switch owners {
	case [2]bool{true, false}:
		m.Owner = board.PlayerX
	case [2]bool{false, true}:
		m.Owner = board.PlayerO
	}
	m.Cube = n[rawCube]
	if m.Cube < 1 || m.Cube > board.MaxCube || bits.OnesCount(uint(m.Cube)) != 1 {
		r.fail("the cube", m.Cube, "a power of 2")
	}
	r.score(&m, rules)
	q := &Question{
		Position: r.position(colour, rules.Variant), Match: m, Beavers: m.Length == 0 && rules.Beavers,
		NoCube: owners == [2]bool{} && !m.Doubled && m.Length == 0,
	}
	if m.Roller == board.PlayerO {
		q.Position = q.Position.Swap()
	}
	return q
}

// score reads the length of the match, the score and whether this is the
// Crawford game.
func (r *rawReader) score(m *board.Match, rules Rules) {
	n := r.numbers
	m.Length = n[rawLength]
	if m.Length == rawMoney {
		m.Length = 0
	}
	if m.Length < 0 || m.Length > board.MaxMatchLength {
		r.fail("the match length", m.Length, fmt.Sprintf("0 to %d", board.MaxMatchLength))
		return
	}
	m.Score[board.PlayerX], m.Score[board.PlayerO] = n[rawScore], n[rawScore+1]
	if !rules.Scores.playersFirst(m.Doubled) {
		m.Score[0], m.Score[1] = m.Score[1], m.Score[0]
	}
	for _, score := range m.Score {
		if score < 0 || m.Length > 0 && score >= m.Length {
			r.fail("a score", score, "at least 0 and less than the match goes for")
		}
	}
	if m.Length == 0 {
		m.Jacoby = rules.Jacoby
		m.Score = [2]int{} // it does not matter, and may exceed the limit of IDs
		return
	}
	m.Jacoby = false
	m.Crawford = rules.Crawford && game.OneAway(m.Length, m.Score) &&
		n[rawCrawfordWas] == 0 && n[rawRedoubles] == 0
}

// dice returns the roller's dice.
func (r *rawReader) dice(roller board.Player) board.Roll {
	n := r.numbers[rawDice : rawDice+4]
	own, other := n[:2], n[2:]
	if roller == board.PlayerO {
		own, other = other, own
	}
	if own[0] == 0 && own[1] == 0 {
		own = other
	}
	if own[0] == 0 && own[1] == 0 {
		return board.Roll{}
	}
	for _, die := range own {
		if die < 1 || die > 6 {
			r.fail("a die", die, "1 to 6")
			return board.Roll{}
		}
	}
	return board.Roll{uint8(own[0]), uint8(own[1])}
}

// position returns the board from the player's point of view. Checkers that are missing
// have been borne off.
func (r *rawReader) position(colour int, v board.Variant) board.Position {
	down := r.sign("the direction", rawDirection) < 0
	var pos board.Position
	var on [2]int
	for i := range 26 {
		point := i
		if !down {
			point = board.Bar - i
		}
		switch n := r.numbers[rawPoints+i] * colour; {
		case n > board.MaxCheckers || n < -board.MaxCheckers:
			r.fail("a number of checkers", n, "at most 15")
		case n > 0 && point == board.Off, n < 0 && point == board.Bar:
			r.fail("a number of checkers on the opponent's bar", n, "the other sign")
		case n > 0:
			pos.Own[point] = uint8(n)
			on[0] += n
		case n < 0:
			pos.Opp[board.Bar-point] = uint8(-n)
			on[1] -= n
		}
	}
	for _, n := range on {
		if n > v.Checkers() {
			r.fail("the number of checkers", n, fmt.Sprintf("at most %d", v.Checkers()))
			return pos
		}
	}
	pos.Own[board.Off], pos.Opp[board.Off] = uint8(v.Checkers()-on[0]), uint8(v.Checkers()-on[1])
	return pos
}
