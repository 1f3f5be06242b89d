package positions

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"gammonlab/board"
	"gammonlab/engine/cube"
	"gammonlab/farm"
)

// ask is the kind of a question about a decision.
type ask uint8

const (
	askNothing ask = iota
	askPlay
	askDouble
	askDoubleAndTake
	asks
)

// answerSizes are the lengths of answers in bytes: two bytes for the number of a play
// (noPlay if there is none), or one byte for each cube question, 1 for yes, and the player's
// equities of no double and of double/take, as two float64.
var answerSizes = [asks]int{askPlay: 2, askDouble: 1 + equitiesSize, askDoubleAndTake: 2 + equitiesSize}

const equitiesSize = 16

// noPlay is the answer if the roll cannot be played.
const noPlay = 1<<16 - 1

// query is a decision as presented to the player.
type query struct {
	ask   ask
	state cube.State // the zero State for a cubeless roll
	roll  board.Roll
	pos   board.Position
}

// query returns the questions for a player; cubes is set if the player handles the cube.
func (d *Decision) query(cubes bool) query {
	q := query{askPlay, d.State, d.Roll, d.Position}
	switch {
	case !d.interesting(), d.IsCube() && !cubes:
		return query{}
	case d.IsCube() && !d.Doubled && d.NoDouble.Equity-d.doubled() > tooEarly:
		q.ask = askDouble
	case d.IsCube():
		q.ask = askDoubleAndTake
	}
	return q
}

// querySize is the length in a payload of a query with questions; an empty query has
// length 1.
const querySize = 1 + stateSize + 2 + 2*len(board.Side{})

// append writes the query.
func (q *query) append(dst []byte) []byte {
	if q.ask == askNothing {
		return append(dst, byte(askNothing))
	}
	dst = append(appendState(append(dst, byte(q.ask)), &q.state), q.roll[0], q.roll[1])
	return append(append(dst, q.pos.Own[:]...), q.pos.Opp[:]...)
}

// Shard implements [farm.Worker].
func (a *answerer) Shard(s *sheet) farm.Shard {
	shard := farm.Shard{First: uint64(s.first), Items: uint64(len(s.queries))}
	for i := range s.queries {
		shard.Payload = s.queries[i].append(shard.Payload)
	}
	return shard
}

// Piece implements [farm.Worker].
func (a *answerer) Piece(from farm.Shard) (*sheet, error) {
	s := &sheet{first: int(from.First)}
	for data := from.Payload; len(data) > 0; {
		var q query
		n, err := q.decode(data)
		if err != nil {
			return nil, err
		}
		s.queries, data = append(s.queries, q), data[n:]
		if err := q.check(); err != nil {
			return nil, s.at(len(s.queries)-1, err)
		}
	}
	if n := uint64(len(s.queries)); n != from.Items {
		return nil, fmt.Errorf("%d questions, want %d", n, from.Items)
	}
	return s, nil
}

// AppendResult implements [farm.Worker].
func (a *answerer) AppendResult(dst []byte, s *sheet) ([]byte, error) {
	return append(dst, s.answers...), nil
}

// ReadResult implements [farm.Worker].
func (a *answerer) ReadResult(data []byte, s *sheet) error {
	size := 0
	for i := range s.queries {
		size += answerSizes[s.queries[i].ask]
	}
	if len(data) != size {
		return fmt.Errorf("%d bytes of answers, want %d", len(data), size)
	}
	s.answers = data
	for i, answer := range s.each() {
		if err := s.queries[i].checkAnswer(answer); err != nil {
			return s.at(i, err)
		}
	}
	return nil
}

// at adds the name of a decision of the sheet to an error.
func (s *sheet) at(i int, err error) error { return at(s.first+i, &spot{pos: s.queries[i].pos}, err) }

// decode reads a query and returns its length.
func (q *query) decode(data []byte) (int, error) {
	switch {
	case ask(data[0]) == askNothing:
		return 1, nil
	case len(data) < querySize:
		return 0, errors.New("a question is incomplete")
	}
	var err error
	if q.state, err = decodeState(data[1:]); err != nil {
		return 0, err
	}
	q.ask, q.roll = ask(data[0]), board.Roll(data[1+stateSize:])
	sides := data[1+stateSize+2 : querySize]
	q.pos = board.Position{Own: board.Side(sides[:len(board.Side{})]), Opp: board.Side(sides[len(board.Side{}):])}
	if q.ask >= asks {
		return 0, fmt.Errorf("question %d, want one below %d", q.ask, asks)
	}
	return querySize, nil
}

// check returns an error for a query that no decision can have.
func (q *query) check() error {
	switch {
	case q.ask == askNothing:
		return nil
	case !slices.ContainsFunc(board.Variants(), func(v board.Variant) bool { return q.pos.Validate(v) == nil }):
		return errors.New("the checkers are those of no variant")
	case q.pos.Result() != 0:
		return errors.New("the game is over")
	case (q.ask == askPlay) != q.roll.Valid() || q.ask != askPlay && q.roll != board.Roll{}:
		return fmt.Errorf("question %d, dice %v", q.ask, q.roll)
	}
	return checkState(&q.state, q.ask != askPlay)
}

// checkAnswer returns an error for an impossible answer.
func (q *query) checkAnswer(answer []byte) error {
	switch q.ask {
	case askPlay:
		plays, chosen := board.Plays(q.pos, q.roll), int(binary.LittleEndian.Uint16(answer))
		if chosen >= len(plays) && !(len(plays) == 0 && chosen == noPlay) {
			return fmt.Errorf("the player chose play number %d of %d", chosen, len(plays))
		}
	case askDouble, askDoubleAndTake:
		yes, own := answer[:len(answer)-equitiesSize], equitiesOf(answer)
		if slices.ContainsFunc(yes, func(b byte) bool { return b > 1 }) || math.IsInf(own.NoDouble, 0) || math.IsInf(own.DoubleTake, 0) {
			return fmt.Errorf("the answer %v with the equities %v, want 0 or 1 and finite equities", yes, own)
		}
	}
	return nil
}

// equitiesOf returns the equities of an answer to a cube question.
func equitiesOf(answer []byte) cube.Alternatives {
	float := func(data []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(data)) }
	own := answer[len(answer)-equitiesSize:]
	return cube.Alternatives{NoDouble: float(own), DoubleTake: float(own[8:])}
}

// judge returns the scores of the answer to the query about the decision.
func (d *Decision) judge(q *query, answer []byte, gen *board.Generator) []Judged {
	switch q.ask {
	case askPlay:
		if chosen := int(binary.LittleEndian.Uint16(answer)); chosen != noPlay {
			return []Judged{d.scorePlay(gen.Plays(&d.Position, d.Roll), chosen)}
		}
	case askDouble, askDoubleAndTake:
		j := []Judged{d.scoreDouble(answer[0] == 1)}
		if q.ask == askDoubleAndTake {
			j = append(j, d.scoreTake(answer[1] == 1))
		}
		if own := equitiesOf(answer); !math.IsNaN(own.NoDouble + own.DoubleTake) {
			j[0].Own = &own
		}
		return j
	}
	return nil
}
