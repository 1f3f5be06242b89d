package engine

import (
	"context"
	"fmt"
	"sync"

	"gammonlab/board"
)

// Cloner is an evaluator that can serve several goroutines, each by a clone. One
// that is safe for concurrent use returns itself. An evaluator that is not a
// Cloner is asked by one goroutine at a time, however many there are.
type Cloner interface{ CloneEvaluator() Evaluator }

// PlayEvaluator is a [Cloner] that evaluates the results of plays together more
// quickly than Evaluate does: they differ in a few checkers only.
type PlayEvaluator interface {
	// EvaluatePlays sets dst[i] to the probabilities of plays[i].Result, for the
	// opponent of the player on roll in pos, who is on roll there. Each play
	// comes from pos. The answers are those of Evaluate up to rounding.
	EvaluatePlays(dst []Probabilities, pos *board.Position, plays []board.Play)
}

// Pruner is a [Cloner] that knows which plays are not worth evaluating; see
// [Static.Prune] and [Static.Sift].
type Pruner interface {
	Prunes() bool // false if all plays are always kept
	Sieve() Sieve // by which searches prune
	Prune(dst []int, pos *board.Position, plays []board.Play, score Score) []int
	Sift(dst []int, pos *board.Position, plays []board.Play, by Sieve) []int
}

// Informed is an evaluator that looks endings up in databases, which may be nil.
type Informed interface{ Databases() *Databases }

// Identified is an evaluator with a digest of all that its answers depend on but
// its databases. Work that is kept in files, so that it can be resumed, needs one.
type Identified interface{ Digest() (string, error) }

// Specialised is an evaluator for the positions of one variant.
type Specialised interface{ Variant() board.Variant }

// Full is an evaluator with all that searches, players and rollouts ask of one.
// The evaluator behind it may have any of the interfaces [Cloner], [PlayEvaluator],
// [Pruner], [Informed], [Identified] and [Specialised]. Without them Full compares
// plays by Evaluate, keeps all plays where others prune, and knows no databases.
// It serves one goroutine; [Full.Clone] gives another goroutine its own.
type Full struct {
	choices
	source    Evaluator // as it was given
	evaluator Evaluator // source, or that with a lock
	pruner    Pruner    // nil for none
	databases *Databases
}

// NewFull returns e with all methods of a Full, e itself if it has them already.
// Nobody else uses e from then on.
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

// Clone returns an evaluator with the same answers for another goroutine.
func (f *Full) Clone() *Full {
	if c, ok := f.source.(Cloner); ok {
		return NewFull(c.CloneEvaluator())
	}
	return newFull(f.source, f.evaluator)
}

// CloneEvaluator implements [Cloner].
func (f *Full) CloneEvaluator() Evaluator { return f.Clone() }

// Unwrap returns the evaluator that f was made of.
func (f *Full) Unwrap() Evaluator { return f.source }

// Evaluate implements [Evaluator].
func (f *Full) Evaluate(dst []Probabilities, positions []board.Position) {
	f.evaluator.Evaluate(dst, positions)
}

// EvaluateContext is [EvaluateContext] of the evaluator that f was made of.
func (f *Full) EvaluateContext(ctx context.Context, dst []Probabilities, positions []board.Position) error {
	return EvaluateContext(ctx, f.evaluator, dst, positions)
}

// Prunes reports whether Prune and Sift may leave plays out.
func (f *Full) Prunes() bool { return f.pruner != nil && f.pruner.Prunes() }

// Sieve returns the sieve by which searches prune plays, as [Static.Sieve] does; the
// zero one if f has no [Pruner].
func (f *Full) Sieve() Sieve {
	if f.pruner == nil {
		return Sieve{}
	}
	return f.pruner.Sieve()
}

// EvaluateResults sets dst[i] to the probabilities of plays[i].Result, for the opponent
// of the player on roll in pos: by the evaluator's [PlayEvaluator] if it is one.
func (f *Full) EvaluateResults(dst []Probabilities, pos *board.Position, plays []board.Play) {
	f.from = *pos
	f.by.EvaluatePlays(dst, &f.from, plays)
}

// Prune appends to dst the indexes, ascending, of the plays that are worth
// evaluating, as [Static.Prune] does; all of them if f has no [Pruner].
func (f *Full) Prune(dst []int, pos *board.Position, plays []board.Play, score Score) []int {
	if f.pruner == nil {
		return appendAll(dst, plays)
	}
	f.from = *pos
	return f.pruner.Prune(dst, &f.from, plays, score)
}

// Sift is Prune by the rule of a sieve, as in [Static.Sift].
func (f *Full) Sift(dst []int, pos *board.Position, plays []board.Play, by Sieve) []int {
	if f.pruner == nil {
		return appendAll(dst, plays)
	}
	f.from = *pos
	return f.pruner.Sift(dst, &f.from, plays, by)
}

// appendAll appends the indexes of all plays.
func appendAll(dst []int, plays []board.Play) []int {
	for i := range plays {
		dst = append(dst, i)
	}
	return dst
}

// Databases returns the databases behind the evaluator, nil if there are none.
func (f *Full) Databases() *Databases { return f.databases }

// ClassOf returns the class of the position with its databases.
func (f *Full) ClassOf(pos *board.Position) Class { return f.databases.ClassOf(pos) }

// Digest implements [Identified]. It fails if the evaluator behind f does not.
func (f *Full) Digest() (string, error) {
	if i, ok := f.source.(Identified); ok {
		return i.Digest()
	}
	return "", fmt.Errorf("the evaluator %T has no method Digest, by which files know whose results they hold", f.source)
}

// CheckVariant refuses another variant than that for which the evaluator was made,
// if it says so.
func (f *Full) CheckVariant(v board.Variant) error {
	if s, ok := f.source.(Specialised); ok && s.Variant() != v {
		return fmt.Errorf("the model is for %v, the positions are of %v", s.Variant(), v)
	}
	return nil
}

// oneByOne evaluates the results of plays as positions of their own.
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

// locked lets one goroutine at a time ask an evaluator.
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
