//go:build js && site

package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"syscall/js"
	"time"
)

// host is the name of the site for its handlers, whatever the address of the folder is.
const host = "gammonlab"

// exchange is a request of a page and the response to it. The worker gives the request as an
// object with method, url, headers (pairs) and body, and the functions head, write and end
// for the response.
type exchange struct {
	of     js.Value
	header http.Header
	status int
}

func newExchange(of js.Value) *exchange { return &exchange{of: of, header: http.Header{}} }

// start begins the answer and returns a function that ends it early, because the page does
// not wait any more.
func (e *exchange) start(h http.Handler) js.Func {
	ctx, stop := context.WithCancel(context.Background())
	cancel := js.FuncOf(func(js.Value, []js.Value) any {
		stop()
		return nil
	})
	go func() {
		defer cancel.Release()
		defer stop()
		r, err := e.request(ctx)
		if err != nil {
			http.Error(e, err.Error(), http.StatusBadRequest)
		} else {
			e.answer(h, r)
		}
		e.of.Call("end", e.status != 0)
	}()
	return cancel
}

// answer calls the handler. A handler that panics after the head leaves the response
// incomplete.
func (e *exchange) answer(h http.Handler, r *http.Request) {
	defer func() {
		if v := recover(); v != nil {
			e.status = 0
		}
	}()
	h.ServeHTTP(e, r)
	if e.status == 0 {
		e.WriteHeader(http.StatusOK)
	}
}

// request returns the request for the handler.
func (e *exchange) request(ctx context.Context) (*http.Request, error) {
	var body io.Reader
	if from := e.of.Get("body"); !from.IsNull() {
		content := make([]byte, from.Get("length").Int())
		js.CopyBytesToGo(content, from)
		body = bytes.NewReader(content)
	}
	url := e.of.Get("url").String()
	r, err := http.NewRequestWithContext(ctx, e.of.Get("method").String(), url, body)
	if err != nil {
		return nil, err
	}
	r.Host, r.RequestURI = host, url
	headers := e.of.Get("headers")
	for i := range headers.Length() {
		r.Header.Add(headers.Index(i).Index(0).String(), headers.Index(i).Index(1).String())
	}
	return r, nil
}

// Header implements [http.ResponseWriter].
func (e *exchange) Header() http.Header { return e.header }

// WriteHeader implements [http.ResponseWriter].
func (e *exchange) WriteHeader(status int) {
	if e.status != 0 {
		return
	}
	e.status = status
	var pairs []any
	for name, values := range e.header {
		for _, v := range values {
			pairs = append(pairs, []any{name, v})
		}
	}
	e.of.Call("head", status, pairs)
}

// Write implements [http.ResponseWriter].
func (e *exchange) Write(p []byte) (int, error) {
	e.WriteHeader(http.StatusOK)
	chunk := js.Global().Get("Uint8Array").New(len(p))
	js.CopyBytesToJS(chunk, p)
	e.of.Call("write", chunk)
	return len(p), nil
}

// FlushError and SetWriteDeadline are for [http.ResponseController]: nothing is buffered, and
// the worker has no deadline.
func (e *exchange) FlushError() error                { return nil }
func (e *exchange) SetWriteDeadline(time.Time) error { return nil }
