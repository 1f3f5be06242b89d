package jetstream

import (
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gammonlab/internal/digest"
	"gammonlab/internal/must"
)

// arrived is a message of RESULTS in tests.
type arrived struct {
	jetstream.Msg
	message *nats.Msg
	acks    *int
}

func (m arrived) Subject() string      { return m.message.Subject }
func (m arrived) Headers() nats.Header { return m.message.Header }
func (m arrived) Data() []byte         { return m.message.Data }
func (m arrived) Ack() error           { *m.acks++; return nil }

// A further result of a taken shard is dropped, and logged if it differs.
func TestLateResultDiffers(t *testing.T) {
	path := t.TempDir() + "/pool.jsonl"
	r := &run{ledger: must.Get(openLedger(path, "job"))(t)}
	r.trust.workers = map[string]*record{"banned": {refused: true}}
	r.window.done = map[string]string{"shard": digest.Bytes([]byte("right"))[:16]}
	acks := 0
	for _, c := range []struct{ key, result string }{{"good", "right"}, {"bad", "wrong"}, {"banned", "wrong"}} {
		o := outcome{Result: []byte(c.result)}
		r.receive(arrived{message: o.message("result.me.job.shard." + c.key), acks: &acks})
	}
	must.OK(t, r.ledger.close())
	text := readText(t, path)
	if acks != 3 || r.state.Faults != 1 || strings.Count(text, eventDiffers) != 1 || !strings.Contains(text, `"bad"`) {
		t.Errorf("%d are acknowledged, %d faults, ledger %s", acks, r.state.Faults, text)
	}
}
