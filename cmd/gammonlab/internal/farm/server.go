// Package farm has the commands by which many machines work on one job.
package farm

import (
	"fmt"
	"log/slog"
	"os"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/farm/server"
)

// Server returns the command server.
func Server() *cli.Command {
	return &cli.Command{
		Name:  "server",
		Usage: "run the server of a farm, which distributes work to other machines",
		Description: `Runs the server of a farm: commands with --pool submit work, and workers (gammonlab worker)
compute it. The server keeps work in progress in --store. The submitting command keeps the
journal, so nothing is lost if the server is killed or its folder is deleted. By default the
server listens only on this machine. With another --listen address it requires keys (gammonlab
server key) or a token, and a certificate. Ctrl-C or SIGTERM ends it. See docs/farm.md.

Example:
   gammonlab server --store farm/
   gammonlab server --store farm/ --listen :4222 --tls-cert host.pem --tls-key host.key`,
		Flags: append(serverFlags(), &cli.StringFlag{
			Name: "http", Value: "127.0.0.1:8222",
			Usage: "HTTP `ADDRESS` for a page with jobs and workers, /metrics for Prometheus and /healthz, or none",
		},
			&cli.StringFlag{Name: "http-token", Usage: "token `FILE` that --http requires as bearer or password; with it and --tls-cert other machines may connect to --http"},
			logFlag()),
		Action:      cliutil.NoArguments(runServer, "store"),
		Subcommands: []*cli.Command{keyCommand(), configCommand()},
	}
}

// serverFlags returns the flags that a stock nats-server has, too.
func serverFlags() []cli.Flag {
	return []cli.Flag{
		storeFlag(),
		&cli.StringFlag{Name: "listen", Value: "127.0.0.1:4222", Usage: "listen for workers and commands at `ADDRESS`: HOST:PORT, or :PORT for all addresses of this machine"},
		&cli.StringFlag{Name: "max-store", Value: "20GiB", Usage: "maximum `SIZE` of the store, in MiB, GiB or TiB; submitters wait while it is full"},
		&cli.StringFlag{Name: "tls-cert", Usage: "TLS certificate `FILE`; reread after changes"},
		&cli.StringFlag{Name: "tls-key", Usage: "TLS key `FILE`"},
		&cli.StringFlag{Name: "keys", Usage: "key list `FILE` (default: keys.json in the store)"},
		&cli.StringFlag{Name: "token", Usage: "token `FILE`: clients with this token may act as any worker or submitter"},
		&cli.BoolFlag{Name: "insecure", Usage: "allow connections from other machines without keys or encryption"},
	}
}

func storeFlag() cli.Flag {
	return &cli.StringFlag{Name: "store", Usage: "server `FOLDER`, required"}
}

// serverOptions reads serverFlags.
func serverOptions(c *cli.Context) (server.Options, error) {
	size, err := parseSize(c.String("max-store"))
	if err != nil {
		return server.Options{}, cliutil.Usagef("--max-store: %w", err)
	}
	return server.Options{
		Store: c.String("store"), Listen: c.String("listen"), MaxStore: size, TLSCert: c.String("tls-cert"), TLSKey: c.String("tls-key"),
		Keys: c.String("keys"), Token: c.String("token"), Insecure: c.Bool("insecure"),
	}, nil
}

// garbage is the garbage in the heap, in percent of the live memory, at which the server
// collects it. It is half the default, because servers have more time than memory.
const garbage = 50

// runServer runs the command.
func runServer(c *cli.Context) error {
	o, err := serverOptions(c)
	if err != nil {
		return err
	}
	if o.HTTP = c.String("http"); o.HTTP == "none" {
		o.HTTP = ""
	}
	o.HTTPToken = c.String("http-token")
	var closeLog func() error
	if o.Log, closeLog, err = openLog(c); err != nil {
		return err
	}
	defer closeLog()
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
	s, err := server.Serve(c.Context, o)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.App.Writer, "server %s\n", s.URL())
	if s.HTTP() != "" {
		fmt.Fprintf(c.App.Writer, "page %s\n", s.HTTP())
	}
	return s.Wait() // nil after a signal, the normal end of a server
}

// logFlag returns the flag of openLog.
func logFlag() cli.Flag {
	return &cli.StringFlag{Name: "log", DefaultText: "standard error", Usage: "append the log to `FILE`"}
}

// openLog returns the log of logFlag, and a function that closes it.
func openLog(c *cli.Context) (*slog.Logger, func() error, error) {
	if c.String("log") == "" {
		return slog.New(slog.NewTextHandler(c.App.ErrWriter, nil)), func() error { return nil }, nil
	}
	file, err := os.OpenFile(c.String("log"), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, nil, err
	}
	return slog.New(slog.NewTextHandler(file, nil)), file.Close, nil
}

// sizeUnits are the units of parseSize.
var sizeUnits = []struct {
	name  string
	bytes int64
}{{"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}}

// parseSize reads a size such as 20GiB.
func parseSize(text string) (int64, error) {
	for _, unit := range sizeUnits {
		number, ok := strings.CutSuffix(text, unit.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(number, 10, 32)
		if err != nil || n < 1 || n > 1<<20 {
			break
		}
		if n*unit.bytes < server.MinMaxStore {
			return 0, fmt.Errorf("%q, want %dMiB or more", text, server.MinMaxStore>>20)
		}
		return n * unit.bytes, nil
	}
	return 0, fmt.Errorf("%q, want a number with MiB, GiB or TiB, such as 20GiB", text)
}

func configCommand() *cli.Command {
	return &cli.Command{
		Name:  "config",
		Usage: "print a configuration for nats-server",
		Description: `Prints a configuration with which your own nats-server replaces gammonlab server with the same
flags; it has no page and no metrics. It contains the keys, and the hash of a token: after
changes, print it again and reload it (nats-server --signal reload).

Example:
   gammonlab server config --store farm/ --listen :4222 --tls-cert host.pem --tls-key host.key > nats.conf`,
		Flags:  serverFlags(),
		Action: cliutil.NoArguments(runConfig, "store"),
	}
}

// runConfig runs the command.
func runConfig(c *cli.Context) error {
	o, err := serverOptions(c)
	if err != nil {
		return err
	}
	text, err := server.StockConfig(o)
	if err != nil {
		return err
	}
	_, err = c.App.Writer.Write(text)
	return err
}
