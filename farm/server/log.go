package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"gammonlab/farm/wire"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// natsLog receives the log lines of the embedded server.
type natsLog struct {
	to      *slog.Logger
	refused atomic.Int64 // publishes and subscriptions that permissions forbid
	keyNames

	fatalMu sync.Mutex
	fatal   error // the first fatal error
}

// start forgets the fatal error of a former embedded server.
func (l *natsLog) start() {
	l.fatalMu.Lock()
	defer l.fatalMu.Unlock()
	l.fatal = nil
}

// fatalError returns the reason why the embedded server could not start, nil if unknown.
func (l *natsLog) fatalError() error {
	l.fatalMu.Lock()
	defer l.fatalMu.Unlock()
	return l.fatal
}

// Noticef implements server.Logger.
func (l *natsLog) Noticef(format string, v ...any) { l.to.Debug(fmt.Sprintf(format, v...)) }

// Warnf implements server.Logger. It omits the warning that the token in memory is not a
// hash: the token is a random word.
func (l *natsLog) Warnf(format string, v ...any) {
	if !strings.HasPrefix(format, "Plaintext passwords") {
		l.to.Warn(l.inText(fmt.Sprintf(format, v...)))
	}
}

// Fatalf implements server.Logger. It keeps the error and does not end the process.
func (l *natsLog) Fatalf(format string, v ...any) {
	text := fmt.Sprintf(format, v...)
	l.fatalMu.Lock()
	if l.fatal == nil {
		l.fatal = errors.New(text)
	}
	l.fatalMu.Unlock()
	l.to.Error(text)
}

// Errorf implements server.Logger.
func (l *natsLog) Errorf(format string, v ...any) {
	text := fmt.Sprintf(format, v...)
	if strings.Contains(text, "Violation - ") {
		l.refused.Add(1)
	}
	l.to.Error(l.inText(text))
}

// Debugf implements server.Logger.
func (l *natsLog) Debugf(string, ...any) {}

// Tracef implements server.Logger.
func (l *natsLog) Tracef(string, ...any) {}

// activity writes to the log who connects and disconnects, and which jobs begin and end.
type activity struct {
	log  *slog.Logger
	name func(key string) string // name of the key

	open  map[uint64]bool // connections, by number
	ended map[uint64]bool // closed connections that the embedded server remembers

	mu       sync.Mutex // guards the next fields
	jobs     map[wire.Address]*wire.Job
	progress map[wire.Address]wire.Progress
}

// closedKept is the number of closed connections that the embedded server remembers. It is
// enough for those that end between two looks.
const closedKept = 1000

// newActivity returns the activity of the embedded server, which has just started.
func newActivity(s *Server) *activity {
	return &activity{log: s.options.Log, name: s.log.nameOf, open: map[uint64]bool{}, ended: map[uint64]bool{},
		jobs: map[wire.Address]*wire.Job{}, progress: map[wire.Address]wire.Progress{}}
}

// watch starts to watch the jobs of an account, until the server's client in it is closed.
func (a *activity) watch(c *wire.Client) error {
	messages := make(chan *nats.Msg, 1024)
	for _, token := range []string{wire.TokenJob, wire.TokenProgress, wire.TokenPause, wire.TokenOrder, wire.TokenControl} {
		if _, err := c.Conn().ChanSubscribe(token+".*.*", messages); err != nil {
			return err
		}
	}
	closed := make(chan struct{})
	c.Conn().SetClosedHandler(func(*nats.Conn) { close(closed) })
	go func() {
		for {
			select {
			case <-closed:
				return
			case m := <-messages:
				a.see(c, m)
			}
		}
	}()
	return nil
}

