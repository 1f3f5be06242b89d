package farmtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"gammonlab/farm"
)

// times returns the number of times to damage a result of the given size. The number is
// lower for large results, because their check takes longer.
func times(bytes int) int { return min(max(50, 100_000/max(bytes, 1)), 2000) }

// testCheck damages results and payloads of shards with several items.
func (w *Work) testCheck(ctx context.Context) error {
	doer, err := w.Job.Doer.Clone()
	if err != nil {
		return err
	}
	source, seen := w.Source(), false
	for range 3 {
		s, err := source(36)
		if err == io.EOF || errors.Is(err, farm.ErrLater) {
			break
		}
		if err != nil {
			return err
		}
		refused, err := w.damage(ctx, doer, s)
		if err != nil {
			return fmt.Errorf("the shard at %d: %w", s.First, err)
		}
		seen = seen || refused
	}
	if !seen {
		return errors.New("the job's Check detects no flipped bit")
	}
	return farm.CloseAll([]farm.Doer{doer})
}

// damage damages the payload and the result of the shard in many ways, and reports
// whether Check refused a flipped bit.
func (w *Work) damage(ctx context.Context, doer farm.Doer, s farm.Shard) (seen bool, err error) {
	if err := refusesPayload(ctx, doer, s); err != nil {
		return false, err
	}
	result, err := doer.Do(ctx, s, nil)
	if err != nil {
		return false, err
	}
	step := 1 + len(result)/times(len(result))
	for n := 0; n < len(result); n += step {
		if w.Job.Check(s, result[:n]) == nil {
			return false, fmt.Errorf("the job's Check accepts %d bytes of a result of %d", n, len(result))
		}
	}
	if w.Job.Check(s, append(slices.Clip(result), 0)) == nil {
		return false, errors.New("the job's Check accepts a result with an additional byte")
	}
	return w.flip(s, result)
}

// flip flips bits of the result and reports whether Check refused one of the changed
// results; false for an empty result.
func (w *Work) flip(s farm.Shard, result []byte) (seen bool, err error) {
	damaged, seen := slices.Clone(result), len(result) == 0
	for bit := 0; bit < 8*len(result); bit += 1 + 8*len(result)/times(len(result)) {
		damaged[bit/8] ^= 1 << (bit % 8)
		if w.Job.Check(s, damaged) != nil {
			seen = true
		} else if _, err := w.Join(nil, s, damaged); err != nil {
			return seen, fmt.Errorf("the job's Check accepts bit %d flipped, and the result cannot be joined: %w", bit, err)
		}
		damaged[bit/8] ^= 1 << (bit % 8)
	}
	return seen, nil
}

// refusesPayload returns an error if the Doer accepts the shard with a shortened payload.
func refusesPayload(ctx context.Context, doer farm.Doer, s farm.Shard) error {
	for n := 0; n < len(s.Payload); n += 1 + len(s.Payload)/10 {
		cut := s
		cut.Payload = s.Payload[:n]
		if _, err := doer.Do(ctx, cut, nil); err == nil {
			return fmt.Errorf("the Doer accepts %d bytes of a payload of %d", n, len(s.Payload))
		}
	}
	return nil
}
