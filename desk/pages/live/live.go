// Package live streams the changes of files: it polls them while clients follow.
//
// Not for other modules.
package live

import (
	"net/http"
	"sync"
	"time"

	"gammonlab/desk/pages/stream"
	"gammonlab/internal/workers"
)

// Poll publishes changes. It reports whether the topic is complete.
type Poll func(t *stream.Topic) (done bool, err error)

// Live contains the followed topics by name. All clients of a topic share it.
type Live struct {
	hub      *stream.Hub
	every    time.Duration
	panicked func(error) bool
	mu       sync.Mutex
	all      map[string]*followed
}

// Interval is the time between two polls of [New].
const Interval = time.Second

// grace is the time for which a topic without clients is kept, so a client can resume
// after a lost connection.
const grace = 10 * time.Second

// New returns a Live without topics. The function panicked reports whether an error is a
// panic, and logs it then.
func New(hub *stream.Hub, panicked func(error) bool) *Live {
	return &Live{hub: hub, every: Interval, panicked: panicked, all: map[string]*followed{}}
}

// followed is a topic with the number of its clients.
type followed struct {
	topic *stream.Topic
	users int
	stop  chan struct{}
	begun sync.Once
	err   error
}

// Serve streams the topic with a name. For the first client, begin returns the function
// that polls for changes.
func (l *Live) Serve(w http.ResponseWriter, r *http.Request, name string, begin func() (Poll, error)) error {
	f := l.enter(name)
	defer l.leave(name, f)
	f.begun.Do(func() { f.err = f.begin(begin, l) })
	if f.err != nil {
		return f.err
	}
	return l.hub.Serve(w, r, f.topic)
}

// enter returns the topic and adds a client.
func (l *Live) enter(name string) *followed {
	l.mu.Lock()
	defer l.mu.Unlock()
	f := l.all[name]
	if f == nil {
		f = &followed{topic: stream.NewTopic(), stop: make(chan struct{})}
		l.all[name] = f
	}
	f.users++
	return f
}

// leave removes a client. A topic without clients ends after a while, a failed topic at
// once.
func (l *Live) leave(name string, f *followed) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f.users--
	if f.users > 0 {
		return
	}
	if f.err != nil {
		l.remove(name, f)
		return
	}
	time.AfterFunc(grace, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if f.users == 0 {
			l.remove(name, f)
		}
	})
}

func (l *Live) remove(name string, f *followed) {
	if l.all[name] == f {
		delete(l.all, name)
		close(f.stop)
	}
}

// begin polls for the first time and starts to watch.
func (f *followed) begin(begin func() (Poll, error), l *Live) error {
	poll, err := begin()
	if err != nil {
		return err
	}
	done, err := poll(f.topic)
	if err != nil {
		return err
	}
	if done {
		f.topic.End("{}")
		return nil
	}
	go f.watch(poll, l)
	return nil
}

// watch polls until the topic is complete or has no clients.
func (f *followed) watch(poll Poll, l *Live) {
	tick := time.NewTicker(l.every)
	defer tick.Stop()
	for {
		select {
		case <-f.stop:
			return
		case <-tick.C:
		}
		var done bool
		err := workers.Guard(func() (err error) {
			done, err = poll(f.topic)
			return err
		})
		switch {
		case err == nil && done:
			f.topic.End("{}")
			return
		case l.panicked(err): // other errors may be over at the next poll
			return
		}
	}
}
