package server

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// faults is the number of successive failed checks of the store after which the embedded
// server is started again. One failed check is not enough: a new stream is missing for a moment.
const faults = 4

// run watches the file of keys and the state of the store until ctx ends.
func (s *Server) run(ctx context.Context) {
	defer close(s.done)
	defer s.shutdown()
	tick := time.NewTicker(watchInterval)
	defer tick.Stop()
	bad, limits := 0, "" // successive failed checks; the last error of setLimits
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.created:
		case <-tick.C:
		}
		if s.watch.changed() {
			s.reload(ctx)
		}
		if embedded, err := s.running(); err == nil {
			s.activity.connections(embedded)
		}
		if err := s.fault(); err != nil {
			if bad++; bad == faults {
				bad = 0
				s.restart(ctx, err)
			}
			continue
		}
		bad = 0
		if err := s.setLimits(ctx); err != nil && ctx.Err() == nil && err.Error() != limits {
			s.options.Log.Warn("the limits of the store cannot be set", "error", err)
			limits = err.Error()
		}
	}
}

// restart starts the embedded server again as soon as the disk has room and the store can
// be read. Until then nobody can connect.
func (s *Server) restart(ctx context.Context, fault error) {
	s.options.Log.Error("the store cannot be written; the server starts again when it can", "error", fault)
	s.stopEmbedded(fault)
	tick := time.NewTicker(restartInterval)
	defer tick.Stop()
	for {
		if disk, most := s.space(); most > disk {
			err := s.startEmbedded(ctx)
			if err == nil {
				s.options.Log.Info("the store can be written again")
				return
			}
			if err.Error() != fault.Error() {
				s.options.Log.Error("the server cannot start again; it tries until it can", "error", err)
			}
			fault = err
			s.stopEmbedded(fault)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// restartInterval is the time between two attempts to start the embedded server again.
const restartInterval = time.Second

// fault returns an error if the store accepts no more data. The embedded server does not
// recover from this while it runs.
func (s *Server) fault() error {
	embedded, err := s.running()
	if err != nil {
		return err
	}
	health := embedded.Healthz(&server.HealthzOptions{})
	if health.StatusCode != http.StatusServiceUnavailable { // a slow server answers with other codes
		return nil
	}
	return fmt.Errorf("store %s: %s: if the disk is full, free some space; jobs resume", s.options.Store, health.Error)
}

// reload gives the embedded server the current keys and ends the connections with revoked
// keys. What revoked keys stored is removed. If it cannot read the keys, the previous keys stay
// valid.
func (s *Server) reload(ctx context.Context) {
	if err := s.changeAccounts(ctx); err != nil {
		s.options.Log.Error("the keys cannot be read; the previous keys stay valid", "error", err)
		return
	}
	s.options.Log.Info("keys read again")
}

// changeAccounts gives the embedded server the accounts of the current keys.
func (s *Server) changeAccounts(ctx context.Context) error {
	who, err := s.accounts()
	if err != nil {
		return err
	}
	o, err := s.natsOptions(who)
	if err != nil {
		return err
	}
	embedded, err := s.running()
	if err != nil {
		return err
	}
	before := s.present()
	for _, account := range before.all() {
		if !who.has(account) {
			s.removeAll(ctx, account) // the embedded server would keep the streams
			s.leave(account)
		}
	}
	if err := embedded.ReloadOptions(o); err != nil {
		return err
	}
	s.mu.Lock()
	s.who = who
	s.mu.Unlock()
	for _, k := range before.keys {
		if !slices.ContainsFunc(who.keys, func(other Key) bool { return other.Public == k.Public }) {
			s.forget(ctx, k)
		}
	}
	return s.removeFolders(who)
}
