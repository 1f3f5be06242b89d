//go:build js && site

// Command program is the program of a static site. It runs in the service worker of the
// site, which passes the requests of the pages to it, and answers them with the handlers of
// the server.
package main

import (
	"context"
	"log/slog"
	"os"
	"slices"
	"syscall/js"

	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/players"
	"gammonlab/desk/pages/scheduler"
	"gammonlab/desk/pages/site"
	"gammonlab/desk/pages/stream"
	"gammonlab/nets"
)

// firstNet is the default net, which the first page loads.
const firstNet = "fast"

// Folders of the file system that the worker provides: the first is kept by the browser.
const save, scratch = "/save", "/tmp"

func main() {
	s, err := newSite()
	ready := js.Global().Get("gammonlabReady")
	if err != nil {
		ready.Invoke(js.Null(), err.Error())
		return
	}
	answer := js.FuncOf(func(_ js.Value, args []js.Value) any {
		return newExchange(args[0]).start(s)
	})
	ready.Invoke(answer, "")
	select {}
}

// newSite returns the pages for players with the browser's storage.
func newSite() (*site.Site, error) {
	s, err := site.New(site.Options{Hosts: []string{host}, Limits: site.DefaultLimits(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, err
	}
	names := nets.Shipped()
	slices.SortStableFunc(names, func(a, b string) int { return rank(a) - rank(b) })
	all, err := models.New(models.Options{Names: names, Load: nets.LoadShipped, Workers: 1})
	if err != nil {
		return nil, err
	}
	l := &backend.Backend{
		Models: all, Pool: scheduler.NewPool(context.Background(), 1), Streams: stream.NewHub(stream.DefaultLimits()),
		Save: save, Scratch: scratch,
	}
	if err := os.MkdirAll(l.Work(), 0o777); err != nil {
		return nil, err
	}
	return s, players.Register(s, l)
}

// rank sorts the nets for a browser: the one of the first page comes first.
func rank(name string) int {
	if name == firstNet {
		return 0
	}
	return 1
}
