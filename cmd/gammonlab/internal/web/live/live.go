// Package live shows in streams what changes in files: it looks at them from time to
// time while somebody follows.
package live

import (
	"net/http"
	"sync"
	"time"

	"gammonlab/cmd/gammonlab/internal/web/stream"
)

// Look publishes what is new. It reports whether nothing more will come.
type Look func(t *stream.Topic) (done bool, err error)

// Live has the topics that are followed, by name. All who follow one share it.
type Live struct {
	hub   *stream.Hub
	every time.Duration
	mu    sync.Mutex
	all   map[string]*followed
}

// Interval is the time between two looks of [New].
const Interval = time.Second

// grace is how long a topic that nobody follows is kept, so that a client whose
// connection was cut goes on where it was.
const grace = 10 * time.Second

// New returns no topics yet.
func New(hub *stream.Hub) *Live {
	return &Live{hub: hub, every: Interval, all: map[string]*followed{}}
}

// followed is a topic with those who follow it.
type followed struct {
	topic *stream.Topic
	users int
	stop  chan struct{}
	begun sync.Once
	err   error
}

// Serve sends the topic of a name. If nobody follows it yet, begin returns what looks
// for news.
func (l *Live) Serve(w http.ResponseWriter, r *http.Request, name string, begin func() (Look, error)) error {
	f := l.enter(name)
	defer l.leave(name, f)
	f.begun.Do(func() { f.err = f.begin(begin, l.every) })
	if f.err != nil {
		return f.err
	}
	return l.hub.Serve(w, r, f.topic)
}

// enter returns the topic for one more who follows it.
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

// leave ends a topic if nobody has followed it for a while; one that has failed ends
// at once.
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

// begin looks for the first time, and goes on with that.
func (f *followed) begin(begin func() (Look, error), every time.Duration) error {
	look, err := begin()
	if err != nil {
		return err
	}
	done, err := look(f.topic)
	if err != nil {
		return err
	}
	if done {
		f.topic.End("{}")
		return nil
	}
	go f.watch(look, every)
	return nil
}

// watch looks until all is said, or nobody follows.
func (f *followed) watch(look Look, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-f.stop:
			return
		case <-tick.C:
		}
		if done, err := look(f.topic); err == nil && done { // what cannot be read may be whole the next time
			f.topic.End("{}")
			return
		}
	}
}
