// Package problem implements the errors of calls and pages: a status and a text.
//
// Not for other modules.
package problem

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// Type is the media type of a [Problem] (RFC 9457).
const Type = "application/problem+json"

// Problem is an error with the status of its response.
type Problem struct {
	Status int    `json:"status"`
	Title  string `json:"title"` // name of the status
	Detail string `json:"detail"`

	RetryAfter time.Duration `json:"-"` // time until a retry; 0 for none
}

// Error implements error.
func (p *Problem) Error() string { return p.Detail }

// New returns a problem with a status.
func New(status int, format string, args ...any) *Problem {
	return &Problem{Status: status, Title: http.StatusText(status), Detail: fmt.Sprintf(format, args...)}
}

// Bad returns the problem of a wrong request, status 400. It returns nil if err is nil,
// and returns problems unchanged.
func Bad(err error) error {
	var p *Problem
	if err == nil || errors.As(err, &p) {
		return err
	}
	return New(http.StatusBadRequest, "%s", err)
}

// NotFound returns the problem of a missing thing, status 404.
func NotFound(what, name string) *Problem {
	return New(http.StatusNotFound, "there is no %s %q", what, name)
}

// Busy returns the problem of an overloaded server, status 503.
func Busy(format string, args ...any) *Problem {
	p := New(http.StatusServiceUnavailable, format, args...)
	p.RetryAfter = 2 * time.Second
	return p
}

// Of returns the problem of an error: the error itself if it is a problem, a busy server
// for computations that took too long or were stopped, otherwise an internal error.
func Of(err error) *Problem {
	var p *Problem
	switch {
	case errors.As(err, &p):
		return p
	case errors.Is(err, context.DeadlineExceeded):
		return Busy("the computation took too long; request fewer plies")
	case errors.Is(err, context.Canceled):
		return Busy("the computation was stopped")
	}
	return New(http.StatusInternalServerError, "%s", err)
}

// Head writes the status and the headers of the response, except the content type.
func (p *Problem) Head(w http.ResponseWriter) {
	if p.RetryAfter > 0 {
		seconds := (p.RetryAfter + time.Second - 1) / time.Second
		w.Header().Set("Retry-After", strconv.Itoa(int(seconds)))
	}
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(p.Status)
}

// Write writes the problem in JSON.
func (p *Problem) Write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", Type)
	p.Head(w)
	json.NewEncoder(w).Encode(p) // an error means that the client is gone
}
