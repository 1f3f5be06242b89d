package external

import (
	"context"
	"time"
)

// Wait is a program that lets wait for its start or an answer.
type Wait struct {
	Program string    // name
	Start   bool      // it starts; otherwise it owes an answer
	Until   time.Time // when it is given up; the zero time when the wait is over
}

// patience is the time after which a wait is reported, at most half of its limit.
const patience = 2 * time.Second

type waitKey struct{}

// WithWaits returns a context whose questions report programs that let wait, and the end of
// each such wait. Several goroutines may call report.
func WithWaits(ctx context.Context, report func(Wait)) context.Context {
	return context.WithValue(ctx, waitKey{}, report)
}

// watched does what takes at most the limit, and reports if it takes long.
func watched(ctx context.Context, w Wait, limit time.Duration, do func() error) error {
	report, ok := ctx.Value(waitKey{}).(func(Wait))
	if !ok {
		return do()
	}
	reported := make(chan struct{})
	w.Until = time.Now().Add(limit)
	timer := time.AfterFunc(min(patience, limit/2), func() {
		report(w)
		close(reported)
	})
	err := do()
	if !timer.Stop() {
		<-reported
		report(Wait{Program: w.Program, Start: w.Start})
	}
	return err
}
