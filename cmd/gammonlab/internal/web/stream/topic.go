// Package stream sends events to pages and programs while work runs, as server-sent
// events. A [Topic] has the events of some work and keeps them for those who come later or
// again; a [Hub] serves topics.
package stream

import (
	"encoding/json"
	"slices"
	"sync"
)

// keep is how many events a topic keeps.
const keep = 1024

// Kinds of events that the script of the pages knows. An event of another name
// brings HTML for the element of that name.
const (
	State  = "state"  // how things stand, in JSON; replaces earlier ones
	HTML   = "html"   // the new content of the element that shows the stream
	Append = "append" // something more, in JSON
	gap    = "gap"    // events were lost: ask for the whole
	end    = "end"    // the last one
)

// Event is what a topic sends.
type Event struct {
	ID   uint64 // 1 for the first of the topic
	Name string
	Data string
}

// Topic is something that goes on, with what was said of it. It serves any number
// of goroutines.
type Topic struct {
	mu      sync.Mutex
	events  []Event // the last ones, by ID
	last    uint64
	dropped uint64 // ID of the last that is not kept and was not replaced
	ended   bool
	news    chan struct{} // closed by the next event
}

// NewTopic returns a topic.
func NewTopic() *Topic { return &Topic{news: make(chan struct{})} }

// Publish says something. Earlier events of the name are forgotten, so that who is
// behind gets only the newest one; those of [Append] are all kept. After [Topic.End]
// it does nothing.
func (t *Topic) Publish(name, data string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.publish(name, data)
}

// PublishJSON is Publish of a value in JSON.
func (t *Topic) PublishJSON(name string, v any) error {
	text, err := json.Marshal(v)
	if err == nil {
		t.Publish(name, string(text))
	}
	return err
}

// End says the last word of the topic.
func (t *Topic) End(data string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.publish(end, data)
	t.ended = true
}

func (t *Topic) publish(name, data string) {
	if t.ended {
		return
	}
	if name != Append {
		t.events = slices.DeleteFunc(t.events, func(e Event) bool { return e.Name == name })
	}
	if len(t.events) == keep {
		t.dropped = t.events[0].ID
		t.events = slices.Delete(t.events, 0, 1)
	}
	t.last++
	t.events = append(t.events, Event{t.last, name, data})
	close(t.news)
	t.news = make(chan struct{})
}

// after returns the first event after an ID, whether it is the last one ever, and
// what is closed by the next one; nil if there is none yet. If events behind the ID
// were lost, it is one that says so.
func (t *Topic) after(id uint64) (e *Event, ended bool, news <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if id > t.last { // of a topic of the same name before the server was started again
		id = 0
	}
	if id > 0 && id < t.dropped {
		return &Event{t.dropped, gap, "{}"}, false, t.news
	}
	i, _ := slices.BinarySearchFunc(t.events, id+1, func(e Event, id uint64) int { return int(e.ID) - int(id) })
	if i == len(t.events) {
		return nil, t.ended, t.news
	}
	next := t.events[i]
	return &next, next.Name == end, t.news
}
