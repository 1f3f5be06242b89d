package workers

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// failure is what [Fail] panics with.
type failure struct{ error }

// Fail ends the work of this goroutine with an error, where the functions on the way cannot
// return one. It panics, and the error reaches the caller of [Try], [Ordered], [Steered] or
// [Guard]. [Each] and [All] pass it on to their caller.
func Fail(err error) { panic(failure{err}) }

// Panic is a panic as an error.
type Panic struct {
	Value any
	Trace string // of the goroutine that panicked
}

// Error implements error. The text contains the trace.
func (p *Panic) Error() string { return fmt.Sprintf("panic: %v\n\n%s", p.Value, p.Trace) }

// Guard calls do and returns its error, that of a call of [Fail], or a panic as a [*Panic].
// Work of another goroutine must be guarded: the deferred functions that run after a panic,
// such as those of an errgroup, tell the waiting goroutine that the work is done, and the
// program can end with success before the panic ends it.
func Guard(do func() error) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case failure:
			err = p.error
		case *Panic: // of another goroutine
			err = p
		default:
			err = &Panic{p, string(debug.Stack())}
		}
	}()
	return do()
}

// Raise panics with an error of [Guard] that is a panic, and returns any other error.
func Raise(err error) error {
	var p *Panic
	if errors.As(err, &p) {
		panic(p)
	}
	return err
}
