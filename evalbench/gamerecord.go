package evalbench

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"gammonlab/board"
	rules "gammonlab/board/game"
	"gammonlab/board/record"
)

// recordedKinds are the kinds of actions in records of a match.
const recordedKinds = 1<<record.Move | 1<<record.Double | 1<<record.Take | 1<<record.Drop | 1<<record.Beaver | 1<<record.SetBoard

// appendGames encodes games. It writes their number, then for each game the number of the
// winner plus 1 and 3 times the automatic doubles, the points, the number of actions, and
// the actions.
func appendGames(dst []byte, games []record.Game) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(games)))
	for i := range games {
		g := &games[i]
		dst = append(dst, byte(g.Result.Winner-board.Nobody)+3*byte(bits.TrailingZeros(uint(g.Cube))))
		dst = binary.AppendUvarint(dst, uint64(g.Result.Points))
		dst = binary.AppendUvarint(dst, uint64(len(g.Actions)))
		for k := range g.Actions {
			dst = appendAction(dst, &g.Actions[k])
		}
	}
	return dst
}

func appendAction(dst []byte, a *record.Action) []byte {
	dst = append(dst, byte(a.Kind), byte(a.Player))
	switch a.Kind {
	case record.Move:
		dst = append(dst, a.Roll[0], a.Roll[1], byte(len(a.Steps)))
		for _, s := range a.Steps {
			dst = append(dst, s.From, s.To)
		}
	case record.SetBoard:
		key := a.Board.Key()
		dst = append(dst, key[:]...)
	}
	return dst
}

// gameReader reads the output of appendGames.
type gameReader struct {
	data    []byte
	variant board.Variant
	err     error
}

var errCutShort = errors.New("a record of games is incomplete")

// readGames adds games to the record and returns the bytes after them.
func readGames(m *record.Match, data []byte) ([]byte, error) {
	r := gameReader{data: data, variant: m.Rules.Variant}
	for range r.count(record.MaxGames) {
		g := m.AddGame()
		first := r.byte(2 + 3*rules.MaxAutoDoubles)
		g.Result.Winner, g.Cube = board.Player(first%3)+board.Nobody, 1<<(first/3)
		g.Result.Points = r.count(3 * board.MaxCube)
		actions := r.count(record.MaxActions)
		for range min(actions, len(r.data)) { // each action has at least one byte
			g.Actions = append(g.Actions, r.action())
		}
		if r.err == nil && len(g.Actions) < actions {
			r.err = errCutShort
		}
		if r.err != nil {
			break
		}
	}
	return r.data, r.err
}

// next returns the next n bytes, or zeros after an error.
func (r *gameReader) next(n int) []byte {
	if r.err == nil && len(r.data) < n {
		r.err = errCutShort
	}
	if r.err != nil {
		return make([]byte, n)
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

// byte returns the next byte; a byte above most is an error.
func (r *gameReader) byte(most byte) byte {
	b := r.next(1)[0]
	if b > most {
		r.err = fmt.Errorf("a record of games has %d, want at most %d", b, most)
		return 0
	}
	return b
}

// count returns the next number; a number above most is an error.
func (r *gameReader) count(most int) int {
	v, n := binary.Uvarint(r.data)
	switch {
	case r.err != nil:
		return 0
	case n <= 0:
		r.err = errCutShort
		return 0
	case v > uint64(most) || n > 1 && r.data[n-1] == 0:
		r.err = fmt.Errorf("a record of games has the number %x, want at most %d", r.data[:n], most)
		return 0
	}
	r.data = r.data[n:]
	return int(v)
}

func (r *gameReader) action() record.Action {
	a := record.Action{Kind: record.Kind(r.byte(byte(record.SetBoard))), Player: board.Player(r.byte(1))}
	if 1<<a.Kind&recordedKinds == 0 && r.err == nil {
		r.err = fmt.Errorf("a record of games has the action %v", a.Kind)
	}
	switch a.Kind {
	case record.Move:
		a.Roll = board.Roll{r.byte(6), r.byte(6)}
		steps := r.byte(4)
		for range steps {
			a.Steps = append(a.Steps, board.Step{From: r.byte(board.Bar), To: r.byte(board.Bar)})
		}
	case record.SetBoard:
		pos, err := board.Key(r.next(len(board.Key{}))).Position(r.variant)
		if err != nil && r.err == nil {
			r.err = err
		}
		a.Board = &pos
	}
	return a
}
