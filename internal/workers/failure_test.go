package workers_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

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
		"All": func() error {
			return workers.Guard(func() error {
				workers.All(deep, two, 9, func(deep func(int), _, i int) { deep(i) })
				return nil
			})
		},
		"All with one worker": func() error {
			return workers.Guard(func() error {
				workers.All(deep, two[:1], 9, func(deep func(int), _, i int) { deep(i) })
				return nil
			})
		},
	} {
		if err := run(); !errors.Is(err, broken) {
			t.Errorf("%s: %v, want %v", name, err, broken)
		}
	}
}

// A panic of a worker, wherever it is, is a panic of the caller with the worker's trace. Without
// a guard, the caller may go on before the panic ends the program.
func TestPanics(t *testing.T) {
	two := []int{0, 1}
	broken := func(i int) {
		if i == 3 {
			panic("a mistake")
		}
	}
	none := func(_, _ int) error { return nil }
	same := func(_ context.Context, _, i int) (int, error) { return i, nil }
	breaks := func(_ context.Context, _, i int) (int, error) { broken(i); return i, nil }
	next := func(broken func(int)) func() (int, bool, error) {
		i := 0
		return func() (int, bool, error) {
			if i++; i > 9 {
				return 0, false, io.EOF
			}
			broken(i)
			return i, true, nil
		}
	}
	number := func() func() (int, error) {
		numbers := workers.Numbers(0, 9)
		return func() (int, error) {
			i, err := numbers()
			broken(i)
			return i, err
		}
	}
	sound := func(int) {}
	for name, run := range map[string]func() error{
		"Each": func() error {
			workers.Each(t.Context(), 0, two, 9, func(_, _, i int) { broken(i) })
			return nil
		},
		"Try": func() error {
			return workers.Try(t.Context(), two, 9, func(_ context.Context, _, i int) error { broken(i); return nil })
		},
		"Ordered, next": func() error { return workers.Ordered(t.Context(), two[:1], number(), same, none) },
		"Ordered, do":   func() error { return workers.Ordered(t.Context(), two, workers.Numbers(0, 9), breaks, none) },
		"Ordered, take": func() error {
			return workers.Ordered(t.Context(), two, workers.Numbers(0, 9), same, func(i, _ int) error { broken(i); return nil })
		},
		"Steered, next": func() error { return workers.Steered(t.Context(), two, next(broken), same, none) },
		"Steered, do":   func() error { return workers.Steered(t.Context(), two, next(sound), breaks, none) },
		"Steered, take": func() error {
			return workers.Steered(t.Context(), two, next(sound), same, func(i, _ int) error { broken(i); return nil })
		},
	} {
		returned := false
		err := workers.Guard(func() error {
			err := run()
			returned = true
			return err
		})
		var p *workers.Panic
		if !errors.As(err, &p) || p.Value != "a mistake" || !strings.Contains(p.Trace, "TestPanics.func") || returned {
			t.Errorf("%s: %v", name, err)
		}
		if again := workers.Guard(func() error { return workers.Raise(err) }); again != err {
			t.Errorf("%s: raised again, it is %v", name, again)
		}
	}
	other := errors.New("other")
	if err := workers.Raise(other); err != other {
		t.Errorf("an error was raised as %v", err)
	}
}
