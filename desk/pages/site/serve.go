package site

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
)

// Serve serves the connections of a listener until ctx ends. Then it accepts no new
// connections, ends the contexts of the requests, and waits for them up to the limit.
func (s *Site) Serve(ctx context.Context, listener net.Listener) error {
	limits := s.options.Limits
	base, stop := context.WithCancelCause(context.WithoutCancel(ctx))
	defer stop(nil)
	gate := newGate(listener, &limits)
	server := &http.Server{
		ConnState: gate.note, ConnContext: markReserved,
		Handler:           s,
		BaseContext:       func(net.Listener) context.Context { return base },
		ReadHeaderTimeout: limits.Header, ReadTimeout: limits.Body, WriteTimeout: limits.Write, IdleTimeout: limits.Idle,
		MaxHeaderBytes: limits.HeaderBytes,
		ErrorLog:       slog.NewLogLogger(s.options.Log.Handler(), slog.LevelWarn),
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(gate) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	stop(context.Cause(ctx))
	wait, cancel := context.WithTimeout(context.WithoutCancel(ctx), limits.Stop)
	defer cancel()
	err := server.Shutdown(wait)
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Close()
	}
	<-ended
	for _, do := range s.ends {
		do()
	}
	return err
}
