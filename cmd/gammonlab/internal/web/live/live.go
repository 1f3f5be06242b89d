// Package live streams the changes of files: it polls them while clients follow.
package live

import (
	"net/http"
	"sync"
	"time"

	"gammonlab/cmd/gammonlab/internal/web/stream"
)

// Poll publishes changes. It reports whether the topic is complete.
type Poll func(t *stream.Topic) (done bool, err error)

// Live contains the followed topics by name. All clients of a topic share it.
type Live struct {
	hub   *stream.Hub
	every time.Duration
	mu    sync.Mutex
	all   map[string]*followed
}

// Interval is the time between two polls of [New].
const Interval = time.Second

// grace is the time for which a topic without clients is kept, so a client can resume
// after a lost connection.
const grace = 10 * time.Second

// New returns a Live without topics.
func New(hub *stream.Hub) *Live {
	return &Live{hub: hub, every: Interval, all: map[string]*followed{}}
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
	f.begun.Do(func() { f.err = f.begin(begin, l.every) })
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
func (f *followed) begin(begin func() (Poll, error), every time.Duration) error {
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
	go f.watch(poll, every)
	return nil
}

// watch polls until the topic is complete or has no clients.
func (f *followed) watch(poll Poll, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-f.stop:
			return
		case <-tick.C:
		}
		if done, err := poll(f.topic); err == nil && done { // a file that cannot be read may be complete at the next poll
			f.topic.End("{}")
			return
		}
	}
}
