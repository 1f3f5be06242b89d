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

// A shard of a build has decisions with consecutive numbers. The payload has their spots,
// the result has their lines of the file.

// spotSize is the length of a spot in a payload: position key, dice and state.
const spotSize = len(board.Key{}) + len(board.Roll{}) + stateSize

func (s *spot) append(dst []byte) []byte {
	key := s.pos.Key()
	return appendState(append(append(dst, key[:]...), s.roll[:]...), &s.state)
}

// decodeSpots returns the spots of a shard.
func decodeSpots(s *farm.Shard, v board.Variant) ([]spot, error) {
	if uint64(len(s.Payload)/spotSize) != s.Items || len(s.Payload)%spotSize != 0 {
		return nil, fmt.Errorf("%d bytes of %d decisions, want %d of each", len(s.Payload), s.Items, spotSize)
	}
	spots := make([]spot, s.Items)
	for i := range spots {
		text := s.Payload[i*spotSize:]
		pos, err := board.Key(text[:len(board.Key{})]).Position(v)
		if err != nil {
			return nil, err
		}
		state, err := decodeState(text[spotSize-stateSize:])
		if err != nil {
			return nil, err
		}
		spots[i] = spot{pos, board.Roll(text[len(board.Key{}):]), state}
		if err := spots[i].check(); err != nil {
			return nil, fmt.Errorf("position %s: %w", pos.ID(), err)
		}
	}
	return spots, nil
}

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

// next implements [farm.Source].
func (b *builder) next(items int) (farm.Shard, error) {
	if len(b.left) == 0 {
		return farm.Shard{}, io.EOF
	}
	s := farm.Shard{First: uint64(b.left[0])}
	for len(b.left) > 0 && int(s.Items) < items && b.left[0] == int(s.First+s.Items) {
		s.Payload = b.spots[b.left[0]].append(s.Payload)
		b.left = b.left[1:]
		s.Items++
	}
	return s, nil
}

// Do implements [farm.Doer].
func (w *decisionEvaluator) Do(ctx context.Context, s farm.Shard, dst []byte) ([]byte, error) {
	spots, err := decodeSpots(&s, w.settings.Game())
	if err != nil {
		return nil, err
	}
	for i := range spots {
		number := int(s.First) + i
		line, err := w.decide(ctx, number, &spots[i])
		if err != nil {
			return nil, at(number, &spots[i], err)
		}
		dst = append(append(dst, line...), '\n')
	}
	return dst, nil
}

// take adds the decisions of a shard.
func (b *builder) take(s farm.Shard, result []byte) error {
	decisions, err := decodeResult(&s, result, b.settings.Game())
	for i := 0; err == nil && i < len(decisions); i++ {
		err = b.keep(int(s.First)+i, decisions[i])
	}
	return err
}

// check returns an error if a result cannot be that of the shard.
func (b *builder) check(s farm.Shard, result []byte) error {
	decisions, err := decodeResult(&s, result, b.settings.Game())
	for i := 0; err == nil && i < len(decisions); i++ {
		if err = decisions[i].check(b.settings.Game()); err != nil {
			err = at(int(s.First)+i, &spot{pos: decisions[i].Position}, err)
		}
	}
	return err
}

// decodeResult returns the decisions of a shard.
func decodeResult(s *farm.Shard, result []byte, v board.Variant) ([]*Decision, error) {
	spots, err := decodeSpots(s, v)
	if err != nil {
		return nil, err
	}
	decisions := make([]*Decision, len(spots))
	for i := range spots {
		line, rest, whole := bytes.Cut(result, []byte("\n"))
		if !whole {
			return nil, at(int(s.First)+i, &spots[i], errors.New("its line is missing"))
		}
		result = rest
		if decisions[i], err = spots[i].decode(line, v); err != nil {
			return nil, at(int(s.First)+i, &spots[i], err)
		}
	}
	if len(result) > 0 {
		return nil, fmt.Errorf("%d bytes follow after the last decision", len(result))
	}
	return decisions, nil
}

// decode reads the decision of a spot from its line, which must be exactly as encode
// writes it.
func (s *spot) decode(line []byte, v board.Variant) (*Decision, error) {
	d, err := decode(line, v)
	if err != nil {
		return nil, err
	}
	if d.Position != s.pos || d.Roll != s.roll || d.State != s.state {
		return nil, fmt.Errorf("the decision is position %s, dice %v, %+v, want dice %v, %+v", d.Position.ID(), d.Roll, d.State, s.roll, s.state)
	}
	if again, err := d.encode(); err != nil || !bytes.Equal(again, line) {
		return nil, fmt.Errorf("the line is %.80q, want %.80q", line, again)
	}
	return d, nil
}
