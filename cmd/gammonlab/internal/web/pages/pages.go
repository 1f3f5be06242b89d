// Package pages registers the pages for players: those of a server and of a static site.
package pages

import (
	"gammonlab/cmd/gammonlab/internal/web/analyse"
	"gammonlab/cmd/gammonlab/internal/web/api"
	"gammonlab/cmd/gammonlab/internal/web/backend"
	"gammonlab/cmd/gammonlab/internal/web/desk"
	"gammonlab/cmd/gammonlab/internal/web/games"
	"gammonlab/cmd/gammonlab/internal/web/jobs"
	"gammonlab/cmd/gammonlab/internal/web/library"
	"gammonlab/cmd/gammonlab/internal/web/play"
	"gammonlab/cmd/gammonlab/internal/web/site"
)

// Register adds the pages and calls for players.
func Register(s *site.Site, l *backend.Backend) error {
	s.AddGauge("gammonlab_waiting", "Requests and jobs waiting for workers.", func() float64 { return float64(l.Pool.Waiting()) })
	s.AddCounter("gammonlab_answers_total", "Requests and jobs completed by workers.", func() float64 { return float64(l.Pool.Done()) })
	s.AddGauge("gammonlab_streams", "Open streams.", func() float64 { return float64(l.Streams.Open()) })
	store, err := games.Open(l)
	if err != nil {
		return err
	}
	s.AtEnd(store.Close)
	api.Register(s, l)
	api.RegisterGames(s, store)
	if err := play.Register(s, l, store); err != nil {
		return err
	}
	started, err := jobs.Register(s, l)
	if err != nil {
		return err
	}
	lib, err := library.Open(l)
	if err != nil {
		return err
	}
	s.AtEnd(lib.Close)
	if err := analyse.Register(s, l, started, lib); err != nil {
		return err
	}
	return desk.Register(s, l, lib, store, started)
}
