package mcp

import (
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"gammonlab/internal/must"
)

// If a call panics, the assistant gets an error and the server goes on.
func TestPanic(t *testing.T) {
	s := new(server)
	request := &mcp.CallToolRequest{Params: &mcp.CallToolParamsRaw{Name: "hint"}}
	result := must.Get(s.answer(&tool{kind: "none"})(t.Context(), request))(t)
	text, ok := result.Content[0].(*mcp.TextContent)
	if !result.IsError || !ok || !strings.HasPrefix(text.Text, "panic: ") {
		t.Errorf("%+v", result)
	}
}
