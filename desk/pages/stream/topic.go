// Package stream sends server-sent events to pages and programs. A [Topic] contains the
// events of a computation and keeps them for clients that connect later or again; a [Hub]
// serves topics.
//
// Not for other modules.
package stream

import (
	"encoding/json"
	"slices"
	"sync"
)

// keep is the number of events that a topic keeps.
const keep = 1024

// The kinds of events that the script of the pages handles. An event with another name
// contains HTML for the element of that name.
const (
	State  = "state"  // the current state, in JSON; replaces earlier ones
	HTML   = "html"   // the new content of the element that shows the stream
	Append = "append" // an addition, in JSON
	gap    = "gap"    // events were lost: read the whole state
	end    = "end"    // the last event
)

// Event is an event of a topic.
type Event struct {
	ID   uint64 // 1 for the first of the topic
	Name string
	Data string
}

// Topic is a sequence of events. It is safe for concurrent use.
type Topic struct {
	mu      sync.Mutex
	events  []Event // the last events, by ID
	last    uint64
	dropped uint64 // ID of the last event that was dropped without replacement
	ended   bool
	news    chan struct{} // closed by the next event
}

// NewTopic returns a topic.
func NewTopic() *Topic { return &Topic{news: make(chan struct{})} }

// Publish adds an event. It removes earlier events of the name, so a client that is
// behind receives only the newest one; events [Append] are all kept. After [Topic.End]
// Publish does nothing.
func (t *Topic) Publish(name, data string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.publish(name, data)
}

// PublishJSON publishes a value in JSON.
func (t *Topic) PublishJSON(name string, v any) error {
	text, err := json.Marshal(v)
	if err == nil {
		t.Publish(name, string(text))
	}
	return err
}

// End publishes the last event of the topic.
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

// after returns the first event after an ID, nil if there is none yet, whether the topic
// has ended with it, and a channel that the next event closes. If events after the ID
// were lost, the event is a gap.
func (t *Topic) after(id uint64) (e *Event, ended bool, news <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if id > t.last { // the ID is from before a restart of the server
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
