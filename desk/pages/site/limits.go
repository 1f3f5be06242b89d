package site

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"time"

	"gammonlab/desk/pages/problem"
)

// Limits are the limits for clients of the server.
type Limits struct {
	Header, Body time.Duration // time to read the head of a request, and all of it
	Write        time.Duration // time to answer, except streams
	Idle         time.Duration // time between requests of a connection
	Stop         time.Duration // time for requests to end when the server stops
	HeaderBytes  int
	BodyBytes    int64
	Connections  int // at a time
	PerClient    int // connections of one address
	Reserve      int // further connections, for /healthz and for requests with the token
}

// DefaultLimits returns the limits of a server for a few people.
func DefaultLimits() Limits {
	return Limits{
		Header: 5 * time.Second, Body: 30 * time.Second, Write: time.Minute, Idle: 2 * time.Minute, Stop: 5 * time.Second,
		HeaderBytes: 16 << 10, BodyBytes: 1 << 20, Connections: 64, PerClient: 48, Reserve: 8,
	}
}

// readBody reads the full body of a request, then lifts the time limit for reading:
// otherwise the server would end requests whose computation exceeds this limit.
func (s *Site) readBody(w http.ResponseWriter, r *http.Request, most int64) error {
	if most == 0 {
		most = s.options.Limits.BodyBytes
	}
	if r.Body != nil && r.Body != http.NoBody {
		text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
		var long *http.MaxBytesError
		switch {
		case errors.As(err, &long):
			return problem.New(http.StatusRequestEntityTooLarge, "the body has more than %d bytes", most)
		case err != nil:
			return problem.New(http.StatusBadRequest, "cannot read the body: %s", err)
		}
		r.Body = io.NopCloser(bytes.NewReader(text))
	}
	err := http.NewResponseController(w).SetReadDeadline(time.Time{})
	if errors.Is(err, http.ErrNotSupported) { // recorders of tests return it
		return nil
	}
	return err
}
