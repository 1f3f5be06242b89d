package engine

import (
	"context"
	"fmt"
	"sync"

	"gammonlab/board"
)

// Cloner is an evaluator that supports concurrent use by clones. An evaluator
// that is safe for concurrent use returns itself. An evaluator that is not a
// Cloner is used by one goroutine at a time.
type Cloner interface{ CloneEvaluator() Evaluator }

// PlayEvaluator is a [Cloner] that evaluates the results of several plays
// faster than Evaluate, because they differ in only a few checkers.
type PlayEvaluator interface {
	// EvaluatePlays sets dst[i] to the probabilities of plays[i].Result, for the
	// opponent of the player on roll in pos, who is on roll after the play. All
	// plays must start from pos. The results equal those of Evaluate up to
	// rounding.
	EvaluatePlays(dst []Probabilities, pos *board.Position, plays []board.Play)
}

// Pruner is a [Cloner] that selects the plays to be evaluated; see [Static.Sieves]
// and [Static.SiftRolls].
type Pruner interface {
	Prunes() bool // false if it always keeps all plays
	Sieves() Sieves
	SiftRolls(r *Rolls, pos *board.Position, by Sieve, score Score)
}

// Informed is an evaluator that uses bear-off databases; Databases may return
// nil.
type Informed interface{ Databases() *Databases }

// Identified is an evaluator with a digest of everything that its results
// depend on, except its databases. Work that is kept in files for resuming
// needs one.
type Identified interface{ Digest() (string, error) }

// Specialised is an evaluator for the positions of one variant.
type Specialised interface{ Variant() board.Variant }

// Full is an evaluator with all methods that searches, players and rollouts
// use. The evaluator behind it may implement any of the interfaces [Cloner],
// [PlayEvaluator], [Pruner], [Informed], [Identified] and [Specialised].
// Without them Full compares plays by Evaluate, does not prune, and has no
// databases. A Full is not safe for concurrent use; [Full.Clone] returns one
// for another goroutine.
type Full struct {
	choices
	source    Evaluator // argument of NewFull
	evaluator Evaluator // source, possibly with a lock
	pruner    Pruner    // nil for none
	databases *Databases
}

// NewFull returns an evaluator with all methods of a Full, e itself if it is a
// Full. The caller must not use e afterwards.
func NewFull(e Evaluator) *Full {
	if f, ok := e.(*Full); ok {
		return f
	}
	if _, ok := e.(Cloner); ok {
		return newFull(e, e)
	}
	return newFull(e, &locked{inner: e})
}

func newFull(source, evaluator Evaluator) *Full {
	f := &Full{source: source, evaluator: evaluator}
	if informed, ok := source.(Informed); ok {
		f.databases = informed.Databases()
	}
	f.pruner, _ = evaluator.(Pruner)
	f.by, _ = evaluator.(PlayEvaluator)
	if f.by == nil {
		f.by = &oneByOne{Evaluator: evaluator}
	}
	return f
}

// Clone returns an evaluator with the same results for another goroutine.
func (f *Full) Clone() *Full {
	if c, ok := f.source.(Cloner); ok {
		return NewFull(c.CloneEvaluator())
	}
	return newFull(f.source, f.evaluator)
}

// CloneEvaluator implements [Cloner].
func (f *Full) CloneEvaluator() Evaluator { return f.Clone() }

// Unwrap returns the evaluator from which f was made.
func (f *Full) Unwrap() Evaluator { return f.source }

// Evaluate implements [Evaluator].
func (f *Full) Evaluate(dst []Probabilities, positions []board.Position) {
	f.evaluator.Evaluate(dst, positions)
}

// EvaluateContext calls [EvaluateContext] with the evaluator from which f was
// made.
func (f *Full) EvaluateContext(ctx context.Context, dst []Probabilities, positions []board.Position) error {
	return EvaluateContext(ctx, f.evaluator, dst, positions)
}

