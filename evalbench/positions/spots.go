package positions

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"gammonlab/board"
	"gammonlab/farm"
)

// shard has consecutive spots of a build, with their decisions once they are rolled out. On
// other machines the payload has the spots, and the result the lines of the file.
type shard struct {
	first     int // number of the first spot
	spots     []spot
	decisions []*Decision
}

// spotSize is the length of a spot in a payload: position key, dice and state.
const spotSize = len(board.Key{}) + len(board.Roll{}) + stateSize

func (s *spot) append(dst []byte) []byte {
	key := s.pos.Key()
	return appendState(append(append(dst, key[:]...), s.roll[:]...), &s.state)
}

// Shard implements [farm.Worker].
func (w *decisionEvaluator) Shard(s *shard) farm.Shard {
	var payload []byte
	for i := range s.spots {
		payload = s.spots[i].append(payload)
	}
	return farm.Shard{First: uint64(s.first), Items: uint64(len(s.spots)), Payload: payload}
}

// Piece implements [farm.Worker].
func (w *decisionEvaluator) Piece(from farm.Shard) (*shard, error) {
	if uint64(len(from.Payload)/spotSize) != from.Items || len(from.Payload)%spotSize != 0 {
		return nil, fmt.Errorf("%d bytes of %d decisions, want %d of each", len(from.Payload), from.Items, spotSize)
	}
	s := &shard{first: int(from.First), spots: make([]spot, from.Items)}
	for i := range s.spots {
		text := from.Payload[i*spotSize:]
		pos, err := board.Key(text[:len(board.Key{})]).Position(w.settings.Game())
		if err != nil {
			return nil, err
		}
		state, err := decodeState(text[spotSize-stateSize:])
		if err != nil {
			return nil, err
		}
		s.spots[i] = spot{pos, board.Roll(text[len(board.Key{}):]), state}
		if err := s.spots[i].check(); err != nil {
			return nil, fmt.Errorf("position %s: %w", pos.ID(), err)
		}
	}
	return s, nil
}

// at adds the name of a decision of the shard to an error.
func (s *shard) at(i int, err error) error { return at(s.first+i, &s.spots[i], err) }

// check returns an error for a spot that cannot be a decision.
func (s *spot) check() error {
	switch {
	case s.pos.Result() != 0:
		return errors.New("the game is over")
	case s.roll == board.Roll{}:
		return checkState(&s.state, true)
	case !s.roll.Valid():
		return fmt.Errorf("dice %v", s.roll)
	case len(board.Plays(s.pos, s.roll)) == 0:
		return fmt.Errorf("no play of %v", s.roll)
	}
	return checkState(&s.state, false)
}

// next is a [farm.Source] of shards.
func (b *builder) next(items int) (*shard, error) {
	if len(b.left) == 0 {
		return nil, io.EOF
	}
	s := &shard{first: b.left[0]}
	for len(b.left) > 0 && len(s.spots) < items && b.left[0] == s.first+len(s.spots) {
		s.spots = append(s.spots, b.spots[b.left[0]])
		b.left = b.left[1:]
	}
	return s, nil
}

// Do implements [farm.Worker].
func (w *decisionEvaluator) Do(ctx context.Context, s *shard) error {
	for i := range s.spots {
		d, err := w.decide(ctx, s.first+i, &s.spots[i])
		if err != nil {
			return s.at(i, err)
		}
		s.decisions = append(s.decisions, d)
	}
	return nil
}

// take adds the decisions of a shard.
func (b *builder) take(s *shard) error {
	for i, d := range s.decisions {
		if err := b.keep(s.first+i, d); err != nil {
			return err
		}
	}
	return nil
}

// AppendResult implements [farm.Worker].
func (w *decisionEvaluator) AppendResult(dst []byte, s *shard) ([]byte, error) {
	for i, d := range s.decisions {
		line, err := d.encode()
		if err != nil {
			return dst, s.at(i, err)
		}
		dst = append(append(dst, line...), '\n')
	}
	return dst, nil
}

// ReadResult implements [farm.Worker].
func (w *decisionEvaluator) ReadResult(data []byte, s *shard) error {
	for i := range s.spots {
		line, rest, whole := bytes.Cut(data, []byte("\n"))
		if !whole {
			return s.at(i, errors.New("its line is missing"))
		}
		d, err := decode(line, w.settings.Game())
		if err == nil {
			err = s.spots[i].checkDecision(d, w.settings.Game())
		}
		if err != nil {
			return s.at(i, err)
		}
		s.decisions, data = append(s.decisions, d), rest
	}
	if len(data) > 0 {
		return fmt.Errorf("%d bytes follow after the last decision", len(data))
	}
	return nil
}

// checkDecision returns an error for an impossible decision, or that of another spot.
func (s *spot) checkDecision(d *Decision, v board.Variant) error {
	if d.Position != s.pos || d.Roll != s.roll || d.State != s.state {
		return fmt.Errorf("the decision is position %s, dice %v, %+v, want dice %v, %+v", d.Position.ID(), d.Roll, d.State, s.roll, s.state)
	}
	return d.check(v)
}
