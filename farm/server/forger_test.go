package server

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"gammonlab/farm/pooltest"
	"gammonlab/farm/submit"
	"gammonlab/farm/wire"
	"gammonlab/farm/worker"
	"gammonlab/internal/must"
	"gammonlab/internal/version"
)

// forger is a submitter who makes the server send messages in the names of workers.
type forger struct {
	t      *testing.T
	client *wire.Client
	key    nkeys.KeyPair // of a worker that the server does not know
	sent   int
}

// result returns a wrong result for the subject, signed with the forger's key.
func (f *forger) result(subject string) *nats.Msg {
	o := &wire.Outcome{Toolkit: version.Toolkit, Revision: version.Build(), Class: "simd", Result: []byte("forged"), Took: time.Millisecond}
	m := o.Message(subject)
	signature := must.Get(f.key.Sign(wire.SignedText(subject, m.Header, m.Data)))(f.t)
	m.Header.Set(wire.HeaderSignature, base64.RawStdEncoding.EncodeToString(signature))
	return m
}

// directly stores the result where the forger may write, and has the server answer a direct
// get with it to the subject.
func (f *forger) directly(subject string) {
	stored := f.result(subject)
	stored.Subject = fmt.Sprintf("canary.%s.%d", f.client.Key(), f.sent)
	if f.client.Conn().PublishMsg(stored) == nil && f.client.Conn().Flush() == nil &&
		f.client.Conn().PublishRequest(wire.APITable(wire.StreamWith(stored.Subject)), subject, fmt.Appendf(nil, `{"last_by_subj":%q}`, stored.Subject)) == nil {
		f.sent++
	}
}

// pushed stores the result as a shard of the forger, and has a consumer deliver it to the
// subject.
func (f *forger) pushed(subject string) {
	stored := f.result(subject)
	stored.Subject = fmt.Sprintf("work.%s.j%d.s.1", f.client.Key(), f.sent)
	name := fmt.Sprintf("push%d", f.sent)
	request := must.Get(json.Marshal(map[string]any{"stream_name": wire.StreamOf(wire.StreamWork, f.client.Key()), "config": map[string]any{
		"name": name, "deliver_subject": subject, "filter_subject": stored.Subject, "ack_policy": "explicit", "deliver_policy": "all"}}))(f.t)
	if f.client.Conn().PublishMsg(stored) != nil || f.client.Conn().Flush() != nil {
		return
	}
	m, err := f.client.Conn().Request("$JS.API.CONSUMER.CREATE."+wire.StreamOf(wire.StreamWork, f.client.Key())+"."+name+"."+stored.Subject, request, time.Second)
	if err == nil && !strings.Contains(string(m.Data), `"error"`) {
		f.sent++
	}
}

// A submitter has the server send wrong results to the subjects of a worker of another's job,
// and of a worker that does not exist. A server with keys keeps them from the job. On a server
// that is open to all they arrive, but the signatures show that they are not the workers'. None
// of them is taken, and nobody is blamed.
func TestForgedResults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		way    func(f *forger, subject string)
		quorum int
		open   bool // the server
	}{
		{"direct get", (*forger).directly, 1, true}, {"direct get, two votes", (*forger).directly, 2, true}, {"push consumer", (*forger).pushed, 1, true},
		{"direct get, keys", (*forger).directly, 1, false}, {"push consumer, keys", (*forger).pushed, 1, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			k := keyed{dir: t.TempDir()}
			o := serverAt(filepath.Join(k.dir, "store"))
			keys := o.Store
			if c.open {
				keys = filepath.Join(k.dir, "elsewhere")
			}
			for _, name := range []string{"submitter-1", "submitter-hostile", "worker-1", "worker-2"} {
				k.add(t, keys, name)
			}
			k.Server = serve(t, o)
			honest, box, other := k.dial(t, "submitter-1"), k.dial(t, "worker-1"), k.dial(t, "worker-2")
			pair := must.Get(nkeys.CreateUser())(t)
			stranger := must.Get(pair.PublicKey())(t)
			f := &forger{t: t, client: k.dial(t, "submitter-hostile"), key: pair}
			must.OK(t, f.client.MakeStreams(t.Context()))
			ctx, cancel := context.WithTimeout(t.Context(), pooltest.Long)
			defer cancel()
			account := openAccount
			if !c.open {
				account = honest.Key()
			}
			spy := inside(t, k.Server, account)
			enough := make(chan struct{})
			go func() {
				defer close(enough)
				for ctx.Err() == nil && f.sent < 40 {
					shards, err := spy.Subjects(ctx, "work."+honest.Key()+".>")
					if err != nil {
						continue
					}
					for _, shard := range shards {
						at := strings.Split(shard, ".")
						a := wire.Address{Owner: at[1], ID: at[2]}
						c.way(f, a.Result(at[3], box.Key()))
						c.way(f, a.Result(at[3], stranger))
					}
				}
			}()
			pooltest.StartWorker(t, box, worker.Options{})
			pooltest.StartWorker(t, other, worker.Options{})
			spec := pooltest.Spec{Salt: "forged", Took: 50 * time.Microsecond}
			b := &pooltest.Book{T: t}
			po := quick()
			po.Quorum, po.Ledger = c.quorum, filepath.Join(k.dir, "ledger")
			source := pooltest.NumbersUntil(8000, func() bool {
				select {
				case <-enough:
					return true
				default:
					return false
				}
			})
			must.OK(t, submit.New(honest, po).Run(ctx, pooltest.Job(spec, nil), source, b.Take, b.Sync))
			b.Want(spec, b.Next)
			text := string(must.Get(os.ReadFile(po.Ledger))(t))
			if strings.Contains(text, `"refused"`) {
				t.Errorf("a worker is blamed:\n%s", text)
			}
			if arrived := strings.Contains(text, `"forged"`); f.sent == 0 || arrived && !c.open || !arrived && c.open && !strings.HasPrefix(c.name, "push") {
				t.Errorf("%d forgeries were sent, they arrived: %v", f.sent, arrived)
			}
		})
	}
}
