package jetstream

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"gammonlab/internal/must"
)

// startServer starts a server in this process without keys, with a port on loopback,
// that stores in the folder.
func startServer(t testing.TB, folder string, port int) *server.Server {
	t.Helper()
	s := must.Get(server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: folder, NoSigs: true}))(t)
	s.Start()
	if !s.ReadyForConnections(30 * time.Second) {
		t.Fatal("the server is not ready")
	}
	t.Cleanup(s.Shutdown)
	return s
}
