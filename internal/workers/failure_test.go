package workers_test

import (
	"context"
	"errors"
	"io"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/workers"
)

// The error of Fail reaches the caller of each function, from any goroutine.
func TestFail(t *testing.T) {
	broken := errors.New("the program has ended")
	deep := func(i int) {
		if i == 3 {
			workers.Fail(broken)
		}
	}
	two := []int{0, 1}
	for name, run := range map[string]func() error{
		"Try": func() error {
			return workers.Try(t.Context(), two, 9, func(_ context.Context, _, i int) error { deep(i); return nil })
		},
		"Ordered": func() error {
			return workers.Ordered(t.Context(), two, workers.Numbers(0, 9),
				func(_ context.Context, _, i int) (int, error) { deep(i); return i, nil },
				func(_, result int) error {
					if result >= 3 {
						t.Errorf("result %d was taken", result)
					}
					return nil
				})
		},
		"Steered": func() error {
			i := 0
			return workers.Steered(t.Context(), two,
				func() (int, bool, error) {
					if i++; i > 9 {
						return 0, false, io.EOF
					}
					return i, true, nil
				},
				func(_ context.Context, _, i int) (int, error) { deep(i); return i, nil },
				func(_, _ int) error { return nil })
		},
		"All": func() (err error) {
			defer workers.Catch(&err)
			workers.All(deep, two, 9, func(deep func(int), _, i int) { deep(i) })
			return nil
		},
		"All with one worker": func() (err error) {
			defer workers.Catch(&err)
			workers.All(deep, two[:1], 9, func(deep func(int), _, i int) { deep(i) })
			return nil
		},
	} {
		if err := run(); !errors.Is(err, broken) {
			t.Errorf("%s: %v, want %v", name, err, broken)
		}
	}
}

func TestCatchLeavesPanics(t *testing.T) {
	defer func() {
		if p := recover(); p != "a mistake" {
			t.Errorf("recovered %v", p)
		}
	}()
	var err error
	defer workers.Catch(&err)
	must.OK(t, err)
	panic("a mistake")
}
