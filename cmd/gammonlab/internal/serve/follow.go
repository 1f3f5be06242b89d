package serve

import (
	"context"
	"log/slog"
	"net"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/site"
	"gammonlab/desk/pages/stream"
	"gammonlab/desk/pages/training"
	"gammonlab/evalbench/runs"
)

// RunPages shows runs for the command plot.
type RunPages struct{}

// Check reports an address of the flag listen that Follow does not allow.
func (RunPages) Check(c *cli.Context) error {
	listen := c.String("listen")
	lan, err := beyondMachine(listen)
	if err == nil && lan {
		err = cliutil.Usagef("--listen is %q, which other machines reach: want an address of this machine; serve can let others in", listen)
	}
	return err
}

// Follow shows runs in a browser: on the page of a running server that contains them, at
// the address of the flag listen or the default address of serve, or otherwise on a page
// that Follow serves until the command ends.
func (RunPages) Follow(c *cli.Context, dirs []string, o runs.ChartOptions) error {
	link, ids, err := training.Link(dirs, o)
	if err != nil {
		return err
	}
	listen, served := c.String("listen"), defaultListen
	if c.IsSet("listen") {
		served = listen
	}
	if !training.ShownAt(c.Context, served, ids) {
		return serveRuns(c, listen, dirs, link)
	}
	cliutil.Note(c, "a server shows these runs already, at http://%s%s", served, link)
	open(c, "http://"+served+link)
	return nil
}

// serveRuns serves the page of the runs in folders until the command ends.
func serveRuns(c *cli.Context, listen string, dirs []string, link string) error {
	s, err := site.New(site.Options{Hosts: []string{listen}, Limits: site.DefaultLimits(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	if err := training.Register(s, &backend.Backend{Streams: stream.NewHub(stream.DefaultLimits()), Runs: dirs}); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", listen)
	if err != nil {
		return err
	}
	page := strings.TrimSuffix(addressOf(listener.Addr()), "/") + link
	cliutil.Note(c, "serving at %s; Ctrl-C ends it", page)
	open(c, page)
	cliutil.EndWithin(c, site.DefaultLimits().Stop+time.Second)
	if err := s.Serve(c.Context, listener); err != nil {
		return err
	}
	return context.Cause(c.Context)
}
