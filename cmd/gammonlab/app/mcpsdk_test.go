package app

import (
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/nodetest"
)

// mcpSDK names the environment variable that says in which node_modules the package
// @modelcontextprotocol/sdk is, if node does not find it by itself. It is installed by
//
//	npm install --ignore-scripts @modelcontextprotocol/sdk@1.32.2
const mcpSDK = "GAMMONLAB_MCP_SDK"

// mcpScript starts the server and prints its tools, then the answers of calls.
const mcpScript = `
const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = require('@modelcontextprotocol/sdk/client/stdio.js');
const job = JSON.parse(require('fs').readFileSync(process.argv[2]));
(async () => {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command: job.command[0], args: job.command.slice(1), env: { ...process.env, ...job.env } }));
  const answers = [(await client.listTools()).tools.map((tool) => tool.name).sort().join(' ')];
  for (const call of job.calls) {
    if (call.repeat) call.arguments.record = 'x'.repeat(call.repeat);
    const result = await client.callTool({ name: call.name, arguments: call.arguments });
    answers.push((result.isError ? 'error: ' : '') + result.content[0].text);
  }
  await client.close();
  console.log(JSON.stringify(answers));
})();
`

// mcpCall is a call of a tool, with a record of as many bytes as repeat says.
type mcpCall struct {
	Name      string    `json:"name"`
	Arguments arguments `json:"arguments"`
	Repeat    int       `json:"repeat,omitempty"`
	want      string
}

// A client of another author lists the tools and calls them.
func TestAssistantOfNode(t *testing.T) {
	start := []string{clitest.Start}
	calls := []mcpCall{
		{"evaluate", arguments{"positions": start}, 0, `{"results":[{"position_id":"4HPwATDgc/ABMA"`},
		{"hint", arguments{"positions": start, "dice": "31"}, 0, `"move":"8/5 6/5"`},
		{"hint", arguments{"positions": []string{"nonsense"}}, 0, `error: position ID "nonsense" has 8 characters`},
		{"analyze", arguments{}, 5 << 20, "error: record: want a text of 1 to 1048576 bytes"},
		{"rules", arguments{}, 0, "# Backgammon"},
	}
	command := clitest.Command([]string{"mcp"})
	env := map[string]string{}
	for _, v := range command.Env {
		name, value, _ := strings.Cut(v, "=")
		env[name] = value
	}
	var answers []string
	nodetest.Library{Name: "@modelcontextprotocol/sdk/client/index.js", Variable: mcpSDK}.Run(t, mcpScript,
		map[string]any{"command": command.Args, "env": env, "calls": calls}, &answers)
	if want := "analyze cube_theory evaluate hint legal_plays rollout rules"; len(answers) != len(calls)+1 || answers[0] != want {
		t.Fatalf("got %q, want the tools %s and %d answers", answers, want, len(calls))
	}
	for i, call := range calls {
		if !strings.Contains(answers[i+1], call.want) || strings.HasPrefix(answers[i+1], "error") != strings.HasPrefix(call.want, "error") {
			t.Errorf("%s: got %.200s, want %s", call.Name, answers[i+1], call.want)
		}
	}
}
