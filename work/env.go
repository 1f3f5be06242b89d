package work

import (
	"io"

	"gammonlab/farm"
)

// Env is what work has at its disposal.
type Env struct {
	Workers int       // goroutines; results do not depend on it
	Pool    farm.Pool // does the work; nil for goroutines of this process
	Replace bool      // existing outputs are replaced
	Command string    // command line, for reports; "" if there is none
	In      io.Reader // standard input of a command; nil if there is none
	Out     io.Writer // standard output of a command; nil if there is none, or if it gets the result as JSON
	CSV     bool      // results are printed as CSV, see Kind.CSV and Kind.Columns

	// Progress is called while the work proceeds, by one goroutine at a time.
	Progress func(Progress)

	// Print prints a result at once.
	Print func(Result) error

	// Note tells the user something, such as that the work continues an earlier run.
	Note func(text string)

	// Warn tells the user of a problem that does not stop the work.
	Warn func(text string)

	// Reads returns an error if files that the work reads, besides those of its settings, are
	// among its outputs. source is the setting that leads to the files.
	Reads func(source string, files ...string) error
}

// Quiet returns what work has at its disposal where nobody sees it: it tells and prints nothing.
// Callers set what they need.
func Quiet(workers int) *Env {
	silent := func(string) {}
	return &Env{
		Workers: workers, Progress: func(Progress) {}, Print: func(Result) error { return nil }, Note: silent, Warn: silent,
		Reads: func(string, ...string) error { return nil },
	}
}

// Progress is how far work has come.
type Progress struct {
	Done, Total int64

	Step string // what is being done, for work in steps
	Unit string // what this step counts; "" for the kind's unit
	Note string // further text, such as the result so far

	// Result returns the result so far, nil if there is none yet. It is called at once or not at
	// all. Without the function, the amounts of work are all that there is to show.
	Result func() Result
}

// Count returns a function that calls Progress with the amounts of work done and in total.
func (e *Env) Count() func(done, total int64) {
	return func(done, total int64) { e.Progress(Progress{Done: done, Total: total}) }
}

// Add returns a function that adds to the amount of work done, of a total; 0 if it is not known.
func (e *Env) Add(total int64) func(n int) {
	done := int64(0)
	e.Progress(Progress{Total: total})
	return func(n int) {
		done += int64(n)
		e.Progress(Progress{Done: done, Total: total})
	}
}

// Refused returns the error of settings that turn out to be wrong only when the work begins.
// For commands it is one about the command line.
func Refused(err error) error { return &RefusedError{err} }

// RefusedError is an error made by [Refused].
type RefusedError struct{ error }

// Unwrap returns the cause.
func (e *RefusedError) Unwrap() error { return e.error }

// Kept returns the error of work that was interrupted, with what is kept of it, such as
// "training on 1,000 games is kept".
func Kept(err error, what string) error {
	if err == nil {
		return nil
	}
	return &KeptError{err, what}
}

// KeptError is an error made by [Kept].
type KeptError struct {
	error
	What string
}

// Unwrap returns the cause.
func (e *KeptError) Unwrap() error { return e.error }
