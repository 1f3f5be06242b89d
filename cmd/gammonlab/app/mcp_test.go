package app

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/must"
)

// connect starts the server with flags and returns a client of it.
func connectAssistant(t *testing.T, flags ...string) *mcp.ClientSession {
	t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context())) // until it is closed
	asked, ask := io.Pipe()
	answers, answer := io.Pipe()
	ended := make(chan int)
	go func() {
		code := Run(ctx, append([]string{"gammonlab", "mcp"}, flags...), asked, answer, os.Stderr)
		answer.Close()
		ended <- code
	}()
	client := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil)
	session := must.Get(client.Connect(ctx, &mcp.IOTransport{Reader: answers, Writer: ask}, nil))(t)
	t.Cleanup(func() {
		session.Close()
		if code := <-ended; code != cliutil.ExitOK {
			t.Errorf("the server ended with exit code %d", code)
		}
		cancel()
	})
	return session
}

// arguments are those of a call.
type arguments = map[string]any

// call calls a tool and returns the text of its answer, and whether it is an error.
func callTool(t *testing.T, s *mcp.ClientSession, tool string, of arguments) (string, bool) {
	t.Helper()
	result := must.Get(s.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: of}))(t)
	return result.Content[0].(*mcp.TextContent).Text, result.IsError
}

// Tools answer with the JSON of their commands.
func TestAssistantAnswers(t *testing.T) {
	s := connectAssistant(t)
	start := []string{clitest.Start}
	for _, tt := range []struct {
		tool string
		of   arguments
		want []string
		line []string // the command with the same answer
	}{
		{"evaluate", arguments{"positions": start}, []string{`{"results":[{"position_id":"4HPwATDgc/ABMA"`, `"win":0.5`}, []string{"eval"}},
		{"hint", arguments{"positions": start, "dice": 31, "limit": 1}, []string{`"move":"8/5 6/5"`}, []string{"hint", "--dice", "31", "--limit", "1"}},
		{"hint", arguments{"positions": start, "match": 5, "score": "4-0", "crawford": true, "dice": "31"}, []string{`"mwc"`}, []string{"hint", "--match", "5", "--score", "4-0", "--crawford", "--dice", "31"}},
		{"hint", arguments{"positions": start, "jacoby": false}, []string{`"no_double"`}, []string{"hint", "--no-jacoby"}},
		{"legal_plays", arguments{"positions": start, "dice": "66"}, []string{`{"move":"13/7(4)","result_id":"4HsHATDgc/ABMA"}`}, []string{"moves", "--dice", "66"}},
		{"rollout", arguments{"positions": start, "trials": 36, "truncate": 1, "dice": "31", "play": []string{"8/5 6/5", "13/9"}}, []string{`"trials":36`}, []string{"rollout", "--trials", "36", "--truncate", "1", "--dice", "31", "--play", "8/5 6/5", "--play", "13/9"}},
	} {
		got, failed := callTool(t, s, tt.tool, tt.of)
		if failed {
			t.Errorf("%s %v: %s", tt.tool, tt.of, got)
		}
		clitest.Wants(t, got, tt.want...)
		printed, _ := clitest.Program(gammonlab).Reads(t, "", append(tt.line, "--json", clitest.Start)...)
		if !strings.Contains(got, strings.TrimSpace(printed)) {
			t.Errorf("%s %v: got %s, want the JSON of %v: %s", tt.tool, tt.of, got, tt.line, printed)
		}
	}
	two, _ := callTool(t, s, "evaluate", arguments{"positions": []string{clitest.Start, clitest.Started}})
	var all struct {
		Results []json.RawMessage
	}
	must.OK(t, json.Unmarshal([]byte(two), &all))
	if len(all.Results) != 2 {
		t.Errorf("two positions have %d results: %s", len(all.Results), two)
	}
	scored, _ := callTool(t, s, "hint", arguments{"positions": []string{"Position ID: 4HPwATDgc/ABMA Match ID: 8AmlAEAACAAE"}, "limit": 1})
	clitest.Wants(t, scored, `"move":"13/11 6/5"`, `"mwc"`, "match to 5 at 1-4 (Crawford)")
	theory, _ := callTool(t, s, "cube_theory", arguments{"match": 7, "score": "3-0"})
	clitest.Wants(t, theory, `"after_take"`)
	match, _ := callTool(t, s, "analyze", arguments{"record": clitest.Contest, "plies": 0})
	clitest.Wants(t, match, `"Ann"`)
	rules, _ := callTool(t, s, "rules", nil)
	clitest.Wants(t, rules, "position ID")
}

