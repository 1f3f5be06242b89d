package jetstream

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// faults is how many times the store has to be found bad, one after the other, before
// the server ends: a stream that is just being made is not there for a moment.
const faults = 4

// run follows the keys and the state of the store until ctx ends.
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

// fault returns why the store takes nothing more, nil if it does. The embedded server
// does not recover from that while it runs.
func (s *Server) fault() error {
	health := s.nats.Healthz(&server.HealthzOptions{})
	if health.StatusCode != http.StatusServiceUnavailable { // it answers other codes when it is only slow
		return nil
	}
	return fmt.Errorf("store %s: %s: if the disk is full make room, and start the server again; jobs go on where they were",
		s.options.Store, health.Error)
}

// reload has the embedded server take the keys as they are now, which ends the
// connections of those that are revoked. If they cannot be read, those known stay.
func (s *Server) reload() {
	o, err := s.natsOptions()
	if err == nil {
		err = s.nats.ReloadOptions(o)
	}
	if err != nil {
		s.options.Log.Error("the keys stay as they were", "error", err)
		return
	}
	s.options.Log.Info("keys read again")
}
