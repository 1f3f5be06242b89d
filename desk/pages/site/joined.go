package site

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"gammonlab/desk/pages/problem"
	"gammonlab/internal/workers"
)

// joinedPath is the path of the joined streams.
const joinedPath = "/streams"

// mostJoined is the maximal number of joined streams.
const mostJoined = 64

// partEvent is an event of a joined stream. Part is the number of its stream, from 0. A stream
// that ends, or is refused, has a last event "gone".
type partEvent struct {
	Part int    `json:"part"`
	ID   string `json:"id,omitempty"`
	Name string `json:"name"`
	Data string `json:"data"`
}

// serveJoined sends several streams of the site as one: those at the addresses of the
// parameters "of", each from the event after the ID in its parameter "after", if there is one. A
// browser has six connections to a server, for all its tabs together.
func (s *Site) serveJoined(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	of, after := query["of"], query["after"]
	if n := len(of); n < 1 || n > mostJoined || len(after) > n {
		return problem.Bad(fmt.Errorf("%d addresses in of and %d IDs in after, want 1 to %d addresses and no more IDs", len(of), len(after), mostJoined))
	}
	var parts []*http.Request
	for i, address := range of {
		u, err := url.ParseRequestURI(address)
		if err != nil || u.Host != "" || !strings.HasPrefix(u.Path, "/") || u.Path == joinedPath {
			return problem.Bad(fmt.Errorf("of is %.100q, want the path of a stream", address))
		}
		part := r.Clone(r.Context())
		part.URL, part.RequestURI = u, address
		part.Header.Del("Last-Event-ID")
		if i < len(after) && after[i] != "" {
			part.Header.Set("Last-Event-ID", after[i])
		}
		parts = append(parts, part)
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no")
	out := &joined{to: w, control: http.NewResponseController(w)}
	if err := out.control.Flush(); err != nil {
		return err
	}
	var all sync.WaitGroup
	for i, request := range parts {
		all.Go(func() {
			to := &part{out: out, number: i, header: http.Header{}}
			s.LogPanic(workers.Guard(func() error {
				s.mux.ServeHTTP(to, request)
				return nil
			}))
			if r.Context().Err() == nil { // when the server stops, the client reconnects
				out.event(partEvent{Part: i, Name: "gone"})
			}
		})
	}
	all.Wait()
	return nil
}

// joined is the response that several streams share.
type joined struct {
	mu      sync.Mutex
	to      http.ResponseWriter
	control *http.ResponseController
}

// event sends an event.
func (j *joined) event(e partEvent) error {
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return j.send(fmt.Sprintf("event: part\ndata: %s\n\n", text))
}

func (j *joined) send(text string) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if _, err := j.to.Write([]byte(text)); err != nil {
		return err
	}
	return j.control.Flush()
}

// part is the response of one of joined streams.
type part struct {
	out    *joined
	number int
	header http.Header
	status int
	text   bytes.Buffer // up to the end of an event
}

// Header implements [http.ResponseWriter].
func (p *part) Header() http.Header { return p.header }

// WriteHeader implements [http.ResponseWriter].
func (p *part) WriteHeader(status int) { p.status = status }

// errNoStream is returned for responses that are no streams.
var errNoStream = errors.New("not a stream")

// Write implements [http.ResponseWriter]: it sends the complete events.
func (p *part) Write(text []byte) (int, error) {
	if p.status > http.StatusOK || p.header.Get("Content-Type") != "text/event-stream" {
		return 0, errNoStream
	}
	p.text.Write(text)
	for {
		block, rest, complete := bytes.Cut(p.text.Bytes(), []byte("\n\n"))
		if !complete {
			return len(text), nil
		}
		e := partEvent{Part: p.number}
		var data []string
		for line := range strings.SplitSeq(string(block), "\n") {
			name, value, _ := strings.Cut(line, ": ")
			switch name {
			case "id":
				e.ID = value
			case "event":
				e.Name = value
			case "data":
				data = append(data, value)
			}
		}
		p.text.Next(len(p.text.Bytes()) - len(rest))
		e.Data = strings.Join(data, "\n")
		err := error(nil)
		if e.Name != "" {
			err = p.out.event(e)
		} else {
			err = p.out.send(": alive\n\n")
		}
		if err != nil {
			return 0, err
		}
	}
}

// SetWriteDeadline sets the deadline of the shared response, for [http.ResponseController].
func (p *part) SetWriteDeadline(at time.Time) error { return p.out.control.SetWriteDeadline(at) }

// FlushError implements the flush of [http.ResponseController]: events are flushed already.
func (p *part) FlushError() error { return nil }
