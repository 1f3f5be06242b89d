package workers_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"gammonlab/internal/workers"
)

// TestOrdered has pieces take times of all kinds.
func TestOrdered(t *testing.T) {
	for _, n := range []int{0, 1, 2, 7, 1000} {
		for _, many := range []int{1, 2, 7} {
			busy := make([]atomic.Bool, many)
			crew := make([]*atomic.Bool, many)
			for i := range crew {
				crew[i] = &busy[i]
			}
			var taken []int
			err := workers.Ordered(t.Context(), crew, workers.Numbers(0, n), func(_ context.Context, w *atomic.Bool, i int) (string, error) {
				if !w.CompareAndSwap(false, true) {
					t.Error("a worker does two things at a time")
				}
				time.Sleep(time.Duration(i*i%37) * time.Microsecond)
				w.Store(false)
				return fmt.Sprint(i), nil
			}, func(i int, result string) error {
				if result != fmt.Sprint(i) {
					t.Errorf("piece %d has the result of %s", i, result)
				}
				taken = append(taken, i)
				return nil
			})
			if err != nil || len(taken) != n || !slices.IsSorted(taken) {
				t.Errorf("%d pieces, %d workers: %d are taken, %v", n, many, len(taken), err)
			}
		}
	}
}

// TestOrderedFails lets next, do or take fail at a piece. Pieces after a failed
// do fail earlier; only the error of the first piece must be returned.
func TestOrderedFails(t *testing.T) {
	const at = 50
	failed := errors.New("failed")
	for _, who := range []string{"next", "do", "take"} {
		for _, many := range []int{1, 3, 8} {
			source := workers.Numbers(0, 1000)
			given, taken := 0, 0
			err := workers.Ordered(t.Context(), make([]struct{}, many), func() (int, error) {
				if given++; who == "next" && given > at {
					return 0, failed
				}
				return source()
			}, func(ctx context.Context, _ struct{}, i int) (int, error) {
				switch {
				case who == "do" && i > at:
					return 0, errors.New("too early")
				case who == "do" && i == at:
					time.Sleep(10 * time.Millisecond)
					return 0, failed
				case who == "take" && i > at && ctx.Err() == nil:
					<-ctx.Done()
					return 0, ctx.Err()
				}
				return 0, nil
			}, func(i, _ int) error {
				if who == "take" && i == at {
					return failed
				}
				taken++
				return nil
			})
			if err != failed || taken != at {
				t.Errorf("%s fails, %d workers: %v after %d pieces", who, many, err, taken)
			}
			if given > at+1+16*many+many {
				t.Errorf("%s fails, %d workers: %d pieces were given", who, many, given)
			}
		}
	}
}

func TestOrderedHasEnough(t *testing.T) {
	for _, many := range []int{1, 4} {
		taken := 0
		err := workers.Ordered(t.Context(), make([]struct{}, many), func() (int, error) { return 0, nil },
			func(context.Context, struct{}, int) (int, error) { return 0, nil },
			func(int, int) error {
				if taken++; taken == 100 {
					return fmt.Errorf("%w of it", workers.ErrEnough)
				}
				return nil
			})
		if err != nil || taken != 100 {
			t.Errorf("%d workers: %d pieces taken, %v", many, taken, err)
		}
	}
}

// TestOrderedStops ends the context: nothing more is taken.
func TestOrderedStops(t *testing.T) {
	why := errors.New("because")
	for _, many := range []int{1, 4} {
		ctx, cancel := context.WithCancelCause(t.Context())
		taken := 0
		err := workers.Ordered(ctx, make([]struct{}, many), workers.Numbers(0, 1000),
			func(context.Context, struct{}, int) (int, error) { return 0, nil },
			func(int, int) error {
				if taken++; taken == 20 {
					cancel(why)
				}
				return nil
			})
		if !errors.Is(err, why) || taken != 20 {
			t.Errorf("%d workers: %d pieces taken, %v", many, taken, err)
		}
	}
}

// TestOrderedLater begins the pieces of a round after those of the round before
// are taken.
func TestOrderedLater(t *testing.T) {
	const size, rounds = 7, 30
	for _, many := range []int{1, 3, 20} {
		var mu sync.Mutex
		given, taken := 0, 0
		err := workers.Ordered(t.Context(), make([]struct{}, many), func() (int, error) {
			mu.Lock()
			defer mu.Unlock()
			switch {
			case given == size*rounds:
				return 0, io.EOF
			case given-taken/size*size == size:
				return 0, workers.ErrLater
			}
			given++
			return given - 1, nil
		}, func(_ context.Context, _ struct{}, i int) (int, error) { return i, nil },
			func(_, i int) error {
				mu.Lock()
				defer mu.Unlock()
				if given > taken/size*size+size || i != taken {
					t.Errorf("piece %d is taken as number %d when %d are handed out", i, taken, given)
				}
				taken++
				return nil
			})
		if err != nil || taken != size*rounds {
			t.Errorf("%d workers: %d pieces taken, %v", many, taken, err)
		}
	}
	err := workers.Ordered(t.Context(), make([]struct{}, 2), func() (int, error) { return 0, workers.ErrLater },
		func(context.Context, struct{}, int) (int, error) { return 0, nil }, func(int, int) error { return nil })
	if err == nil {
		t.Error("nothing is in hand and all wait, without an error")
	}
}

// TestOrderedAhead lets the first piece last until the context ends: only a
// limited number of other pieces begins meanwhile.
func TestOrderedAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		given := 0
		done := make(chan error)
		go func() {
			done <- workers.Ordered(ctx, make([]struct{}, 2), func() (int, error) {
				given++
				return given, nil
			}, func(ctx context.Context, _ struct{}, i int) (int, error) {
				if i == 1 {
					<-ctx.Done()
				}
				return 0, ctx.Err()
			}, func(int, int) error { return nil })
		}()
		synctest.Wait()
		if given < 32 || given > 36 {
			t.Errorf("%d pieces in hand of 2 workers, want 16 for each and a few", given)
		}
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}

func TestTry(t *testing.T) {
	failed := errors.New("failed")
	for _, many := range []int{1, 3} {
		var sum atomic.Int64
		if err := workers.Try(t.Context(), make([]struct{}, many), 1000, func(_ context.Context, _ struct{}, i int) error {
			sum.Add(int64(i))
			return nil
		}); err != nil || sum.Load() != 499500 {
			t.Errorf("%d workers: the pieces done add up to %d, %v", many, sum.Load(), err)
		}
		var begun atomic.Int64
		err := workers.Try(t.Context(), make([]struct{}, many), 1000, func(ctx context.Context, _ struct{}, i int) error {
			begun.Add(1)
			if i == 10 {
				return failed
			}
			if i > 10 {
				<-ctx.Done()
			}
			return nil
		})
		if err != failed || begun.Load() > 11+int64(many) {
			t.Errorf("%d workers: %v after %d pieces", many, err, begun.Load())
		}
	}
}

func TestTryStops(t *testing.T) {
	why := errors.New("because")
	for _, last := range []int{10, 20} {
		ctx, cancel := context.WithCancelCause(t.Context())
		err := workers.Try(ctx, make([]struct{}, 1), 21, func(_ context.Context, _ struct{}, i int) error {
			if i == last {
				cancel(why)
			}
			return nil
		})
		if stopped := last < 20; errors.Is(err, why) != stopped || (err != nil) != stopped {
			t.Errorf("stopped at piece %d of 21: %v", last, err)
		}
	}
}
