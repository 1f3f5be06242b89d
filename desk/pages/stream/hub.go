package stream

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"gammonlab/desk/pages/problem"
)

// Limits bound streams.
type Limits struct {
	Streams  int           // streams at a time
	Pause    time.Duration // time between events of a stream
	Comment  time.Duration // time after which a comment keeps the stream alive
	Patience time.Duration // time for a client to receive data
	Retry    time.Duration // time after which a client reconnects
}

// DefaultLimits returns the limits of a server for a few people.
func DefaultLimits() Limits {
	return Limits{
		Streams: 128, Pause: 200 * time.Millisecond, Comment: 15 * time.Second, Patience: 10 * time.Second, Retry: 2 * time.Second,
	}
}

// Hub serves topics as streams.
type Hub struct {
	limits Limits
	open   atomic.Int64
}

// NewHub returns a hub.
func NewHub(l Limits) *Hub { return &Hub{limits: l} }

// Open returns the number of open streams.
func (h *Hub) Open() int { return int(h.open.Load()) }

// Serve sends the events of a topic until the topic ends, the client disconnects, or the
// server stops, which also sends "end". It begins after the event of the header
// Last-Event-ID, if there is one.
func (h *Hub) Serve(w http.ResponseWriter, r *http.Request, t *Topic) error {
	id, err := lastID(r)
	if err != nil {
		return err
	}
	if e, ended, _ := t.after(id); e == nil && ended { // nothing more comes, and the client must not reconnect
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	defer h.open.Add(-1)
	if n := h.open.Add(1); n > int64(h.limits.Streams) {
		return problem.Busy("%d streams are open already", h.limits.Streams)
	}
	s := &sender{to: w, control: http.NewResponseController(w), limits: &h.limits}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no")
	fmt.Fprintf(&s.out, "retry: %d\n\n", h.limits.Retry.Milliseconds())
	if s.send() == nil {
		s.follow(r.Context(), t, id)
	}
	return nil
}

// lastID returns the ID of the last event that a client has received.
func lastID(r *http.Request) (uint64, error) {
	text := r.Header.Get("Last-Event-ID")
	if text == "" {
		return 0, nil
	}
	id, err := strconv.ParseUint(text, 10, 63)
	if err != nil {
		return 0, problem.Bad(fmt.Errorf("Last-Event-ID is %q, want a number", text))
	}
	return id, nil
}

// sender writes one stream.
type sender struct {
	to      http.ResponseWriter
	control *http.ResponseController
	limits  *Limits
	out     bytes.Buffer
}

// follow sends the events after an ID as they come, with a pause between them.
func (s *sender) follow(ctx context.Context, t *Topic, id uint64) {
	comment := time.NewTicker(s.limits.Comment)
	defer comment.Stop()
	pause := time.NewTimer(0)
	defer pause.Stop()
	<-pause.C
	ready := true
	for {
		e, last, news := t.after(id)
		if e != nil && (ready || last) {
			id = e.ID
			s.event(e)
			if s.send() != nil || last {
				return
			}
			pause.Reset(s.limits.Pause)
			ready = false
			continue
		}
		if e != nil {
			news = nil // wait for the end of the pause
		}
		select {
		case <-news:
		case <-pause.C:
			ready = true
		case <-comment.C:
			s.out.WriteString(": alive\n\n")
			if s.send() != nil {
				return
			}
		case <-ctx.Done(): // the client has disconnected, or the server stops
			s.event(&Event{id, end, `{"reason":"the server stops"}`})
			s.send()
			return
		}
	}
}

// event writes an event into the buffer, with a data field for each line.
func (s *sender) event(e *Event) {
	fmt.Fprintf(&s.out, "id: %d\nevent: %s\n", e.ID, e.Name)
	data := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(e.Data)
	for line := range strings.SplitSeq(data, "\n") {
		fmt.Fprintf(&s.out, "data: %s\n", line)
	}
	s.out.WriteByte('\n')
}

// send sends the buffer to a client within the time limit.
func (s *sender) send() error {
	defer s.out.Reset()
	if err := s.control.SetWriteDeadline(time.Now().Add(s.limits.Patience)); err != nil {
		return err
	}
	if _, err := s.to.Write(s.out.Bytes()); err != nil {
		return err
	}
	return s.control.Flush()
}
