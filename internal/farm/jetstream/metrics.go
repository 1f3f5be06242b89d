package jetstream

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nats-io/nats-server/v2/server"
)

// metricsText is figures in the text format of Prometheus, version 0.0.4. The
// library for it would add 2 MB to the program and has much that nobody needs here.
type metricsText struct{ text []byte }

// family begins the figures of one name; its kind is gauge or counter.
func (m *metricsText) family(name, kind, help string) {
	m.text = fmt.Appendf(m.text, "# HELP %s %s\n# TYPE %s %s\n", name, escapeHelp.Replace(help), name, kind)
}

// value adds a figure, with pairs of label names and values.
func (m *metricsText) value(name string, value float64, labels ...string) {
	m.text = append(m.text, name...)
	for i := 0; i+1 < len(labels); i += 2 {
		sep := ","
		if i == 0 {
			sep = "{"
		}
		m.text = fmt.Appendf(m.text, `%s%s="%s"`, sep, labels[i], escapeLabel.Replace(strings.ToValidUTF8(labels[i+1], "\ufffd")))
	}
	if len(labels) > 0 {
		m.text = append(m.text, '}')
	}
	m.text = append(m.text, ' ')
	m.text = strconv.AppendFloat(m.text, value, 'g', -1, 64)
	m.text = append(m.text, '\n')
}

// single adds a family of one figure without labels.
func (m *metricsText) single(name, kind, help string, value float64) {
	m.family(name, kind, help)
	m.value(name, value)
}

var (
	escapeHelp  = strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	escapeLabel = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)
)

// Kinds of metrics.
const (
	gauge   = "gauge"
	counter = "counter"
)

// metrics returns the figures of the farm.
func (s *Server) metrics() (*metricsText, error) {
	m := &metricsText{}
	streams, err := s.streams()
	if err != nil {
		return nil, err
	}
	streamMetrics(m, streams)
	m.single("gammonlab_refused_total", counter, "Publishes and subscriptions that permissions forbid, since the start.", float64(s.log.refused.Load()))
	m.single("gammonlab_connections", gauge, "Clients that are connected.", float64(s.nats.NumClients()))
	return m, nil
}

// streams returns what the embedded server says of its streams, by name.
func (s *Server) streams() (map[string]server.StreamDetail, error) {
	info, err := s.nats.Jsz(&server.JSzOptions{Accounts: true, Streams: true, Consumer: true})
	if err != nil {
		return nil, err
	}
	all := map[string]server.StreamDetail{}
	for _, account := range info.AccountDetails {
		for _, stream := range account.Streams {
			all[stream.Name] = stream
		}
	}
	return all, nil
}

// streamMetrics adds the figures of streams.
func streamMetrics(m *metricsText, streams map[string]server.StreamDetail) {
	var inHand, again int
	for _, c := range streams[StreamWork].Consumer {
		inHand += c.NumAckPending
		again += c.NumRedelivered
	}
	waiting := max(int(streams[StreamWork].State.Msgs)-inHand, 0)
	m.single("gammonlab_shards_waiting", gauge, "Shards that no worker has.", float64(waiting))
	m.single("gammonlab_shards_in_hand", gauge, "Shards that workers have and have not done.", float64(inHand))
	m.single("gammonlab_shards_redelivered", gauge, "Shards in hand that another worker had before.", float64(again))
	m.single("gammonlab_results_waiting", gauge, "Results that no journal has.", float64(streams[StreamResults].State.Msgs))
	m.family("gammonlab_stream_bytes", gauge, "Size of each stream.")
	for _, c := range Streams(0) {
		m.value("gammonlab_stream_bytes", float64(streams[c.Name].State.Bytes), "stream", c.Name)
	}
}