// Prunes reports whether SiftRolls may remove plays.
func (f *Full) Prunes() bool { return f.pruner != nil && f.pruner.Prunes() }

// Sieves returns the sieves for searches, as [Static.Sieves] does. They are zero
// if f has no [Pruner].
func (f *Full) Sieves() Sieves {
	if f.pruner == nil {
		return Sieves{}
	}
	return f.pruner.Sieves()
}

// EvaluateResults sets dst[i] to the probabilities of plays[i].Result, for the
// opponent of the player on roll in pos. It uses the evaluator's
// [PlayEvaluator] if there is one.
func (f *Full) EvaluateResults(dst []Probabilities, pos *board.Position, plays []board.Play) {
	f.from = *pos
	f.by.EvaluatePlays(dst, &f.from, plays)
}

// SiftRolls removes plays of several rolls that need no evaluation, as
// [Static.SiftRolls] does. Without a [Pruner] it removes none.
func (f *Full) SiftRolls(r *Rolls, pos *board.Position, by Sieve, score Score) {
	if f.pruner != nil {
		f.from = *pos
		f.pruner.SiftRolls(r, &f.from, by, score)
	}
}

// Databases returns the databases behind the evaluator, nil if there are none.
func (f *Full) Databases() *Databases { return f.databases }

// ClassOf returns the class of the position, with the databases.
func (f *Full) ClassOf(pos *board.Position) Class { return f.databases.ClassOf(pos) }

// Digest implements [Identified]. It returns an error if the evaluator behind f
// does not.
func (f *Full) Digest() (string, error) {
	if i, ok := f.source.(Identified); ok {
		return i.Digest()
	}
	return "", fmt.Errorf("%v has no method Digest, which is needed to keep its results in files", f)
}

// Variant implements [Specialised] with the variant of the evaluator behind f,
// backgammon if it is not Specialised.
func (f *Full) Variant() (v board.Variant) {
	if s, ok := f.source.(Specialised); ok {
		v = s.Variant()
	}
	return v
}

// String returns the text of the evaluator behind f, the type if it has none.
func (f *Full) String() string {
	if s, ok := f.source.(fmt.Stringer); ok {
		return s.String()
	}
	return fmt.Sprintf("the evaluator %T", f.source)
}

// CheckVariant returns an error if the evaluator is [Specialised] for another
// variant.
func (f *Full) CheckVariant(v board.Variant) error {
	if s, ok := f.source.(Specialised); ok && s.Variant() != v {
		return fmt.Errorf("the model is for %v, the positions are of %v", s.Variant(), v)
	}
	return nil
}

// oneByOne evaluates the results of plays by Evaluate.
type oneByOne struct {
	Evaluator
	results []board.Position
}

func (o *oneByOne) EvaluatePlays(dst []Probabilities, _ *board.Position, plays []board.Play) {
	o.results = o.results[:0]
	for i := range plays {
		o.results = append(o.results, plays[i].Result)
	}
	o.Evaluate(dst, o.results)
}

// locked evaluates for one goroutine at a time.
type locked struct {
	mutex sync.Mutex
	inner Evaluator
}

func (l *locked) Evaluate(dst []Probabilities, positions []board.Position) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.inner.Evaluate(dst, positions)
}

func (l *locked) EvaluateContext(ctx context.Context, dst []Probabilities, positions []board.Position) error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return EvaluateContext(ctx, l.inner, dst, positions)
}

// EvaluateContext calls e.Evaluate. If e has a method EvaluateContext with the
// parameters of Evaluate after ctx, it is called instead; a slow evaluator
// returns an error from it when ctx ends. The content of dst is then undefined.
func EvaluateContext(ctx context.Context, e Evaluator, dst []Probabilities, positions []board.Position) error {
	type stoppable interface {
		EvaluateContext(ctx context.Context, dst []Probabilities, positions []board.Position) error
	}
	if s, ok := e.(stoppable); ok {
		return s.EvaluateContext(ctx, dst, positions)
	}
	e.Evaluate(dst, positions)
	return nil
}
