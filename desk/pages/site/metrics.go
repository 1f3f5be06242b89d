package site

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"
)

// metrics contains the counters of the server for Prometheus's text format.
type metrics struct {
	mu     sync.Mutex
	calls  map[call]*cost
	gauges []gauge
}

// call is the key by which requests are counted.
type call struct {
	pattern string
	status  int
}

type cost struct {
	n       int
	seconds float64
}

// gauge is a number that other packages keep.
type gauge struct {
	name, help, kind string
	value            func() float64
}

// count counts an answered request.
func (m *metrics) count(pattern string, status int, took time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.calls == nil {
		m.calls = map[call]*cost{}
	}
	at := call{pattern, status}
	c := m.calls[at]
	if c == nil {
		c = new(cost)
		m.calls[at] = c
	}
	c.n++
	c.seconds += took.Seconds()
}

// AddCounter adds a number that only increases to /metrics.
func (s *Site) AddCounter(name, help string, value func() float64) {
	s.metrics.gauges = append(s.metrics.gauges, gauge{name, help, "counter", value})
}

// AddGauge adds a number to /metrics.
func (s *Site) AddGauge(name, help string, value func() float64) {
	s.metrics.gauges = append(s.metrics.gauges, gauge{name, help, "gauge", value})
}

// write writes all numbers.
func (m *metrics) write(w http.ResponseWriter, _ *http.Request) error {
	var b bytes.Buffer
	m.writeCalls(&b)
	for _, g := range m.gauges {
		fmt.Fprintf(&b, "# HELP %s %s\n# TYPE %s %s\n%s %v\n", g.name, g.help, g.name, g.kind, g.name, g.value())
	}
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	w.Write(b.Bytes())
	return nil
}

// writeCalls writes the numbers of requests and their times.
func (m *metrics) writeCalls(b *bytes.Buffer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := slices.SortedFunc(maps.Keys(m.calls), func(x, y call) int {
		return cmp.Or(cmp.Compare(x.pattern, y.pattern), cmp.Compare(x.status, y.status))
	})
	b.WriteString("# HELP gammonlab_requests_total Requests answered.\n# TYPE gammonlab_requests_total counter\n")
	for _, c := range all {
		fmt.Fprintf(b, "gammonlab_requests_total{route=%q,status=\"%d\"} %d\n", c.pattern, c.status, m.calls[c].n)
	}
	b.WriteString("# HELP gammonlab_request_seconds_total Time spent on requests.\n# TYPE gammonlab_request_seconds_total counter\n")
	for _, c := range all {
		fmt.Fprintf(b, "gammonlab_request_seconds_total{route=%q,status=\"%d\"} %g\n", c.pattern, c.status, m.calls[c].seconds)
	}
}
