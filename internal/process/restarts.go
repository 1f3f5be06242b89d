package process

import (
	"context"
	"fmt"
	"sync/atomic"
)

// inAll is how many times the restarts for one question a program gets for all of them: a
// program that fails now and then, and answers when it is asked again, must not go on for ever.
const inAll = 5

// Restarts counts how often a program is started again, in all its processes.
type Restarts struct {
	most int // for one question
	done atomic.Int64
}

// NewRestarts returns the count for a program with the limits.
func (l *Limits) NewRestarts() *Restarts { return &Restarts{most: l.Restarts} }

// Next notes a fault in answer to a question that was tried so many times. It returns nil if
// the program may be started again, and then the context gets a line about it. Otherwise it returns
// the fault, and why it is the last.
func (r *Restarts) Next(ctx context.Context, name string, tried int, fault error) error {
	if tried > r.most {
		return fmt.Errorf("%w (tried %d times)", fault, tried)
	}
	if most := int64(inAll * r.most); r.done.Add(1) > most {
		return fmt.Errorf("%w (the program was started again %d times, which is the most)", fault, most)
	}
	if tell, ok := ctx.Value(restartKey{}).(func(string)); ok {
		tell(fmt.Sprintf("%s is started again: %v", name, fault))
	}
	return nil
}

type restartKey struct{}

// WithRestarts returns a context under which tell gets a line about each restart of a program.
// Several goroutines may call it.
func WithRestarts(ctx context.Context, tell func(line string)) context.Context {
	return context.WithValue(ctx, restartKey{}, tell)
}
