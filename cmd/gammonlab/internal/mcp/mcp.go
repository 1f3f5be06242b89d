// Package mcp is the command mcp, a server of the Model Context Protocol: assistants ask it
// about positions, plays, the cube and records of matches. A tool of the server is a command
// of the program with some of its flags.
package mcp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/urfave/cli/v2"
	"golang.org/x/sync/semaphore"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/version"
	"gammonlab/internal/workers"
)

// Limits of a call.
const (
	maxLine      = 64 << 20 // bytes of a message; a longer one ends the server
	maxPositions = 1000
	maxRecord    = 1 << 20 // bytes
)

// Command returns the command mcp. The function program returns the program, whose commands
// the tools are.
func Command(program func() *cliutil.Program) *cli.Command {
	return &cli.Command{
		Name:  "mcp",
		Usage: "answer assistants by the Model Context Protocol on standard input and output",
		Description: `Serves tools for positions, plays, the cube, rollouts and records of matches. An assistant starts
this command itself; docs/mcp.md shows how to tell it. Each tool is a command of the program: its
answer is the JSON that the command prints.

The tools read the files of --folder, models and records of matches, and no others. A call that takes
longer than --timeout is stopped.

Example:
   gammonlab mcp
   gammonlab mcp --folder matches --workers 1 --timeout 20s`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "folder", Usage: "let tools read the files of `FOLDER`", DefaultText: "no files"},
			&cli.DurationFlag{Name: "timeout", Value: time.Minute, Usage: "stop a call after `TIME`"},
			&cli.IntFlag{Name: "calls", Value: 4, Usage: "work on `N` calls at a time; others wait"},
			cliutil.WorkersFlag(),
		},
		Action: cliutil.NoArguments(func(c *cli.Context) error { return serve(c, program) }),
	}
}

// serve answers until the input ends.
func serve(c *cli.Context, program func() *cliutil.Program) error {
	s := &server{program: program, timeout: c.Duration("timeout"), workers: cliutil.Workers(c)}
	switch {
	case s.timeout <= 0:
		return cliutil.Usagef("--timeout is %v, want more than 0", s.timeout)
	case c.Int("calls") < 1:
		return cliutil.Usagef("--calls is %d, want at least 1", c.Int("calls"))
	}
	s.calls = semaphore.NewWeighted(int64(c.Int("calls")))
	if name := c.String("folder"); name != "" {
		root, err := os.OpenRoot(name)
		if err != nil {
			return cliutil.Usagef("--folder: %w", err)
		}
		defer root.Close()
		s.folder = root
	}
	m := mcp.NewServer(&mcp.Implementation{Name: "gammonlab", Title: "gammonlab, backgammon", Version: version.Toolkit},
		&mcp.ServerOptions{Instructions: instructions, Capabilities: &mcp.ServerCapabilities{}})
	commands := program().Commands
	for _, t := range tools {
		m.AddTool(t.described(commands, s.folder != nil), s.answer(t))
	}
	transport := &mcp.IOTransport{Reader: io.NopCloser(c.App.Reader), Writer: writer{c.App.Writer}, MaxLineLength: maxLine}
	if err := m.Run(cliutil.KeepModels(c.Context), transport); err != nil && c.Context.Err() == nil {
		return err
	}
	return c.Context.Err()
}

// writer is a writer that nothing closes.
type writer struct{ io.Writer }

// Close implements [io.Closer].
func (writer) Close() error { return nil }

// server answers calls of tools.
type server struct {
	program func() *cliutil.Program
	folder  *os.Root // whose files tools may read; nil for none
	timeout time.Duration
	workers int
	calls   *semaphore.Weighted
}

// answer returns the handler of a tool. Mistakes in a call are results, so that assistants
// read them and ask again.
func (s *server) answer(t *tool) mcp.ToolHandler {
	return func(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var text answer
		err := workers.Guard(func() (err error) {
			text, err = s.run(ctx, t, request.Params.Arguments)
			return err
		})
		result := &mcp.CallToolResult{}
		if err != nil {
			result.SetError(err)
			return result, nil
		}
		result.Content = []mcp.Content{&mcp.TextContent{Text: string(text)}}
		if t.command != nil {
			result.StructuredContent = text
		}
		return result, nil
	}
}

// run runs the command of a tool and returns its JSON.
func (s *server) run(ctx context.Context, t *tool, arguments []byte) (answer, error) {
	if t.command == nil {
		return answer(t.text), nil
	}
	program := s.program()
	words, input, err := s.words(program, t, arguments)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, s.timeout, fmt.Errorf("the call took longer than %v; ask for less", s.timeout))
	defer cancel()
	if err := s.calls.Acquire(ctx, 1); err != nil {
		return nil, context.Cause(ctx)
	}
	defer s.calls.Release(1)
	var out, errOut bytes.Buffer
	if code := program.Run(ctx, words, strings.NewReader(input), &out, &errOut); code != cliutil.ExitOK {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		return nil, errors.New(inWordsOfTools(errOut.String()))
	}
	return t.collect(out.Bytes()), nil
}
