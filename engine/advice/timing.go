package advice

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gammonlab/engine/search"
)

// Timing says how deep a decision was made in its time.
type Timing struct {
	Limit   string  `json:"limit"`   // the time, such as "500ms"
	Seconds float64 `json:"seconds"` // that the decision took
	Plies   int     `json:"plies"`   // of the search
	Level   string  `json:"level"`   // the deepest look that decided, such as "1-ply" or "roller 2"

	// Cut reports whether the rollouts of the level ended with the time, before they were sure.
	Cut bool `json:"cut,omitempty"`
}

// text says what the time has allowed.
func (t *Timing) text() string {
	limit, _ := time.ParseDuration(t.Limit)
	took := time.Duration(t.Seconds * float64(time.Second)).Round(10 * time.Microsecond)
	switch {
	case t.Level == levels[0].String() && t.Seconds > limit.Seconds():
		return fmt.Sprintf("Even %s took %v, more than the time of %s.", t.Level, took, t.Limit)
	case t.Cut:
		return fmt.Sprintf("The time of %s ended during %s (%v).", t.Limit, t.Level, took)
	}
	return fmt.Sprintf("In the time of %s: %s (%v).", t.Limit, t.Level, took)
}

// question is a decision that an adviser makes by a search and by rollouts of what the search
// has left open.
type question[T any] struct {
	search func(ctx context.Context, a *Adviser) (T, error)
	roll   func(ctx context.Context, r *Rolling, found T) (T, error) // leaves found as it is
}

// made says what made a decision.
type made struct {
	rollers int     // size of the rollers, 0 for none
	timing  *Timing // nil without a time
}

// ask asks the question at the depth of the adviser, or as deep as its time allows.
func ask[T any](ctx context.Context, a *Adviser, q question[T]) (found T, by made, err error) {
	o := a.search.Options()
	if o.Time > 0 {
		return askInTime(ctx, a, q)
	}
	if found, err = q.search(ctx, a); err != nil || o.Rollers == 0 {
		return found, by, err
	}
	r, err := a.rolling(o.Rollers)
	if err == nil {
		found, err = q.roll(ctx, r, found)
	}
	return found, made{rollers: o.Rollers}, err
}

// level is how deep an adviser with a time looks, at most.
type level struct {
	plies, rollers int

	// growth is how much longer than the level before it takes, at least: a level does not begin
	// if less time is left. Of rollouts a part can decide.
	growth float64
}

// levels are the levels in their order.
var levels = [...]level{{0, 0, 0}, {1, 0, 4}, {search.RollerPlies, 0, 4}, {search.RollerPlies, 1, 1}, {search.RollerPlies, 2, 2}, {search.RollerPlies, 3, 2}}

// String returns the name of the level.
func (l level) String() string {
	if l.rollers > 0 {
		return search.RollerName(l.rollers)
	}
	return fmt.Sprintf("%d-ply", l.plies)
}

// askInTime asks the question at one level after the other until the time ends. The first level is
// always completed.
func askInTime[T any](ctx context.Context, a *Adviser, q question[T]) (found T, by made, err error) {
	limit, begin := a.search.Options().Time, time.Now()
	until, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	t := &Timing{Limit: limit.String()}
	within, took := ctx, 0.0
	for i, l := range levels {
		before := time.Since(begin)
		if i > 0 && (l.rollers > 0 && !a.rolls() || before.Seconds()+took*l.growth > limit.Seconds()) {
			break
		}
		var next T
		if l.rollers > 0 {
			var r *Rolling
			if r, err = a.rolling(l.rollers); err == nil {
				r.Hurry = true
				next, err = q.roll(within, r, found)
			}
		} else {
			next, err = q.search(within, a.at(l.plies))
		}
		if err != nil && within == until && errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
			break
		}
		if err != nil {
			return found, by, err
		}
		found, by.rollers, within = next, l.rollers, until
		t.Plies, t.Level, t.Cut = l.plies, l.String(), l.rollers > 0 && time.Since(begin) >= limit
		took = (time.Since(begin) - before).Seconds()
	}
	t.Seconds, by.timing = time.Since(begin).Seconds(), t
	return found, by, nil
}

// rolls reports whether the adviser can roll out decisions with the cube and without.
func (a *Adviser) rolls() bool { return a.options.Roller != nil && a.options.Efficiency == nil }

// at returns the adviser that looks so many plies ahead, at most those of a search before rollouts.
func (a *Adviser) at(plies int) *Adviser {
	if plies == a.Plies() {
		return a
	}
	if a.shallow == nil {
		a.shallow = make([]*Adviser, a.Plies())
	}
	if a.shallow[plies] == nil {
		o := a.search.Options()
		o.Time, o.Plies = 0, plies
		s, err := search.New(a.Static().Clone(), o)
		if err != nil {
			panic(err) // the other options are those of a searcher
		}
		a.shallow[plies] = New(s, a.options)
	}
	return a.shallow[plies]
}