// connections logs the connections that began and ended since the last call.
func (a *activity) connections(embedded *server.Server) {
	all, err := embedded.Connz(&server.ConnzOptions{Username: true, State: server.ConnAll, Limit: 1 << 20})
	if err != nil {
		return
	}
	ended := map[uint64]bool{}
	for _, c := range all.Conns {
		who := []any{"client", a.name(c.AuthorizedUser), "machine", c.Name, "address", c.IP}
		switch {
		case c.Lang == "": // has not said who it is, so far or ever
			continue
		case c.Name == ownName && c.IP == "":
			continue
		case c.Reason == server.AuthenticationViolation.String(): // the log has a line about refused clients
			delete(a.open, c.Cid)
			continue
		}
		if c.Stop != nil {
			ended[c.Cid] = true
		}
		if !a.open[c.Cid] && !a.ended[c.Cid] {
			a.log.Info("connected", who...)
			a.open[c.Cid] = true
		}
		if c.Stop != nil && a.open[c.Cid] {
			a.log.Info("disconnected", append(who, "reason", c.Reason)...)
			delete(a.open, c.Cid)
		}
	}
	a.ended = ended
}

// see logs what a message about a job says.
func (a *activity) see(c *wire.Client, m *nats.Msg) {
	at, _ := wire.ParseAddress(m.Subject)
	who := []any{"job", at.ID, "submitter", a.name(at.Owner)}
	token, _, _ := strings.Cut(m.Subject, ".")
	a.mu.Lock()
	defer a.mu.Unlock()
	switch old := a.jobs[at]; {
	case token == wire.TokenJob && len(m.Data) == 0: // an admin has cancelled it; its command may be away
		if err := c.Forget(context.Background(), at); err != nil {
			a.log.Warn("a cancelled job cannot be removed", append(who, "error", err)...)
		}
	case token == wire.TokenJob:
		var j wire.Job
		if err := wire.Decode(m, &j); err != nil {
			a.log.Warn("a message is no job", append(who, "error", err)...)
			return
		}
		if old == nil || old.Session != j.Session {
			a.log.Info("job begins", append(who, "kind", j.Description.Kind, "machine", j.Host)...)
		}
		for _, worker := range j.Refused {
			if old == nil || !slices.Contains(old.Refused, worker) {
				key, machine, _ := strings.Cut(worker, "/")
				a.log.Warn("job refuses a worker", append(who, "worker", a.name(key), "machine", machine)...)
			}
		}
		a.jobs[at] = &j
	case token == wire.TokenProgress:
		var p wire.Progress
		if wire.Decode(m, &p) == nil {
			a.progress[at] = p
		}
	case token == wire.TokenPause:
		if len(m.Data) > 0 {
			a.log.Info("job is paused", who...)
		}
	case token == wire.TokenOrder:
		if string(m.Data) == wire.OrderCancel {
			a.log.Info("job is cancelled", who...)
		}
	case old != nil && a.gone(c, at):
		p := a.progress[at]
		a.log.Info("job ends", append(who, "shards", p.Shards, "items", p.Items, "core_seconds", int(p.CoreSeconds), "refused", p.Faults)...)
		delete(a.jobs, at)
		delete(a.progress, at)
	}
}

// gone reports whether the server no longer has the job.
func (a *activity) gone(c *wire.Client, at wire.Address) bool {
	m, err := c.Last(context.Background(), at.Subject(wire.TokenJob))
	return m == nil && err == nil
}

// keyNames are the names of keys by their public halves.
type keyNames struct {
	mu    sync.Mutex
	names map[string]string
}

// set replaces the names.
func (n *keyNames) set(keys []Key) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.names = map[string]string{}
	for _, k := range keys {
		n.names[k.Public] = k.Name
	}
}

// nameOf returns the name of the key, or the key if it has no name.
func (n *keyNames) nameOf(key string) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	if name := n.names[key]; name != "" {
		return name
	}
	return key
}

// publicKey matches the public halves of keys.
var publicKey = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`U[A-Z2-7]{55}`) })

// inText replaces the keys in a text by their names.
func (n *keyNames) inText(text string) string {
	return publicKey().ReplaceAllStringFunc(text, n.nameOf)
}
