package work

import (
	"cmp"
	"context"
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"

	"gammonlab/board"
	"gammonlab/engine/named"
	"gammonlab/farm"
	"gammonlab/internal/result"
	"gammonlab/internal/setting"
)

// Entry is a kind of work in the catalogue.
type Entry struct {
	Name, Title, Usage, Unit, About, Help, Label, FarmNote string

	Farm    func() farm.Kind
	Results []any
	Local   bool
	Serial  bool
	Lines   bool
	CSV     bool // also prints CSV, see [Kind]

	Programs bool

	new     func() any
	ask     func(ctx context.Context, settings any, env *Env) (*Answers[Result], error)
	columns func(settings any) string

	run   func(ctx context.Context, settings any, env *Env) (Result, error)
	place string // where the program registers it
}

// New returns new settings: a pointer to a struct.
func (e *Entry) New() any { return e.new() }

// Where returns the file and the line that register the kind.
func (e *Entry) Where() string { return e.place }

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
	typed   int                    // entries whose settings are in types
	types   map[setting.Name]typed // types of settings

	provide sync.Once
	first   func() // registers the kinds that come before all others; nil for none
}

// Provide sets the function that registers the kinds of work of the program, which come before
// those that other modules register. It is called when the catalogue is needed for the first time.
func Provide(first func()) { catalogue.first = first }

// provided lets the kinds of work of the program be registered.
func provided() {
	catalogue.provide.Do(func() {
		if catalogue.first != nil {
			catalogue.first()
		}
	})
}

// typed is the type of a setting, with the kind that has it.
type typed struct {
	of   reflect.Type
	kind *Entry
}

// All returns the kinds of work in the order in which they were registered.
func All() []*Entry {
	provided()
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
	provided()
	e := entry(&k, fmt.Sprintf("%s:%d", file, line))
	catalogue.Lock()
	defer catalogue.Unlock()
	if err := e.check(catalogue.entries); err != nil {
		return err
	}
	catalogue.entries = append(catalogue.entries, e)
	return nil
}

// Own is [Register] for the function of [Provide]. A start of the program has no time for its
// checks: a test of the program calls [Check].
func Own[S any, R Result](k Kind[S, R]) {
	_, file, line, _ := runtime.Caller(1)
	catalogue.Lock()
	defer catalogue.Unlock()
	catalogue.entries = append(catalogue.entries, entry(&k, fmt.Sprintf("%s:%d", file, line)))
}

// Check returns the errors that [Register] would return for all kinds in the catalogue, and an error
// for each whose results do not say what they mean, see package result.
func Check() error {
	all := All()
	catalogue.Lock()
	defer catalogue.Unlock()
	catalogue.typed, catalogue.types = 0, nil
	var problems []error
	for i, e := range all {
		problems = append(problems, e.check(all[:i]))
		if err := result.Check(result.Of(e.Results)); err != nil {
			problems = append(problems, fmt.Errorf("kind of work %q (%s) %w", e.Name, e.place, err))
		}
	}
	return errors.Join(problems...)
}

// New returns an entry of a kind of work that stands in no catalogue, such as one that only a
// server does.
func New[S any, R Result](k Kind[S, R]) *Entry {
	_, file, line, _ := runtime.Caller(1)
	return entry(&k, fmt.Sprintf("%s:%d", file, line))
}

// entry returns the entry of a kind of work that is registered at a place of the source.
func entry[S any, R Result](k *Kind[S, R], place string) *Entry {
	e := &Entry{
		Name: k.Name, Title: k.Title, Usage: k.Usage, Unit: k.Unit, About: cmp.Or(k.About, upper(k.Usage)+"."), Help: k.Help,
		Farm: k.Farm, FarmNote: k.FarmNote, Results: k.Results, Local: k.Local, Serial: k.Serial, Lines: k.Lines, CSV: k.CSV,
		Programs: k.Programs, place: place,
		new: func() any { return new(S) },
	}
	if e.Results == nil {
		e.Results = []any{*new(R)}
	}
	e.Label = cmp.Or(k.Label, k.Name[strings.LastIndexByte(k.Name, ' ')+1:])
	k.erase(e)
	return e
}

// erase sets the functions of the entry to those of the kind, for settings of any type.
func (k *Kind[S, R]) erase(e *Entry) {
	if k.Run != nil {
		e.run = func(ctx context.Context, settings any, env *Env) (Result, error) {
			r, err := k.Run(ctx, settings.(*S), env)
			if err == nil && plain(r) == nil && env.Out == nil && !k.Lines {
				err = fmt.Errorf("the kind of work %q has returned no result", e.Name)
			}
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

// check returns an error if the entry is not complete or contradicts one of those before it.
func (e *Entry) check(before []*Entry) error {
	what := fmt.Sprintf("kind of work %q (%s)", e.Name, e.place)
	err := e.checkWords()
	if err == nil {
		err = e.checkSettings()
	}
	if err != nil {
		return fmt.Errorf("%s %w", what, err)
	}
	for ; catalogue.typed < len(before); catalogue.typed++ {
		before[catalogue.typed].addTypes()
	}
	for _, other := range before {
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
		case t.PkgPath() == reflect.TypeFor[named.Model]().PkgPath():
			return "name"
		case k == reflect.Slice || reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
			return "own text"
		case k == reflect.Bool:
			return "bool"
		case k == reflect.String:
			return "text"
		}
		return "number"
	}
	of, and := class(a), class(b)
	return of == and || of != "bool" && and != "bool" && (of == "own text" || and == "own text")
}
