package worker

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"gammonlab/farm/wire"

	"github.com/nats-io/nats.go"
)

// handed is a shard that the server has given to this worker.
type handed struct {
	*nats.Msg
	client    *wire.Client
	token     string // of the shard
	delivered uint64 // how often the server has given it to workers
}

// next requests a shard of the job and waits for the given time. It returns nil if the job has
// no shard. The library's consumers are of no use here: they request data of the consumer
// first, which the account of a worker cannot.
func next(ctx context.Context, c *wire.Client, a wire.Address, wait time.Duration) (*handed, error) {
	answers, err := c.Conn().SubscribeSync(c.Conn().NewInbox())
	if err != nil {
		return nil, err
	}
	defer answers.Unsubscribe()
	body := `{"batch":1,"no_wait":true}`
	if wait > 0 {
		body = fmt.Sprintf(`{"batch":1,"expires":%d}`, wait.Nanoseconds())
	}
	api := strings.TrimSuffix(wire.APINext(a.Owner), "*") + a.ID
	if err := c.Conn().PublishRequest(api, answers.Subject, []byte(body)); err != nil {
		return nil, err
	}
	m, err := c.Answer(ctx, answers, api)
	if err != nil {
		return nil, err
	}
	switch status := m.Header.Get("Status"); status {
	case "":
		return readHanded(c, m, a)
	case "404", "408": // no shard; none within the time
		return nil, nil
	default:
		return nil, fmt.Errorf("%s: %s %s", api, status, m.Header.Get("Description"))
	}
}

// readHanded reads a delivered message of the job.
func readHanded(c *wire.Client, m *nats.Msg, a wire.Address) (*handed, error) {
	subject, ack := strings.Split(m.Subject, "."), strings.Split(m.Reply, ".")
	// $JS.ACK, the stream, the consumer, the number of deliveries and four more; servers of a
	// domain put two tokens before the stream and one at the end.
	at := 4
	if len(ack) > 9 {
		at += 2
	}
	h := &handed{Msg: m, client: c}
	var err error
	if len(ack) > at {
		h.delivered, err = strconv.ParseUint(ack[at], 10, 64)
	}
	if err != nil || len(ack) < 9 || len(subject) != 5 || !strings.HasPrefix(m.Subject, a.Subject(wire.TokenWork)+".") {
		return nil, fmt.Errorf("the server has sent %.200q, which is no shard of the job", m.Subject)
	}
	h.token = subject[3]
	return h, nil
}

// done acknowledges the shard and waits for the server's answer.
func (h *handed) done(ctx context.Context) error {
	_, err := h.client.Conn().RequestWithContext(ctx, h.Reply, []byte("+ACK"))
	return err
}

// These messages have no answer. If one is lost, the server gives the shard to another worker
// after AckWait.

// working tells the server that the shard is being computed.
func (h *handed) working() { _ = h.client.Conn().Publish(h.Reply, []byte("+WPI")) }

// giveBack has the server give the shard to another worker after the delay.
func (h *handed) giveBack(delay time.Duration) {
	_ = h.client.Conn().Publish(h.Reply, fmt.Appendf(nil, `-NAK {"delay":%d}`, delay.Nanoseconds()))
}

// giveUp has the server give the shard to nobody any more.
func (h *handed) giveUp(reason string) { _ = h.client.Conn().Publish(h.Reply, []byte("+TERM "+reason)) }
