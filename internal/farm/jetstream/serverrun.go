package jetstream

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// faults is the number of successive failed checks of the store after which the server
// ends. One failed check is not enough: a new stream is missing for a moment.
const faults = 4

// run watches the file of keys and the state of the store until ctx ends.
func (s *Server) run(ctx context.Context) {
	defer close(s.done)
	defer s.shutdown()
	tick := time.NewTicker(watchInterval)
	defer tick.Stop()
	for bad := 0; ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := s.fault(); err == nil {
			bad = 0
		} else if bad++; bad == faults {
			s.err = err
			return
		}
		if s.watch.changed() {
			s.reload()
		}
	}
}

// fault returns an error if the store accepts no more data. The embedded server does not
// recover from this while it runs.
func (s *Server) fault() error {
	health := s.nats.Healthz(&server.HealthzOptions{})
	if health.StatusCode != http.StatusServiceUnavailable { // a slow server answers with other codes
		return nil
	}
	return fmt.Errorf("store %s: %s: if the disk is full, free some space, then start the server again; jobs resume",
		s.options.Store, health.Error)
}

// reload gives the embedded server the current keys and ends the connections with revoked
// keys. If it cannot read the keys, the previous keys stay valid.
func (s *Server) reload() {
	o, err := s.natsOptions()
	if err == nil {
		err = s.nats.ReloadOptions(o)
	}
	if err != nil {
		s.options.Log.Error("the keys cannot be read; the previous keys stay valid", "error", err)
		return
	}
	s.options.Log.Info("keys read again")
}
