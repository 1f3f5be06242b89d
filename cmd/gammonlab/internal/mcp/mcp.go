// Package mcp is the command mcp, a server of the Model Context Protocol: assistants ask it
// about positions, plays, the cube and records of matches. A tool of the server is a kind of work
// with some of its settings.
package mcp

import (
	"context"
	"encoding/json"
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
	"gammonlab/engine/named"
	"gammonlab/internal/setting"
	"gammonlab/internal/version"
	"gammonlab/internal/workers"
	"gammonlab/work"
)

// Limits of a call.
const (
	maxLine      = 64 << 20 // bytes of a message; a longer one ends the server
	maxPositions = 1000
	maxRecord    = 1 << 20 // bytes
)

// Command returns the command mcp.
func Command() *cli.Command {
	return &cli.Command{
		Name:  "mcp",
		Usage: "answer assistants by the Model Context Protocol on standard input and output",
		Description: `Serves tools for positions, plays, the cube, rollouts and records of matches. An assistant starts
this command itself; docs/mcp.md shows how to tell it. Each tool does the work of a command of the program: its
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
		Action: cliutil.NoArguments(serve),
	}
}

// serve answers until the input ends.
func serve(c *cli.Context) error {
	c.Context = cliutil.KeepModels(c.Context)
	s := &server{opener: func() *named.Opener { return cliutil.Opener(c) }, timeout: c.Duration("timeout"), workers: cliutil.Workers(c)}
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
	for _, t := range tools {
		m.AddTool(t.described(s.folder != nil), s.answer(t))
	}
	transport := &mcp.IOTransport{Reader: io.NopCloser(c.App.Reader), Writer: writer{c.App.Writer}, MaxLineLength: maxLine}
	if err := m.Run(c.Context, transport); err != nil && c.Context.Err() == nil {
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
	opener  func() *named.Opener // an opener keeps what it has opened, so each call has its own
	folder  *os.Root             // whose files tools may read; nil for none
	timeout time.Duration
	workers int
	calls   *semaphore.Weighted
}

// answer returns the handler of a tool. Mistakes in a call are results, so that assistants
// read them and ask again.
func (s *server) answer(t *tool) mcp.ToolHandler {
	return func(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var text string
		err := workers.Guard(func() (err error) {
			text, err = s.run(ctx, t, request.Params.Arguments)
			return err
		})
		result := &mcp.CallToolResult{}
		if err != nil {
			result.SetError(errors.New(cliutil.InKeys(err.Error(), func(flag string) string { return string(setting.OfFlag(flag)) })))
			return result, nil
		}
		result.Content = []mcp.Content{&mcp.TextContent{Text: text}}
		if t.kind != "" {
			result.StructuredContent = json.RawMessage(text)
		}
		return result, nil
	}
}

// run does the work of a tool and returns its answer, as JSON or text.
func (s *server) run(ctx context.Context, t *tool, arguments []byte) (string, error) {
	if t.kind == "" {
		return t.text, nil
	}
	kind := work.Find(t.kind)
	of, err := s.read(t, kind, arguments)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, s.timeout, fmt.Errorf("the call took longer than %v; ask for less", s.timeout))
	defer cancel()
	if err := s.calls.Acquire(ctx, 1); err != nil {
		return "", context.Cause(ctx)
	}
	defer s.calls.Release(1)
	results, err := s.do(ctx, kind, of)
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return "", err
	}
	var answer any = results
	if t.input == positions {
		answer = map[string]any{"results": results}
	} else if len(results) == 1 {
		answer = results[0]
	}
	text, err := json.Marshal(answer)
	return string(text), err
}

// do does the work of a call and returns its results: for positions one for each, in their order.
func (s *server) do(ctx context.Context, kind *work.Entry, of *call) (results []work.Result, err error) {
	if err := kind.Open(of.settings, s.opener()); err != nil {
		return nil, err
	}
	env := work.Quiet(s.workers)
	env.In = strings.NewReader(of.record)
	env.Print = func(r work.Result) error {
		results = append(results, r)
		return nil
	}
	if !kind.Asks() {
		result, err := kind.Run(ctx, of.settings, env)
		if result != nil {
			results = append(results, result)
		}
		return results, err
	}
	answers, err := kind.Ask(ctx, of.settings, env)
	if err != nil {
		return nil, err
	}
	all, err := cliutil.Positions(of.positions, answers.Variant)
	if err != nil {
		return nil, err
	}
	for i := range all {
		result, err := answers.Answer(ctx, &all[i])
		if err != nil {
			return nil, err
		}
		results = append(results, result)
	}
	return results, nil
}
