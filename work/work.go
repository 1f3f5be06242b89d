// Package work is the catalogue of the kinds of work: what a program can do, with the settings
// of each kind and its result. From an entry follow the command with its flags, its config and
// its help, the step of a recipe, the job of the pages and of the HTTP API, and the work that
// farms accept. A program adds its own kinds by [Register].
package work

import (
	"cmp"
	"context"
	"encoding"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"

	"gammonlab/board"
	"gammonlab/engine/named"
	"gammonlab/farm"
	"gammonlab/internal/setting"
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

// Env is what work has at its disposal.
type Env struct {
	Workers int       // goroutines; results do not depend on it
	Pool    farm.Pool // does the work; nil for goroutines of this process
	Replace bool      // existing outputs are replaced
	Command string    // command line, for reports; "" if there is none
	In      io.Reader // standard input of a command; nil if there is none
	Out     io.Writer // standard output of a command; nil if there is none, or if it gets the result as JSON
	CSV     bool      // answers are printed as CSV, see Kind.Columns

	// Folder keeps the results of an interrupted attempt for the next one; "" if only the
	// files of the settings do.
	Folder string

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

// Entry is a kind of work in the catalogue.
type Entry struct {
	Name, Title, Usage, Unit, About, Help, Label, FarmNote string

	Farm    func() farm.Kind
	Results []any
	Local   bool
	Serial  bool
	Lines   bool

	Programs bool

	new     func() any
	ask     func(ctx context.Context, settings any, env *Env) (*Answers[Result], error)
	columns func(settings any) string

	run   func(ctx context.Context, settings any, env *Env) (Result, error)
	place string // where the program registers it
}

// New returns new settings: a pointer to a struct.
func (e *Entry) New() any { return e.new() }

// Run does the work of open settings, which [Entry.New] has made. After an error the result is
// nil or that of the work done so far.
func (e *Entry) Run(ctx context.Context, settings any, env *Env) (Result, error) {
	return e.run(ctx, settings, env)
}

// Asks reports whether the kind answers questions about positions, see [Entry.Ask]. It has no
// results of its own, and Run must not be called.
func (e *Entry) Asks() bool { return e.ask != nil }

// Ask begins the answers to questions, with open settings.
func (e *Entry) Ask(ctx context.Context, settings any, env *Env) (*Answers[Result], error) {
	return e.ask(ctx, settings, env)
}

// Columns returns the header of the results as CSV, given settings; "" for no CSV.
func (e *Entry) Columns(settings any) string {
	if e.columns == nil {
		return ""
	}
	return e.columns(settings)
}

// Open finds what settings name.
func (e *Entry) Open(settings any, o *named.Opener) error {
	if s, ok := settings.(interface{ Open(*named.Opener) error }); ok {
		return s.Open(o)
	}
	return named.Open(settings, o)
}

// Group returns the first word of the name.
func (e *Entry) Group() string {
	word, _, _ := strings.Cut(e.Name, " ")
	return word
}

// catalogue has the entries in the order in which they were registered.
var catalogue struct {
	sync.Mutex
	entries []*Entry
	types   map[setting.Name]typed // types of settings
}

// typed is the type of a setting, with the kind that has it.
type typed struct {
	of   reflect.Type
	kind *Entry
}

// All returns the kinds of work in the order in which they were registered.
func All() []*Entry {
	catalogue.Lock()
	defer catalogue.Unlock()
	return slices.Clone(catalogue.entries)
}

// Find returns the kind of work with a name, nil if there is none.
func Find(name string) *Entry {
	all := All()
	if i := slices.IndexFunc(all, func(e *Entry) bool { return e.Name == name }); i >= 0 {
		return all[i]
	}
	return nil
}

// Register adds a kind of work. Call it at the start of the program. It returns an error for a
// kind without a name, a title, a usage, a unit or a function, for a name that is taken, and
// for a setting whose type differs from that of a setting with the same name in another kind.
func Register[S any, R Result](k Kind[S, R]) error {
	_, file, line, _ := runtime.Caller(1)
	e := &Entry{
		Name: k.Name, Title: k.Title, Usage: k.Usage, Unit: k.Unit, About: cmp.Or(k.About, upper(k.Usage)+"."), Help: k.Help,
		Farm: k.Farm, FarmNote: k.FarmNote, Results: k.Results, Local: k.Local, Serial: k.Serial, Lines: k.Lines,
		Programs: k.Programs, place: fmt.Sprintf("%s:%d", file, line),
		new: func() any { return new(S) },
	}
	if e.Results == nil {
		e.Results = []any{*new(R)}
	}
	e.Label = cmp.Or(k.Label, k.Name[strings.LastIndexByte(k.Name, ' ')+1:])
	k.erase(e)
	catalogue.Lock()
	defer catalogue.Unlock()
	if err := e.check(); err != nil {
		return err
	}
	e.addTypes()
	catalogue.entries = append(catalogue.entries, e)
	return nil
}

// erase sets the functions of the entry to those of the kind, for settings of any type.
func (k *Kind[S, R]) erase(e *Entry) {
	if k.Run != nil {
		e.run = func(ctx context.Context, settings any, env *Env) (Result, error) {
			r, err := k.Run(ctx, settings.(*S), env)
			return plain(r), err
		}
	}
	if k.Columns != nil {
		e.columns = func(settings any) string { return k.Columns(settings.(*S)) }
	}
	if k.Ask == nil {
		return
	}
	e.ask = func(ctx context.Context, settings any, env *Env) (*Answers[Result], error) {
		a, err := k.Ask(ctx, settings.(*S), env)
		if err != nil {
			return nil, err
		}
		return a.erase(), nil
	}
}

// erase returns the answers with results of any type.
func (a *Answers[R]) erase() *Answers[Result] {
	all := &Answers[Result]{Variant: a.Variant, Finish: a.Finish, Size: a.Size, Answer: func(ctx context.Context, p *board.XGID) (Result, error) {
		r, err := a.Answer(ctx, p)
		return plain(r), err
	}}
	if a.Batch == nil {
		return all
	}
	all.Batch = func(ctx context.Context, positions []board.XGID, to []Reply[Result]) error {
		own := make([]Reply[R], len(positions))
		err := a.Batch(ctx, positions, own)
		for i := range own {
			to[i] = Reply[Result]{plain(own[i].Result), own[i].Err}
		}
		return err
	}
	all.Clone = func() (*Answers[Result], error) {
		one, err := a.Clone()
		if err != nil {
			return nil, err
		}
		return one.erase(), nil
	}
	return all
}

// plain returns a result as an interface that is nil if the result is nil.
func plain[R Result](r R) Result {
	if of := reflect.ValueOf(r); !of.IsValid() || (of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice) && of.IsNil() {
		return nil
	}
	return r
}

// upper returns a text with its first letter in upper case.
func upper(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// check returns an error if the entry is not complete or contradicts another one.
func (e *Entry) check() error {
	what := fmt.Sprintf("kind of work %q (%s)", e.Name, e.place)
	for _, part := range []struct {
		name string
		has  bool
	}{
		{"name", e.Name != "" && strings.Join(strings.Fields(e.Name), " ") == e.Name}, {"title", e.Title != ""}, {"usage", e.Usage != ""},
		{"unit", e.Unit != ""}, {"function Run", (e.run != nil) != (e.ask != nil)},
		{"value Local, although it prints several results", e.Local || !e.Lines},
		{"struct of settings", reflect.TypeOf(e.new()).Elem().Kind() == reflect.Struct},
	} {
		if !part.has {
			return fmt.Errorf("%s has no %s", what, part.name)
		}
	}
	for _, other := range catalogue.entries {
		if other.Name == e.Name {
			return fmt.Errorf("%s is already registered at %s", what, other.place)
		}
	}
	for _, f := range setting.OfCommand(e.new()) {
		if t, ok := catalogue.types[f.Name]; ok && !alike(t.of, reflect.TypeOf(f.Value())) {
			return fmt.Errorf("%s: its setting %s is of type %v, that of %q (%s) of type %v: give one of them another name",
				what, f.Name, reflect.TypeOf(f.Value()), t.kind.Name, t.kind.place, t.of)
		}
	}
	return nil
}

// addTypes adds the types of the settings to the catalogue.
func (e *Entry) addTypes() {
	if catalogue.types == nil {
		catalogue.types = map[setting.Name]typed{}
	}
	for _, f := range setting.OfCommand(e.new()) {
		if _, ok := catalogue.types[f.Name]; !ok {
			catalogue.types[f.Name] = typed{reflect.TypeOf(f.Value()), e}
		}
	}
}

// alike reports whether users may give values of both types by one name: both are on or off, or
// neither is; a plain number is no plain text; and what names something, such as a model, is no
// plain text. A type that reads its own text may stand beside numbers and texts.
func alike(a, b reflect.Type) bool {
	class := func(t reflect.Type) string {
		for t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		switch k := t.Kind(); {
		case t == reflect.TypeFor[bool]():
			return "bool"
		case t.PkgPath() == reflect.TypeFor[named.Model]().PkgPath():
			return "name"
		case k == reflect.Slice || reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
			return "own text"
		case k == reflect.String:
			return "text"
		}
		return "number"
	}
	of, and := class(a), class(b)
	return of == and || of != "bool" && and != "bool" && (of == "own text" || and == "own text")
}
