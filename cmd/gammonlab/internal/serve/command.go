package serve

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"runtime"
	"time"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/pages/notice"
	"gammonlab/desk/pages/site"
	"gammonlab/nets"
)

// defaultListen is the default address of the pages.
const defaultListen = "127.0.0.1:8642"

// folders is the group of the flags in the help that name folders.
const folders = "Folders"

// Command returns the command serve.
func Command() *cli.Command {
	return &cli.Command{
		Name:  "serve",
		Usage: "serve web pages and an HTTP API",
		Description: `Serves web pages and an HTTP API on this machine, by default at http://127.0.0.1:8642. /move
and /eval are compatible with wildbg; calls under /api/v1 return the JSON of eval, hint and
rollout. The page API lists all calls. The program contains all pages; nothing is loaded
from other servers.

To admit other machines, set --listen to an address that they reach, and --require-token: the
printed address then contains a random token that browsers need. There is no TLS: use a proxy
with TLS, and set its name with --host.

--pool shows the jobs and workers of a farm; it submits nothing.

Pages and calls can use the shipped nets and those of --model; the first --model is the
default. Folders of --runs, --ledgers, --library and --databases are shown and not changed. A job computes on
all but one of --workers cores, at least one. With --save, an interrupted server continues its jobs
when it starts again.

--notify gets a JSON object when a job or a run ends, diverges or is better than all others, with event,
title, text, path and time: as the body of a POST, or as the input of a command. Failures are logged.

Example:
   gammonlab serve --open
   gammonlab serve --model runs/first/model.safetensors --runs runs
   gammonlab serve --listen 0.0.0.0:8642 --require-token
   curl 'http://127.0.0.1:8642/move?die1=3&die2=1&p24=2&p19=-5&p17=-3&p13=5&p12=-5&p8=3&p6=5&p1=-2'`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "listen", Value: defaultListen, Usage: "listen at `ADDRESS:PORT`; port 0 for any free port"},
			&cli.StringSliceFlag{Name: "model", Value: cli.NewStringSlice(nets.DefaultNet), Usage: "`MODEL` that evaluates: " + cliutil.ModelForms() + "; may be repeated"},
			cliutil.BearoffFlag(), cliutil.METFlag(),
			&cli.StringSliceFlag{Name: "runs", Category: folders, Usage: "show the training runs in `FOLDER`; may be repeated"},
			&cli.StringSliceFlag{Name: "ledgers", Category: folders, Usage: "show the results of matches and tests in `FOLDER`; may be repeated"},
			&cli.StringSliceFlag{Name: "library", Category: folders, Usage: "show the records of matches in `FOLDER`; may be repeated"},
			&cli.StringSliceFlag{Name: "databases", Category: folders, Usage: "show the databases in `FOLDER`; may be repeated"},
			&cli.StringFlag{Name: "save", Category: folders, Usage: "keep games, matches, exercises, jobs, their databases and runs, and notes in `FOLDER`"},
			&cli.StringFlag{Name: "notify", Usage: "when work ends, diverges or beats the best, send JSON `TO` an address https://… or http://…, or to the input of a command"},
			&cli.BoolFlag{Name: "open", Usage: "open the pages in a browser"},
			&cli.BoolFlag{Name: "require-token", Usage: "admit only clients with the token that is printed at the start"},
			&cli.StringSliceFlag{Name: "host", Usage: "also accept requests for host `NAME`; may be repeated"},
			&cli.StringFlag{Name: "cors", Usage: "allow calls from pages of `ORIGIN`, such as https://example.org"},
			cliutil.WorkersFlag(),
		}, farmFlags()...),
		Action: cliutil.NoArguments(serve),
	}
}

