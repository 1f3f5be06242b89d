package mcp

import (
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/must"
)

// If a call panics, the assistant gets an error and the server goes on.
func TestPanic(t *testing.T) {
	s := &server{program: func() *cliutil.Program { panic("a mistake") }}
	request := &mcp.CallToolRequest{Params: &mcp.CallToolParamsRaw{Name: "hint"}}
	result := must.Get(s.answer(tools[1])(t.Context(), request))(t)
	text, ok := result.Content[0].(*mcp.TextContent)
	if !result.IsError || !ok || !strings.HasPrefix(text.Text, "panic: a mistake") {
		t.Errorf("%+v", result)
	}
}