// Mistakes in calls are answers that name the argument.
func TestAssistantMistakes(t *testing.T) {
	s := connectAssistant(t)
	start := []string{clitest.Start}
	for _, tt := range []struct {
		tool string
		of   arguments
		want string
	}{
		{"hint", nil, "positions: missing"},
		{"hint", arguments{"position": start}, "position: unknown argument; did you mean positions?"},
		{"hint", arguments{"positions": "4HPwATDgc/ABMA"}, "positions: want a list of 1 to 1000 texts"},
		{"hint", arguments{"positions": []string{}}, "positions: want a list"},
		{"hint", arguments{"positions": []string{"-"}}, "positions: 0: - is no position"},
		{"hint", arguments{"positions": []string{"--json"}}, "position ID"},
		{"hint", arguments{"positions": start, "dice": "71"}, "dice: "},
		{"hint", arguments{"positions": start, "dice": ""}, "dice is empty"},
		{"hint", arguments{"positions": start, "variant": " "}, "variant is empty"},
		{"hint", arguments{"positions": start, "dice": nil}, "dice: found null"},
		{"hint", arguments{"positions": start, "export": "x.html"}, "export: unknown argument"},
		{"evaluate", arguments{"positions": start, "plies": 9}, "plies is 9, want 0 to 4"},
		{"evaluate", arguments{"positions": start, "plies": "deep"}, "plies"},
		{"evaluate", arguments{"positions": start, "model": "/etc/passwd"}, `no net "/etc/passwd"`},
		{"evaluate", arguments{"positions": start, "model": "evaluator:ls"}, "no net"},
		{"evaluate", arguments{"positions": start, "met": "/etc/passwd"}, "no match equity table"},
		{"analyze", arguments{"record": ""}, "record: want a text"},
		{"analyze", arguments{"file": "match.mat"}, "file: this server reads no files"},
		{"analyze", arguments{"record": "nonsense"}, "standard input: "},
	} {
		if got, failed := callTool(t, s, tt.tool, tt.of); !failed || !strings.Contains(got, tt.want) {
			t.Errorf("%s %v: got %q, want %q", tt.tool, tt.of, got, tt.want)
		}
	}
}

// Tools read the files of the folder, and no others.
func TestAssistantFolder(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "matches")
	must.OK(t, os.MkdirAll(filepath.Join(dir, "more"), 0o777))
	for _, name := range []string{"secret.mat", "matches/match.mat"} {
		must.OK(t, os.WriteFile(filepath.Join(parent, name), []byte(clitest.Contest), 0o666))
	}
	must.OK(t, os.Symlink(filepath.Join(parent, "secret.mat"), filepath.Join(dir, "link.mat")))
	net := must.Get(os.ReadFile(tiny))(t)
	must.OK(t, os.WriteFile(filepath.Join(dir, "tiny.safetensors"), net, 0o666))
	s := connectAssistant(t, "--folder", dir)
	if got, failed := callTool(t, s, "analyze", arguments{"file": "match.mat", "model": "tiny.safetensors", "plies": 0}); failed || !strings.Contains(got, "Ann") {
		t.Error(got)
	}
	for _, name := range []string{"../secret.mat", "link.mat", filepath.Join(parent, "secret.mat"), "more", "none.mat", ""} {
		if got, failed := callTool(t, s, "analyze", arguments{"file": name}); !failed || !strings.Contains(got, fmt.Sprintf("%q", name)) {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got, failed := callTool(t, s, "analyze", arguments{"file": "match.mat", "record": clitest.Contest}); !failed {
		t.Error("both a file and a record were read:", got)
	}
}

// A call that takes too long ends, and the server answers the next one.
func TestAssistantTimeout(t *testing.T) {
	s := connectAssistant(t, "--timeout", "200ms", "--calls", "1")
	got, failed := callTool(t, s, "rollout", arguments{"positions": []string{clitest.Start}, "trials": 1000000})
	if !failed || !strings.Contains(got, "longer than 200ms") {
		t.Error(got)
	}
	if got, failed := callTool(t, s, "legal_plays", arguments{"positions": []string{clitest.Start}, "dice": "31"}); failed {
		t.Error(got)
	}
}

// Every setting of a tool is a flag of its command, with a description.
func TestAssistantSchemas(t *testing.T) {
	list := must.Get(connectAssistant(t, "--folder", t.TempDir()).ListTools(t.Context(), nil))(t)
	if len(list.Tools) != 7 {
		t.Errorf("%d tools, want 7", len(list.Tools))
	}
	for _, tool := range list.Tools {
		properties, _ := tool.InputSchema.(map[string]any)["properties"].(map[string]any)
		for name, p := range properties {
			if p := p.(map[string]any); p["type"] == nil || p["description"] == "" {
				t.Errorf("%s: %s: %v", tool.Name, name, p)
			}
		}
	}
}

func TestAssistantFlags(t *testing.T) {
	p := clitest.Program(gammonlab)
	p.Fails(t, 2, "want more than 0", "mcp", "--timeout", "0s")
	p.Fails(t, 2, "want at least 1", "mcp", "--calls", "0")
	p.Fails(t, 2, "--folder", "mcp", "--folder", filepath.Join(t.TempDir(), "none"))
}

// Calls share a model, until its file changes.
func TestAssistantKeepsModels(t *testing.T) {
	folder := t.TempDir()
	s := connectAssistant(t, "--folder", folder)
	ask := func(net string) string {
		clitest.Write(t, filepath.Join(folder, "net.safetensors"), string(must.Get(os.ReadFile(net))(t)))
		text, failed := callTool(t, s, "evaluate", arguments{"positions": []string{clitest.Start}, "model": "net.safetensors"})
		if failed {
			t.Error(text)
		}
		return text
	}
	fast := "../../../nets/pretrained/fast.safetensors"
	first, second, third := ask(tiny), ask(fast), ask(tiny)
	if first == second || first != third {
		t.Errorf("a net answers %s, another one %s, the first again %s", first, second, third)
	}
	must.OK(t, os.Remove(filepath.Join(folder, "net.safetensors")))
	if text, failed := callTool(t, s, "evaluate", arguments{"positions": []string{clitest.Start}, "model": "net.safetensors"}); !failed || !strings.Contains(text, "no file") {
		t.Errorf("without the file: %s", text)
	}
}
