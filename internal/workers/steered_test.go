package workers_test

import (
	"context"
	"errors"
	"io"
	"testing"

	"gammonlab/internal/workers"
)

// TestSteered runs rounds of pieces, none of which may begin before all pieces
// of the round before are taken.
func TestSteered(t *testing.T) {
	const rounds, pieces = 50, 7
	for _, many := range []int{1, 3, 10} {
		begun, taken := 0, 0
		err := workers.Steered(t.Context(), make([]struct{}, many), func() (int, bool, error) {
			switch {
			case begun == rounds*pieces:
				return 0, false, io.EOF
			case begun/pieces > taken/pieces:
				return 0, false, nil
			}
			begun++
			return begun, true, nil
		}, func(_ context.Context, _ struct{}, i int) (int, error) { return -i, nil }, func(i, result int) error {
			if taken++; result != -i || (i-1)/pieces != (taken-1)/pieces {
				t.Errorf("piece %d with the result %d is the one number %d to be taken", i, result, taken)
			}
			return nil
		})
		if err != nil || taken != rounds*pieces {
			t.Errorf("%d workers: %d pieces taken, %v", many, taken, err)
		}
	}
}

// TestSteeredEnds ends the work at piece 10 in each way. Results that do has
// returned are still taken.
func TestSteeredEnds(t *testing.T) {
	failed := errors.New("failed")
	for _, c := range []struct {
		who  string
		want error
	}{{"next", failed}, {"do", failed}, {"take", failed}, {"enough", nil}, {"ctx", context.Canceled}} {
		for _, many := range []int{1, 4} {
			ctx, cancel := context.WithCancel(t.Context())
			begun, taken := 0, 0
			err := workers.Steered(ctx, make([]struct{}, many), func() (int, bool, error) {
				switch {
				case c.who == "next" && begun == 10:
					return 0, false, failed
				case begun > 10:
					return 0, false, nil // the end wakes waiting goroutines
				}
				begun++
				return begun, true, nil
			}, func(ctx context.Context, _ struct{}, i int) (bool, error) {
				if c.who == "do" && i == 10 {
					return false, failed
				}
				if i > 10 {
					<-ctx.Done()
				}
				return true, nil
			}, func(i int, _ bool) error {
				taken++
				switch {
				case i != 10:
				case c.who == "take":
					return failed
				case c.who == "enough":
					return workers.ErrEnough
				case c.who == "ctx":
					cancel()
				}
				return nil
			})
			if !errors.Is(err, c.want) || (err == nil) != (c.want == nil) {
				t.Errorf("%s, %d workers: got %v, want %v", c.who, many, err, c.want)
			}
			if lost := begun - taken; lost != 0 && !(c.who == "do" && lost == 1) {
				t.Errorf("%s, %d workers: %d of %d pieces are taken", c.who, many, taken, begun)
			}
			cancel()
		}
	}
}
