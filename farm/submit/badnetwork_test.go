package submit

import (
	"fmt"
	"io"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"gammonlab/farm/pooltest"
	"gammonlab/farm/wire"
	"gammonlab/farm/worker"
	"gammonlab/internal/longtest"
	"gammonlab/internal/must"
)

// proxy is a bad network in front of a server.
type proxy struct {
	target string
	delay  time.Duration // of all that passes
	rate   int           // bytes/s each way, 0 for any

	mu    sync.Mutex
	conns []net.Conn
}

// startProxy starts a proxy for the server at the address and returns its URL.
func startProxy(t testing.TB, p *proxy) string {
	t.Helper()
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	t.Cleanup(func() { l.Close(); p.cut() })
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", p.target)
			if err != nil {
				client.Close()
				continue
			}
			p.mu.Lock()
			p.conns = append(p.conns, client, server)
			p.mu.Unlock()
			go p.pass(client, server)
			go p.pass(server, client)
		}
	}()
	return "nats://" + l.Addr().String()
}

// cut cuts all connections.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns {
		c.Close()
	}
	p.conns = nil
}

// piece is bytes with the time at which they are due.
type piece struct {
	data []byte
	due  time.Time
}

// pass passes what comes from one side to the other.
func (p *proxy) pass(from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	pieces := make(chan piece, 1<<10)
	go func() {
		defer close(pieces)
		size := 32 << 10
		if p.rate > 0 {
			size = max(p.rate/20, 1)
		}
		for {
			data := make([]byte, size)
			n, err := from.Read(data)
			if n > 0 {
				pieces <- piece{data[:n], time.Now().Add(p.delay)}
			}
			if err != nil {
				return
			}
		}
	}()
	for c := range pieces {
		time.Sleep(time.Until(c.due))
		if p.rate > 0 {
			time.Sleep(time.Duration(len(c.data)) * time.Second / time.Duration(p.rate))
		}
		if _, err := to.Write(c.data); err != nil {
			from.Close() // ends the reader
			_, _ = io.Copy(io.Discard, from)
		}
	}
}

// A bad network costs only time.
func TestNetwork(t *testing.T) {
	t.Parallel()
	longtest.Skip(t, "TestServerRestarts breaks connections")
	for _, c := range []struct {
		name  string
		delay time.Duration
		rate  int
		cuts  int // number of cuts
		items uint64
		edit  func(*Options)
	}{
		{name: "delay", delay: 100 * time.Millisecond, items: 150},
		{name: "cuts", cuts: 3, items: 600},
		{name: "slow", rate: 1000, items: 30, edit: func(o *Options) { o.AckWait, o.Shard = 5*time.Second, 100*time.Millisecond }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := pooltest.StartNATSAt(t, &server.Options{Host: "127.0.0.1", Port: -1, StoreDir: t.TempDir()})
			p := &proxy{target: s.Addr().String(), delay: c.delay, rate: c.rate}
			url := startProxy(t, p)
			client := func(url, name string) *wire.Client {
				client := must.Get(wire.Dial(t.Context(), wire.Options{URL: url, Name: name, Wait: true}))(t)
				t.Cleanup(client.Close)
				return client
			}
			pooltest.StartWorker(t, client(url, "worker"), worker.Options{})
			submitter := url
			if c.rate > 0 {
				submitter = "nats://" + p.target // two workers' surveys alone are more than 1 kB/s
			}
			o := quick()
			if c.edit != nil {
				c.edit(&o)
			}
			cuts := 0
			b := &pooltest.Book{T: t, OnTake: func(n uint64) error {
				if cuts < c.cuts && n > c.items*uint64(cuts+1)/uint64(c.cuts+1) {
					cuts++
					p.cut()
				}
				return nil
			}}
			spec := pooltest.Spec{Salt: fmt.Sprint("network ", c.name), Took: time.Millisecond}
			must.OK(t, New(client(submitter, "submitter"), o).Run(t.Context(), pooltest.Job(spec, nil), pooltest.Numbers(0, c.items), b.Take, b.Sync))
			b.Want(spec, c.items)
			if cuts != c.cuts {
				t.Errorf("%d cuts", cuts)
			}
		})
	}
}
