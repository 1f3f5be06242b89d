package kinds_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/cmd/gammonlab/internal/kinds"
	"gammonlab/engine/named"
	"gammonlab/work"
)

// pips are the settings of a kind of work as another module would add it.
type pips struct {
	Positions []string    `json:"positions" required:"true" place:"FILE..." path:"in" help:"<FILE> of positions"`
	Out       string      `json:"out" path:"out" file:"out.txt" input:"command" help:"write the sum to <FILE>"`
	Factor    float64     `json:"factor" default:"1" help:"factor <X>"`
	Model     named.Model `json:"model,omitzero" help:"<MODEL> that counts"`
}

// sum is the result.
type sum struct {
	Sum float64 `json:"sum"`
}

// Text implements [work.Result].
func (s *sum) Text() string { return fmt.Sprintf("sum %g\n", s.Sum) }

var program = clitest.Of(nil, func() *cli.Command { return &cli.Command{Name: "count", Usage: "count things"} })

func TestMain(m *testing.M) {
	err := work.Register(work.Kind[pips, *sum]{
		Name: "count pips", Title: "Pips", Unit: "files", Usage: "add up the lengths of files",
		Help: "Adds up the lengths of files.\n\nExample:\n   gammonlab count pips a.txt", Run: addUp,
	})
	if err != nil {
		panic(err)
	}
	program.Main(m, "count pips")
}

func addUp(ctx context.Context, s *pips, env *work.Env) (*sum, error) {
	total := 0.
	for i, name := range s.Positions {
		if name == "endless" {
			<-ctx.Done()
			return &sum{total}, ctx.Err()
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		total += s.Factor * float64(len(text))
		env.Progress(work.Progress{Done: int64(i + 1), Total: int64(len(s.Positions))})
	}
	if s.Out != "" {
		return &sum{total}, os.WriteFile(s.Out, fmt.Appendln(nil, total), 0o666)
	}
	return &sum{total}, nil
}

// A kind of work is a command with arguments, flags, a config, outputs that are not lost, and
// errors in the words of its flags.
func TestCommand(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	clitest.Write(t, path("a"), "12345")
	clitest.Write(t, path("b"), "123")
	clitest.Write(t, path("config.json"), `{"factor": 10}`)
	clitest.Wants(t, program.OK(t, "count", "pips", path("a"), path("b"), "--factor", "2"), "sum 16")
	clitest.Wants(t, program.OK(t, "count", "pips", "--config", path("config.json"), path("a")), "sum 50")
	clitest.Wants(t, program.OK(t, "count", "pips", "--help"), "FILE...", "--factor", "--model MODEL", "--config", "--force", "Adds up the lengths")
	program.OK(t, "count", "pips", path("a"), "--out", path("out.txt"))
	program.Mistakes(t, "count pips", []clitest.Mistake{
		{nil, 2, "no file given"},
		{[]string{path("a"), "--out", path("out.txt")}, 2, "out.txt already exists"},
		{[]string{path("a"), "--out", path("a"), "--force"}, 2, "is also read"},
		{[]string{path("a"), "--factor", "x"}, 2, "--factor"},
		{[]string{path("a"), "--model", "none"}, 1, "--model: model \"none\" is neither a file nor a shipped net"},
		{[]string{path("none")}, 1, "no such file"},
	})
	program.OK(t, "count", "pips", path("a"), "--out", path("out.txt"), "--force")
}

// A kind of work cannot have the name of another command.
func TestCheck(t *testing.T) {
	one := func() *cli.Command {
		return &cli.Command{Name: "count", Usage: "count things", Subcommands: []*cli.Command{{Name: "pips", Usage: "another"}}}
	}
	if err := kinds.Check(clitest.Of(nil, one)()); err == nil || !strings.Contains(err.Error(), `kind of work "count pips" (`) || !strings.Contains(err.Error(), "command_test.go:") {
		t.Errorf("error %v, want one with the name and the place", err)
	}
	if err := kinds.Check(program()); err != nil {
		t.Error(err)
	}
}

// Interrupted work says what is kept, and the result so far is printed.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errOut strings.Builder
	code := program().Run(ctx, []string{"gammonlab", "count", "pips", "endless", "--json"}, strings.NewReader(""), &out, &errOut)
	if code == 0 || out.String() != "{\n  \"sum\": 0\n}\n" || !strings.Contains(errOut.String(), "no progress is kept; the same command starts from the beginning") {
		t.Errorf("exit code %d, %q, %q", code, out.String(), errOut.String())
	}
}
