// Package players registers the pages for players: those of a server and of a static site.
//
// Not for other modules.
package players

import (
	"gammonlab/desk/pages/analyse"
	"gammonlab/desk/pages/api"
	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/games"
	"gammonlab/desk/pages/home"
	"gammonlab/desk/pages/jobs"
	"gammonlab/desk/pages/library"
	"gammonlab/desk/pages/play"
	"gammonlab/desk/pages/site"
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
	tables, err := play.Register(s, l, store)
	if err != nil {
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
	return home.Register(s, l, lib, store, tables, started)
}
