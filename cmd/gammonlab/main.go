// Command gammonlab trains, measures and plays backgammon neural nets.
//
//	gammonlab train td --games 100000 --out runs/first --plot
//	gammonlab bench match --a net:runs/first/model.safetensors --b pubeval --games 10000
//	gammonlab play --model runs/first/model.safetensors
//
// Run it with --help for the commands, and with COMMAND --help for the flags of
// each, with an example. Results go to standard output, progress and errors to
// standard error. The exit code is 0 on success, 1 when the work failed, 2 when
// the command line was wrong, 130 when Ctrl-C has ended the command and 143 when
// SIGTERM has.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/urfave/cli/v2"

	"gammonlab/internal/plaintext"
	"gammonlab/internal/version"
	"gammonlab/nets/kernel"
)

// Exit codes.
const (
	exitOK     = 0
	exitFailed = 1 // the work failed
	exitUsage  = 2 // the command line was wrong

	// After a signal it is 128 and the signal's number, see [interruption].
)

func main() {
	os.Exit(run(withSignals(context.Background()), os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// usageError marks an error as the fault of the command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// usagef returns an error about the command line.
func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// run runs the program and returns its exit code.
func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	results := &checkedWriter{to: out}
	app := newApp(newInput(ctx, in), results, errOut)
	err := kernel.Check()
	if err == nil {
		err = untilInterrupted(ctx, func() error { return app.RunContext(ctx, flagsFirst(app, args)) })
	}
	if err == nil {
		err = results.err
	}
	if err != nil {
		fmt.Fprintf(errOut, "gammonlab: %s\n", plaintext.Visible(message(err)))
	}
	return codeOf(ctx, err)
}

// checkedWriter remembers the first error in writing, so that no command, nor the
// library's help, can lose one.
type checkedWriter struct {
	to  io.Writer
	err error
}

// Write implements [io.Writer].
func (w *checkedWriter) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	if err != nil && w.err == nil {
		w.err = err
	}
	return n, err
}

// newApp returns the command line with its streams.
func newApp(in io.Reader, out, errOut io.Writer) *cli.App {
	app := &cli.App{
		Name:      "gammonlab",
		Usage:     "train, measure and play backgammon neural nets",
		Version:   version.Toolkit,
		Reader:    in,
		Writer:    out,
		ErrWriter: errOut,
		Commands: []*cli.Command{
			trainCommand(),
			benchCommand(),
			evalCommand(),
			movesCommand(),
			hintCommand(),
			rolloutCommand(),
			analyzeCommand(),
			playCommand(),
			ubgiCommand(),
			externalCommand(),
			bearoffCommand(),
			cubeCommand(),
			featuresCommand(),
			datasetCommand(),
			weightsCommand(),
			ratingCommand(),
		},
		ExitErrHandler: func(*cli.Context, error) {}, // run decides

		DisableSliceFlagSeparator: true, // commas are part of players and files; flags are repeated
	}
	guardOutputs(app.Commands)
	setUsageErrors(app)
	return app
}

// setUsageErrors makes every mistake on the command line a usageError, printed
// like any other error, without the library's help text on standard output.
func setUsageErrors(app *cli.App) {
	onUsage := func(_ *cli.Context, err error, _ bool) error { return usageError{err} }
	app.OnUsageError = onUsage
	app.Action = groupAction
	var visit func([]*cli.Command)
	visit = func(commands []*cli.Command) {
		for _, c := range commands {
			c.OnUsageError = onUsage
			if c.Action == nil {
				c.Action = groupAction
			}
			visit(c.Subcommands)
		}
	}
	visit(app.Commands)
}

// groupAction is what a group of commands does by itself: show its help, or
// refuse a command it does not know.
func groupAction(c *cli.Context) error {
	if c.NArg() > 0 {
		return usagef("unknown command %q: see %s --help", c.Args().First(), c.App.Name)
	}
	return cli.ShowSubcommandHelp(c)
}

// Flags that many commands share.
func seedFlag() cli.Flag {
	return &cli.Uint64Flag{Name: "seed", Value: 1, Usage: "seed of everything random"}
}

func workersFlag() cli.Flag {
	return &cli.IntFlag{
		Name: "workers", Value: runtime.NumCPU(), DefaultText: "all cores",
		Usage: "goroutines to work with; the result does not depend on it",
		Action: func(c *cli.Context, _ int) error { // before anything is read or made
			_, err := workers(c)
			return err
		},
	}
}

func jsonFlag() cli.Flag {
	return &cli.BoolFlag{Name: "json", Usage: "print the result as JSON"}
}

// maxWorkers is the most workers that can be asked for: more than machines have
// cores. Each keeps memory of its own, with a net and a cache some MB.
const maxWorkers = 1024

// workers returns the value of the workers flag.
func workers(c *cli.Context) (int, error) {
	n, most := c.Int("workers"), max(maxWorkers, runtime.NumCPU())
	if n < 1 || n > most {
		return 0, usagef("--workers is %d, want 1 to %d", n, most)
	}
	return n, nil
}

// require refuses a command line without one of the flags. The library's own
// check would exit with another code and print help on standard output.
func require(c *cli.Context, flags ...string) error {
	for _, name := range flags {
		if c.String(name) == "" {
			return usagef("%s: --%s is required", c.Command.FullName(), name)
		}
	}
	return nil
}

// noArguments refuses arguments.
func noArguments(c *cli.Context) error {
	if c.NArg() > 0 {
		return usagef("%s: unexpected argument %q", c.Command.FullName(), c.Args().First())
	}
	return nil
}
