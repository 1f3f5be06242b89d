// Package serve implements the command serve: pages in a browser and an HTTP API.
//
// Its subpackages are the server and its protection (site, problem), the shared state
// (backend, with models, work and stream), and the pages and calls, each with a function that
// registers them.
package serve

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/pages/about"
	"gammonlab/desk/pages/api"
	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/bench"
	"gammonlab/desk/pages/data"
	"gammonlab/desk/pages/farm"
	"gammonlab/desk/pages/lineage"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/players"
	"gammonlab/desk/pages/ratings"
	"gammonlab/desk/pages/scheduler"
	"gammonlab/desk/pages/site"
	"gammonlab/desk/pages/stream"
	"gammonlab/desk/pages/training"
	"gammonlab/engine/cube"
	"gammonlab/nets"
)

// register adds all pages and calls to a site.
func register(s *site.Site, l *backend.Backend) error {
	if err := players.Register(s, l); err != nil {
		return err
	}
	for _, add := range []func(*site.Site, *backend.Backend) error{training.Register, bench.Register, lineage.Register, ratings.Register, data.Register, farm.Register} {
		if err := add(s, l); err != nil {
			return err
		}
	}
	if err := api.RegisterPage(s); err != nil {
		return err
	}
	return about.Register(s, l)
}

// newBackend returns the shared state for the flags.
func newBackend(c *cli.Context, scratch string) (*backend.Backend, error) {
	met, err := cube.FindMET(c.String("met"))
	if err != nil {
		return nil, err
	}
	databases, err := cliutil.DatabasesFromFlag(c)
	if err != nil {
		return nil, err
	}
	names := c.StringSlice("model")
	for _, name := range nets.Shipped() {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	all, err := models.New(models.Options{
		Names: names, Load: cliutil.LoadModel, Program: cliutil.StartProgram(c.Context), Databases: databases, MET: met, Workers: cliutil.Workers(c),
	})
	if err != nil {
		return nil, err
	}
	made := filepath.Join(cmp.Or(c.String("save"), scratch), "jobs")
	if err := os.MkdirAll(made, 0o777); err != nil {
		return nil, err
	}
	l := &backend.Backend{
		Models: all, Pool: scheduler.NewPool(c.Context, cliutil.Workers(c)), Streams: stream.NewHub(stream.DefaultLimits()),
		Runs: append(c.StringSlice("runs"), made), Data: append(c.StringSlice("databases"), made), Matches: c.StringSlice("library"),
		Save: c.String("save"), Jobs: made, Scratch: scratch,
	}
	l.Ledgers = append(c.StringSlice("ledgers"), l.Work())
	return l, os.MkdirAll(l.Work(), 0o777)
}
