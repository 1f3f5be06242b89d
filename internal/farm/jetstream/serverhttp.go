package jetstream

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// httpTimeout is the maximal time of a request, so idle clients hold no resources.
const httpTimeout = 10 * time.Second

// startHTTP starts the page, the metrics and the health check.
func (s *Server) startHTTP() error {
	if s.options.HTTP == "" {
		return nil
	}
	host, _, err := splitAddress(s.options.HTTP)
	if err != nil {
		return err
	}
	if !isLoopback(host) && !s.options.Insecure {
		return fmt.Errorf("HTTP at %s: the page requires no key: any machine that reaches this address could read it; "+
			"use a loopback address, such as 127.0.0.1:8222, or permit this with --insecure", s.options.HTTP)
	}
	l, err := listen(s.options.HTTP)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", s.serveHealth)
	mux.HandleFunc("GET /metrics", s.serveOverview("text/plain; version=0.0.4; charset=utf-8", func(to *bytes.Buffer, o *overview) error {
		_, err := to.Write(s.metrics(o))
		return err
	}))
	mux.HandleFunc("GET /{$}", s.serveOverview("text/html; charset=utf-8", func(to *bytes.Buffer, o *overview) error {
		return o.writePage(to, s.URL())
	}))
	var handler http.Handler = mux
	if isLoopback(host) {
		handler = forThisMachine(mux)
	}
	s.http = &http.Server{Handler: handler, ReadTimeout: httpTimeout, WriteTimeout: httpTimeout, IdleTimeout: time.Minute, MaxHeaderBytes: 1 << 16}
	s.httpURL = "http://" + l.Addr().String() + "/"
	go s.http.Serve(l) // shutdown ends it
	return nil
}

// forThisMachine refuses requests for another host name. Otherwise a foreign page could
// read the answers if its host name resolves to this machine.
func forThisMachine(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := (&url.URL{Host: r.Host}).Hostname()
		if !isLoopback(name) {
			http.Error(w, "this page is for the machine that it is on", http.StatusForbidden)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// serveHealth answers "ok", or the reason why the server cannot work.
func (s *Server) serveHealth(w http.ResponseWriter, _ *http.Request) {
	if err := s.fault(); err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ok")
}

// serveOverview returns a handler that answers with the state of the farm; write formats
// the state.
func (s *Server) serveOverview(kind string, write func(to *bytes.Buffer, o *overview) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var text bytes.Buffer
		o, err := s.overview(r.Context())
		if err == nil {
			err = write(&text, o)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Cache-Control", "no-store")
		_, _ = text.WriteTo(w) // an error means that the client has closed the connection
	}
}
