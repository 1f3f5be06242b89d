package server

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gammonlab/farm/wire"
)

// metricsText writes metrics in the text format of Prometheus, version 0.0.4. The official
// library would add 2.2 MB to the program.
type metricsText struct{ text []byte }

// Kinds of metrics.
const (
	gauge   = "gauge"
	counter = "counter"
)

// family begins the values of the metric with the name.
func (m *metricsText) family(name, kind, help string) {
	m.text = fmt.Appendf(m.text, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

// value adds a value, with pairs of label names and label values.
func (m *metricsText) value(name string, value float64, labels ...string) {
	m.text = append(m.text, name...)
	before := byte('{')
	for i := 0; i < len(labels); i += 2 {
		m.text = fmt.Appendf(append(m.text, before), `%s="%s"`, labels[i], escapeLabel.Replace(strings.ToValidUTF8(labels[i+1], "\ufffd")))
		before = ','
	}
	if len(labels) > 0 {
		m.text = append(m.text, '}')
	}
	m.text = strconv.AppendFloat(append(m.text, ' '), value, 'g', -1, 64)
	m.text = append(m.text, '\n')
}

var escapeLabel = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)

// single adds a metric with one value and no labels.
func (m *metricsText) single(name, kind, help string, value float64) {
	m.family(name, kind, help)
	m.value(name, value)
}

// metrics returns the metrics of the farm.
func (s *Server) metrics(o *overview) []byte {
	m := &metricsText{}
	waiting, inHand, again := o.shards()
	m.single("gammonlab_shards_waiting", gauge, "Shards that no worker has.", float64(waiting))
	m.single("gammonlab_shards_in_hand", gauge, "Shards that workers have and have not done.", float64(inHand))
	m.single("gammonlab_shards_redelivered", gauge, "Shards in hand that another worker had before.", float64(again))
	m.single("gammonlab_results_waiting", gauge, "Results that no journal has.", float64(o.results()))
	streams := slices.SortedFunc(maps.Keys(o.streams), comparePlaces)
	m.family("gammonlab_stream_bytes", gauge, "Size of each stream.")
	for _, at := range streams {
		m.value("gammonlab_stream_bytes", float64(o.streams[at].State.Bytes), o.labels(at)...)
	}
	m.family("gammonlab_stream_limit_bytes", gauge, "Bytes that each stream may have at most.")
	for _, at := range streams {
		m.value("gammonlab_stream_limit_bytes", float64(o.streams[at].Config.MaxBytes), o.labels(at)...)
	}
	m.single("gammonlab_refused_total", counter, "Publishes and subscriptions that permissions forbid.", float64(s.log.refused.Load()))
	m.single("gammonlab_connections", gauge, "Clients that are connected.", float64(o.clients))
	m.workers(o)
	m.jobs(o)
	return m.text
}

// labels returns the labels of a stream.
func (o *overview) labels(at place) []string {
	kind, owner, _ := strings.Cut(at.stream, "-")
	if owner == "" {
		owner = at.account // of shared streams
	}
	return []string{"stream", kind, "owner", o.Holder(owner)}
}

// workers adds the metrics of workers by the class of their kernels.
func (m *metricsText) workers(o *overview) {
	var classes []string // in the order of their first workers
	count, cores := map[string]float64{}, map[string]float64{}
	for _, w := range o.Workers {
		if count[w.Class] == 0 {
			classes = append(classes, w.Class)
		}
		count[w.Class]++
		cores[w.Class] += float64(w.Cores)
	}
	for _, f := range []struct {
		name, help string
		values     map[string]float64
	}{
		{"gammonlab_workers", "Workers heard of in the last 30 s.", count},
		{"gammonlab_worker_cores", "Cores of workers.", cores},
	} {
		m.family(f.name, gauge, f.help)
		for _, class := range classes {
			m.value(f.name, f.values[class], "class", class)
		}
	}
}

// jobs adds the progress of jobs.
func (m *metricsText) jobs(o *overview) {
	m.single("gammonlab_jobs", gauge, "Jobs of the server.", float64(len(o.Jobs)))
	for _, f := range []struct {
		name, kind, help string
		value            func(p *wire.Progress) float64
	}{
		{"gammonlab_job_shards_total", counter, "Shards in the journal since its command was started.", func(p *wire.Progress) float64 { return float64(p.Shards) }},
		{"gammonlab_job_items_total", counter, "Items in the journal since its command was started.", func(p *wire.Progress) float64 { return float64(p.Items) }},
		{"gammonlab_job_items_wanted", gauge, "Items that the command is to have in the journal, 0 if that is not known.", func(p *wire.Progress) float64 { return float64(p.Of) }},
		{"gammonlab_job_core_seconds_total", counter, "Time that cores of workers have taken.", func(p *wire.Progress) float64 { return p.CoreSeconds }},
		{"gammonlab_job_offered_again_total", counter, "Shards that were offered again.", func(p *wire.Progress) float64 { return float64(p.Again) }},
		{"gammonlab_job_audits_total", counter, "Results that were checked.", func(p *wire.Progress) float64 { return float64(p.Audits) }},
		{"gammonlab_job_faults_total", counter, "Workers whose results are refused.", func(p *wire.Progress) float64 { return float64(p.Faults) }},
		{"gammonlab_job_in_flight", gauge, "Shards handed out and not in the journal.", func(p *wire.Progress) float64 { return float64(p.InFlight) }},
	} {
		m.family(f.name, f.kind, f.help)
		for _, j := range o.Jobs {
			m.value(f.name, f.value(&j.Progress), "job", j.ID, "kind", j.Description.Kind, "owner", o.Holder(j.Owner))
		}
	}
}
