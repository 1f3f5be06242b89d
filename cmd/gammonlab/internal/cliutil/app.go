// Package cliutil has what the commands share: a [Program] made of them, with exit codes
// and signals; flags and their values; output files, checked before the work begins;
// models and databases by name; positions on the command line and on standard input;
// settings from a file and flags; results as text, CSV and JSON.
package cliutil

import (
	"context"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/internal/plaintext"
	"gammonlab/internal/process"
	"gammonlab/internal/version"
	"gammonlab/nets/kernel"
)

// Exit codes.
const (
	ExitOK     = 0
	ExitFailed = 1 // the work failed
	ExitUsage  = 2 // the command line was wrong

	// After a signal, the exit code is 128 plus the signal's number, see [interruption].
)

// usageError is an error of the command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// Usagef returns an error about the command line.
func Usagef(format string, args ...any) error { return Usage(fmt.Errorf(format, args...)) }

// Usage returns the error as one about the command line.
func Usage(err error) error { return usageError{err} }

// Program is a command line: its commands and their outputs.
type Program struct {
	Name, Usage string
	Description string
	Commands    []*cli.Command
	Outputs     Outputs
	Restarts    []string // commands that take long and keep nothing when they are interrupted
}

// Run runs the program, prints its error and returns its exit code.
func (p *Program) Run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	name, err := p.do(ctx, args, in, out, errOut)
	if err != nil {
		fmt.Fprintf(errOut, "%s: %s\n", name, printed(err))
	}
	return codeOf(ctx, err)
}

// mostPrinted is the length of the longest line of a printed error.
const mostPrinted = 4000

// printed returns the text of an error for a terminal. Errors name the values that they are
// about, which may be of any length, such as the content of a file that was given by mistake.
func printed(err error) string {
	lines := strings.Split(plaintext.Visible(message(err)), "\n")
	for i := range lines {
		lines[i] = plaintext.CutMiddle(lines[i], mostPrinted)
	}
	return strings.Join(lines, "\n")
}

// Do runs the program and returns its error.
func (p *Program) Do(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) error {
	_, err := p.do(ctx, args, in, out, errOut)
	return err
}

// do runs the program and returns the whole name of the command and its error.
func (p *Program) do(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) (string, error) {
	ctx = process.WithRestarts(ctx, func(line string) { fmt.Fprintf(errOut, "%s: %s\n", p.Name, line) })
	results := &checkedWriter{to: out}
	app := p.App(newInput(ctx, in), results, errOut)
	limit := newGrace()
	app.Metadata[graceKey] = limit
	err := kernel.Check()
	if err == nil {
		args = commandLine(app, args)
		err = untilInterrupted(ctx, limit, func() error { return app.RunContext(ctx, args) })
	}
	if err == nil {
		err = results.err
	}
	if err != nil {
		err = nameFlags(app, args, err)
	}
	return wholeName(app, args), err
}

// commandLine returns the words of the command line as the library reads them.
func commandLine(app *cli.App, args []string) []string {
	return flagsFirst(app, plainFlags(app, helpAsFlag(app, args)))
}

// wholeName returns the full name of the command that the words name, beginning with the
// program's name.
func wholeName(app *cli.App, args []string) string {
	_, n := commandOf(app.Commands, args)
	return strings.Join(append([]string{app.Name}, args[min(1, len(args)):n]...), " ")
}

// checkedWriter remembers the first write error, so that neither a command nor the
// library's help can lose it.
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

// App returns the command line with its streams.
func (p *Program) App(in io.Reader, out, errOut io.Writer) *cli.App {
	app := &cli.App{
		Name:           p.Name,
		Usage:          p.Usage,
		Description:    p.Description,
		Version:        version.Toolkit,
		Reader:         in,
		Writer:         out,
		ErrWriter:      errOut,
		Commands:       p.Commands,
		Metadata:       map[string]any{outputsKey: p.Outputs},
		ExitErrHandler: func(*cli.Context, error) {}, // Run handles errors

		DisableSliceFlagSeparator: true, // commas are part of players and files; flags are repeated
	}
	p.Outputs.guard(app.Commands)
	guardSettings(app.Commands)
	refuseEmpty(app.Commands)
	addConfigs(app.Commands)
	sayRestarts(app.Commands, p.Restarts)
	sayDefaults(app.Commands)
	setUsageErrors(app)
	return app
}

// setUsageErrors turns every error of the command line into a usageError, printed like
// any other error, without the library's help text on standard output.
func setUsageErrors(app *cli.App) {
	onUsage := func(c *cli.Context, err error, _ bool) error { return flagMistake(c, err) }
	app.OnUsageError = onUsage
	app.Action = groupAction
	for _, c := range EveryCommand(app.Commands) {
		c.OnUsageError = onUsage
		if c.Action == nil {
			c.Action = groupAction
		}
	}
}

// EveryCommand iterates over commands and their subcommands, by names such as "train td".
func EveryCommand(commands []*cli.Command) iter.Seq2[string, *cli.Command] {
	return func(yield func(string, *cli.Command) bool) {
		for _, c := range commands {
			if !yield(c.Name, c) {
				return
			}
			for name, sub := range EveryCommand(c.Subcommands) {
				if !yield(c.Name+" "+name, sub) {
					return
				}
			}
		}
	}
}

// groupAction is the action of a group of commands: it shows the group's help, or returns
// an error for an unknown command.
func groupAction(c *cli.Context) error {
	if c.NArg() > 0 {
		return unknownCommand(c, c.Args().First())
	}
	return cli.ShowSubcommandHelp(c)
}
