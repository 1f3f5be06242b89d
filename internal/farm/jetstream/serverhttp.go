package jetstream

import (
	"fmt"
	"net/http"
	"time"
)

// httpTimeout bounds a request: whoever sends nothing keeps nothing busy.
const httpTimeout = 10 * time.Second

// startHTTP starts the page and the metrics.
func (s *Server) startHTTP() error {
	if s.options.HTTP == "" {
		return nil
	}
	host, _, err := splitAddress(s.options.HTTP)
	if err != nil {
		return err
	}
	if !isLoopback(host) && !s.options.Insecure {
		return fmt.Errorf("HTTP at %s: the page has no keys: whoever reaches this address could read it; "+
			"choose one of this machine such as 127.0.0.1:8222, or allow it by --insecure", s.options.HTTP)
	}
	l, err := listen(s.options.HTTP)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", s.serveHealth)
	mux.HandleFunc("GET /metrics", s.serveMetrics)
	s.http = &http.Server{Handler: mux, ReadTimeout: httpTimeout, WriteTimeout: httpTimeout, IdleTimeout: time.Minute}
	s.httpURL = "http://" + l.Addr().String() + "/"
	go s.http.Serve(l)
	return nil
}

// serveHealth answers "ok", or why the server cannot work.
func (s *Server) serveHealth(w http.ResponseWriter, _ *http.Request) {
	if !s.nats.JetStreamEnabled() {
		http.Error(w, "the disk is full or fails", http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ok")
}

// serveMetrics answers the figures of the farm in the text format of Prometheus.
func (s *Server) serveMetrics(w http.ResponseWriter, _ *http.Request) {
	m, err := s.metrics()
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	_, _ = w.Write(m.text) // whoever does not read them has gone
}
