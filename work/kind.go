// Package work is the catalogue of the kinds of work: what a program can do, with the settings
// of each kind and its result. From an entry follow the command with its flags, its config and
// its help, the step of a recipe, the job of the pages and of the HTTP API, and the work that
// farms accept. A program adds its own kinds by [Register].
package work

import (
	"context"

	"gammonlab/board"
	"gammonlab/farm"
)

// Kind is a kind of work with settings of type S and results of type R.
//
// S is a struct. Each exported field with a JSON key is a setting. Its type is bool, a number, a
// text, a list of texts or of numbers, a type that reads and writes its own text, or one of
// package named, such as a model. Its tags describe it: help, default, required, needs, group,
// path for files, place for arguments (docs/extending.md).
//
// If *S has a method Validate() error, it checks the settings. If it has a method
// Open(*named.Opener) error, this finds what they name; otherwise [named.Open] does. If it has a
// method CheckFarm() error, it says whether a farm can do the work of the settings. If it has a
// method CheckArguments([]string) error, it checks the number of the command's arguments.
type Kind[S any, R Result] struct {
	Name  string // words of the command, such as "dataset label"
	Title string // title of pages, such as "Labels"
	Usage string // what the work does, in a line, such as "label the positions of a database"
	Unit  string // what progress counts, such as "positions"

	// About says to users of the pages what the work does; "" for Usage.
	About string

	// Help is the text of the command's help, with an example.
	Help string

	// Label is the text before the progress bar; "" for the last word of the name.
	Label string

	// Farm returns the jobs of farms that the work consists of; nil if it cannot be
	// distributed. Several kinds may have the same jobs.
	Farm func() farm.Kind

	// FarmNote says more about what a farm does, in the help.
	FarmNote string

	// Results are values of the types of the JSON results, if R is not the only one.
	Results []any

	// Local is true for kinds that only commands and recipes do, not the jobs of a server.
	Local bool

	// Serial is true for work of one goroutine: its command has no --workers and no --config.
	Serial bool

	// Lines is true for work that prints any number of results by Env.Print, as JSON one on
	// each line.
	Lines bool

	// CSV is true for work whose results are also printed as CSV: with Env.CSV it writes them to
	// Env.Out itself.
	CSV bool

	// Programs is true if players that are other programs may take part when a farm does the
	// work, since they play on this machine.
	Programs bool

	// Run does the work of open settings. After an error the result is nil or that of the
	// work done so far.
	Run func(ctx context.Context, settings *S, env *Env) (R, error)

	// Ask begins the answers to questions about positions, for kinds without Run.
	Ask func(ctx context.Context, settings *S, env *Env) (*Answers[R], error)

	// Columns returns the header of the results as CSV, for kinds that answer questions and
	// whose results have a method CSV() []byte, a line without its end; nil for no CSV.
	Columns func(settings *S) string
}

// Answers answer questions about positions, one after the other.
type Answers[R Result] struct {
	Variant board.Variant // of the positions

	// Answer answers a question. After an error the result is nil or that of the work done so far.
	Answer func(ctx context.Context, p *board.XGID) (R, error)

	// Finish ends the answers, for example with a report about all; it may be nil.
	Finish func() error

	// Batch, if it is not nil, answers at most Size questions faster than one after the other.
	// The replies are as many as the positions. It returns an error only if ctx ends. Clone
	// returns the same answers for another goroutine.
	Batch func(ctx context.Context, all []board.XGID, to []Reply[R]) error
	Size  int
	Clone func() (*Answers[R], error)
}

// Reply is the answer to a question, or the error about it.
type Reply[R Result] struct {
	Result R
	Err    error
}

// Result is the result of work. As JSON it is what --json prints. If it has a method Failure()
// error, this says why a command that has printed it fails, such as tests that failed.
type Result interface {
	Text() string // what the command prints
}
