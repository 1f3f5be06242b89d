package jetstream

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// fill publishes shards of 1 MiB until one is refused, and returns the error.
func fill(t testing.TB, s *Server) error {
	t.Helper()
	js := streamsOf(t, s)
	var err error
	for i := 0; err == nil && i < MinMaxStore>>19; i++ {
		_, err = js.Publish(t.Context(), address{"me", "job"}.shard(fmt.Sprint(i), 0), make([]byte, 1<<20-1024))
	}
	return err
}

// A full store refuses shards with the reason.
func TestServeFull(t *testing.T) {
	t.Parallel()
	o := serverAt(t.TempDir())
	o.MaxStore = MinMaxStore
	must.Fail(t, fill(t, serve(t, o)), "maximum bytes exceeded")
}

// A disk on which the store cannot write ends the server. Before that, the state of
// the server reports the error.
func TestServeBadDisk(t *testing.T) {
	t.Parallel()
	o := serverAt(t.TempDir())
	o.HTTP = "127.0.0.1:0"
	s := serve(t, o)
	streams := filepath.Join(o.Store, "jetstream", "$G", "streams", StreamWork, "msgs")
	must.OK(t, os.RemoveAll(streams))
	must.OK(t, os.WriteFile(streams, nil, 0o666)) // where the next block of messages has to be
	refused := make(chan error, 1)
	go func() { refused <- fill(t, s) }()
	wait(t, "health", func() bool {
		status, text := keyed{Server: s}.get(t, "healthz")
		return status == http.StatusServiceUnavailable && strings.Contains(text, "write error")
	})
	must.Fail(t, s.Wait(), "write error")
	if err := <-refused; err == nil {
		t.Error("the store took shards that it could not write")
	}
}

// A server uses less than the set size if the disk has less.
func TestServeRoom(t *testing.T) {
	t.Parallel()
	o := serverAt(t.TempDir())
	o.MaxStore = 1 << 62
	s := serve(t, o)
	if _, ok := freeBytes(o.Store); ok && s.options.MaxStore > 1<<60 {
		t.Errorf("the server takes %d bytes", s.options.MaxStore)
	}
}
