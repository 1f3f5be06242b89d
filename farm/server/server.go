package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"gammonlab/farm/wire"
	"gammonlab/internal/filelock"
)

// Options are the settings of [Serve].
type Options struct {
	Store  string // folder, created if it is missing
	Listen string // host and port for clients; port 0 for any free port
	HTTP   string // host and port of the page and the metrics; "" for none

	// HTTPToken is the file of the token that the page and the metrics require; "" for
	// none. With it and with TLS, other machines may read them.
	HTTPToken string

	MaxStore int64  // maximal size of shards, results and files on the disk, in bytes
	TLSCert  string // file of the certificate and its intermediate certificates; "" for no TLS
	TLSKey   string // file of the certificate's key
	Keys     string // path of the [KeyFile]; "" for the one in the store
	Token    string // file of the token; "" for none
	Insecure bool   // other machines may connect without keys or without TLS
	Log      *slog.Logger

	free func(folder string) (bytes int64, ok bool) // free space of the disk; for tests
}

// Server is an embedded NATS server with the streams of the farm.
type Server struct {
	options Options
	keys    KeyFile
	keyed   bool         // the file of keys exists or existed earlier
	tls     *certificate // nil without TLS
	watch   *fileWatch   // watches the file of keys
	log     *natsLog

	lock    *os.File // lock of the store
	selves  selves
	url     string // address for clients
	http    *http.Server
	httpURL string

	mu      sync.Mutex // guards the next fields, which change when the embedded server is started again
	nats    *server.Server
	who     *accounts               // of the embedded server
	clients map[string]*wire.Client // by account, see in; nil if the embedded server does not run
	broken  error                   // why the embedded server does not run

	entering sync.Mutex    // one call of in at a time
	created  chan struct{} // a client has created a stream
	activity *activity
	short    bool // the disk has less space than MaxStore

	stop context.CancelFunc
	done chan struct{} // is closed when all parts have ended
	err  error         // reason for the end, set before done is closed
}

const (
	maxPayload   = 1 << 20 // maximal size of a message with its header, in bytes
	readyTimeout = 30 * time.Second
	lockFile     = ".lock"
	ownName      = "server" // name of the server's connections to itself
)

// Serve starts a server, which ends when ctx ends. The server is ready when Serve returns.
func Serve(ctx context.Context, o Options) (*Server, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.free == nil {
		o.free = freeBytes
	}
	s := &Server{options: o, keys: o.keyFile(), log: &natsLog{to: o.Log}, created: make(chan struct{}, 1), done: make(chan struct{})}
	ctx, s.stop = context.WithCancel(ctx)
	if err := s.start(ctx); err != nil {
		s.stop()
		s.shutdown()
		return nil, err
	}
	go s.run(ctx)
	return s, nil
}

// keyFile returns the file of the keys.
func (o *Options) keyFile() KeyFile {
	if o.Keys != "" {
		return KeyFile{o.Keys}
	}
	return KeysOf(o.Store)
}

// start starts all parts of the server.
func (s *Server) start(ctx context.Context) error {
	if err := s.lockStore(); err != nil {
		return err
	}
	var err error
	if s.tls, err = loadCertificate(s.options.TLSCert, s.options.TLSKey); err != nil {
		return err
	}
	s.watch = watchFile(s.keys.Path)
	if err := s.startEmbedded(ctx); err != nil {
		return err
	}
	return s.startHTTP()
}

// startEmbedded starts the embedded server, with the streams of the farm.
func (s *Server) startEmbedded(ctx context.Context) error {
	who, err := s.accounts()
	if err != nil {
		return err
	}
	options, err := s.natsOptions(who)
	if err != nil {
		return err
	}
	if err := s.removeFolders(who); err != nil {
		return err
	}
	if err := s.startNATS(options); err != nil {
		return err
	}
	s.mu.Lock()
	s.who, s.clients, s.broken = who, map[string]*wire.Client{}, nil
	s.mu.Unlock()
	s.activity = newActivity(s)
	for _, account := range who.all() {
		if _, err := s.in(account); err != nil {
			return err
		}
	}
	return s.setLimits(ctx)
}

// stopEmbedded ends the embedded server if it runs, with the reason for [Server.running].
func (s *Server) stopEmbedded(why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.clients {
		c.Conn().Close()
	}
	if s.nats != nil {
		s.nats.Shutdown()
		s.nats.WaitForShutdown()
	}
	s.nats, s.clients, s.broken = nil, nil, why
}

// running returns the embedded server, or why it does not run.
func (s *Server) running() (*server.Server, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.nats, s.broken
}

// lockStore locks the store, so no other process uses it.
func (s *Server) lockStore() error {
	if s.options.Store == "" {
		return errors.New("store: no folder given")
	}
	if err := os.MkdirAll(s.options.Store, 0o777); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(s.options.Store, lockFile), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if err := filelock.Lock(file); err != nil {
		file.Close()
		return fmt.Errorf("store %s: another server uses this folder: %w", s.options.Store, err)
	}
	s.lock = file
	return nil
}

// startNATS starts the embedded server.
func (s *Server) startNATS(o *server.Options) error {
	if err := checkFree(s.options.Listen); err != nil {
		return err
	}
	nats, err := server.NewServer(o)
	if err != nil {
		return err
	}
	s.log.start()
	s.mu.Lock()
	s.nats = nats
	s.mu.Unlock()
	nats.SetLoggerV2(s.log, false, false, false)
	nats.Start()
	ready := nats.ReadyForConnections(readyTimeout)
	if err := s.log.fatalError(); err != nil {
		return fmt.Errorf("store %s: %w", s.options.Store, err)
	}
	if !ready || !nats.JetStreamEnabled() {
		return fmt.Errorf("store %s: the server was not ready after %v", s.options.Store, readyTimeout)
	}
	address := nats.Addr().(*net.TCPAddr)
	s.options.Listen = net.JoinHostPort(host(s.options.Listen), strconv.Itoa(address.Port)) // the same port after another start
	s.url = s.scheme() + reachable(address)
	return nil
}

// URL returns the address for clients.
func (s *Server) URL() string { return s.url }

func (s *Server) scheme() string {
	if s.tls != nil {
		return "tls://"
	}
	return "nats://"
}

// HTTP returns the address of the page, "" if there is none.
func (s *Server) HTTP() string { return s.httpURL }

// Wait returns when the server has ended. It returns nil if ctx ended or [Server.Close]
// was called.
func (s *Server) Wait() error {
	<-s.done
	return s.err
}

// Close ends the server and returns when it has ended.
func (s *Server) Close() error {
	s.stop()
	return s.Wait()
}

// shutdown ends all parts that have started.
func (s *Server) shutdown() {
	if s.http != nil {
		s.http.Close()
	}
	s.stopEmbedded(errors.New("the server has ended"))
	if s.lock != nil {
		s.lock.Close()
	}
}
