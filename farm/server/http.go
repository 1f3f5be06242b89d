package server

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"gammonlab/farm/wire"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
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
	token := ""
	if s.options.HTTPToken != "" {
		if token, err = wire.ReadToken(s.options.HTTPToken); err != nil {
			return err
		}
	}
	safe := token != "" && s.tls != nil
	if !isLoopback(host) && !safe && !s.options.Insecure {
		return fmt.Errorf("HTTP at %s: any machine that reaches this address could read the page and the metrics: set --http-token and --tls-cert, "+
			"use a loopback address, such as 127.0.0.1:8222, or permit this with --insecure", s.options.HTTP)
	}
	l, err := listen(s.options.HTTP)
	if err != nil {
		return err
	}
	scheme := "http://"
	if !isLoopback(host) && s.tls != nil {
		scheme, l = "https://", tls.NewListener(l, s.tls.config)
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
		handler = forThisMachine(handler)
	}
	if token != "" {
		handler = forToken(token, handler)
	}
	s.http = &http.Server{Handler: handler, ReadTimeout: httpTimeout, WriteTimeout: httpTimeout, IdleTimeout: time.Minute, MaxHeaderBytes: 1 << 16}
	s.httpURL = scheme + l.Addr().String() + "/"
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

// forToken refuses requests without the token: as bearer, as Prometheus sends it, or as
// password of any user, as browsers send it.
func forToken(token string, h http.Handler) http.Handler {
	want := sha256.Sum256([]byte(token))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if !ok {
			_, given, _ = r.BasicAuth()
		}
		if got := sha256.Sum256([]byte(given)); subtle.ConstantTimeCompare(got[:], want[:]) != 1 {
			w.Header().Set("WWW-Authenticate", `Basic realm="gammonlab"`)
			http.Error(w, "this page is for those who have the token of --http-token", http.StatusUnauthorized)
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

// writePage writes the page of jobs and workers, which reloads itself every 5 s.
func (o *overview) writePage(w io.Writer, url string) error {
	waiting, inHand, _ := o.shards()
	d := htmlpage.Document{
		Title:    "Farm",
		Subtitle: url + ", " + o.At.UTC().Format("2006-01-02 15:04:05") + " UTC",
		Refresh:  5,
		Verdict: htmlpage.Verdict{Headline: fmt.Sprintf("%s; %s wait, %d in hand; %s for journals.", o.Headline(),
			plaintext.Counted(waiting, "shard", "shards"), inHand, plaintext.Counted(int(o.results()), "result", "results"))},
		Problems: o.Problems(),
		Tables:   o.Tables(),
	}
	return d.Write(w)
}