// serve runs the command.
func serve(c *cli.Context) error {
	if err := checkFolders(c); err != nil {
		return err
	}
	lan, err := beyondMachine(c.String("listen"))
	if err != nil {
		return err
	}
	if lan && !c.Bool("require-token") {
		return cliutil.Usagef("--listen is %q, which other machines reach: give --require-token, too, which lets in only those who have it", c.String("listen"))
	}
	scratch, err := os.MkdirTemp("", "gammonlab-serve-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	s, token, err := newSite(c, scratch)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", c.String("listen"))
	if err != nil {
		return err
	}
	address := announce(c, listener.Addr(), token, lan)
	if c.Bool("open") {
		open(c, address)
	}
	cliutil.EndWithin(c, site.DefaultLimits().Stop+time.Second)
	if err := s.Serve(c.Context, listener); err != nil {
		return err
	}
	return context.Cause(c.Context)
}

// newSite returns the site of the flags, and its token, "" for none. It writes files that
// last until the server stops to the folder scratch.
func newSite(c *cli.Context, scratch string) (s *site.Site, token string, err error) {
	if c.Bool("require-token") {
		token = rand.Text()
	}
	s, err = site.New(site.Options{
		Hosts: append(c.StringSlice("host"), c.String("listen")), Token: token, Origin: c.String("cors"),
		Limits: site.DefaultLimits(), Log: slog.New(slog.NewTextHandler(c.App.ErrWriter, nil)),
	})
	if err != nil {
		return nil, "", cliutil.Usagef("--cors: %w", err)
	}
	l, err := newBackend(c, scratch)
	if err != nil {
		return nil, "", err
	}
	send, err := notifier(c)
	if err != nil {
		return nil, "", cliutil.Usagef("--notify: %w", err)
	}
	l.Notices = notice.New(send)
	l.Notices.Register(s, l.Streams)
	farm, err := dialFarm(c)
	if err != nil {
		return nil, "", err
	}
	if farm != nil {
		s.AtEnd(farm.Close)
		l.Farm = farm.State
	}
	return s, token, register(s, l)
}

// checkFolders returns an error for folders that do not exist.
func checkFolders(c *cli.Context) error {
	for _, flag := range []string{"runs", "ledgers", "library", "databases"} {
		for _, path := range c.StringSlice(flag) {
			info, err := os.Stat(path)
			switch {
			case err != nil:
				return cliutil.Usagef("--%s: %w", flag, err)
			case !info.IsDir():
				return cliutil.Usagef("--%s: %s is a file, want a folder", flag, path)
			}
		}
	}
	return nil
}

// beyondMachine reports whether other machines can reach the address.
func beyondMachine(listen string) (bool, error) {
	host, _, err := net.SplitHostPort(listen)
	if err != nil {
		return false, cliutil.Usagef("--listen is %q, want ADDRESS:PORT: %w", listen, err)
	}
	if host == "localhost" {
		return false, nil
	}
	address, err := netip.ParseAddr(host)
	return err != nil || !address.IsLoopback(), nil
}

// announce prints the address of the pages and returns it.
func announce(c *cli.Context, at net.Addr, token string, lan bool) string {
	address := addressOf(at)
	if token != "" {
		address += "?token=" + token
	}
	cliutil.Note(c, "serving at %s; Ctrl-C ends it", address)
	if lan {
		cliutil.Warn(c, "other machines can reach the server; it has no TLS, so others on the network can read the traffic")
	}
	return address
}

// addressOf returns the address of the pages of a listener, for a browser on this machine.
func addressOf(at net.Addr) string {
	if tcp, ok := at.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		return fmt.Sprintf("http://127.0.0.1:%d/", tcp.Port)
	}
	return "http://" + at.String() + "/"
}

// open opens an address in the user's browser, or warns that it could not.
func open(c *cli.Context, address string) {
	if err := openBrowser(c.Context, address); err != nil {
		cliutil.Warn(c, "no browser was opened: %v", err)
	}
}

// openBrowser opens an address in the user's browser.
func openBrowser(ctx context.Context, address string) error {
	command := exec.CommandContext(ctx, "xdg-open", address)
	switch runtime.GOOS {
	case "darwin":
		command = exec.CommandContext(ctx, "open", address)
	case "windows":
		command = exec.CommandContext(ctx, "rundll32", "url.dll,FileProtocolHandler", address)
	}
	if err := command.Start(); err != nil {
		return err
	}
	go command.Wait() // the process may live as long as the browser
	return nil
}
