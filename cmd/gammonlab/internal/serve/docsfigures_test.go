package serve

import (
	"io"
	"math"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// figurePattern matches a named number of a JSON text.
var figurePattern = regexp.MustCompile(`"(\w+)": ?(-?[0-9.]+)`)

// flagPattern matches a flag in a text.
var flagPattern = regexp.MustCompile(`--[a-z][a-z-]+`)

// The figures that docs/serve.md prints below its calls are those of the responses.
func TestDocumentedFigures(t *testing.T) {
	server := serveSite(t, newSiteOf(t, shown{nets: []string{"default"}}))
	text := string(must.Get(os.ReadFile("../../../../docs/serve.md"))(t))
	compared := 0
	for _, at := range examplePattern.FindAllStringSubmatchIndex(text, -1) {
		printed, _, _ := strings.Cut(strings.TrimLeft(text[at[1]:], "\n "), "\n")
		if !strings.HasPrefix(printed, "{") || !strings.Contains(printed, `"win"`) {
			continue
		}
		path := text[at[4]:at[5]]
		response := answer(t, server.URL+path, text[at[6]:at[7]])
		for _, part := range strings.Split(printed, "…") {
			for _, f := range figurePattern.FindAllStringSubmatch(part, -1) {
				compared++
				if !contains(response, f[1], f[2]) {
					t.Errorf("%s: docs/serve.md prints %s, not in %s", path, f[0], response)
				}
			}
		}
	}
	if compared < 20 {
		t.Errorf("only %d figures: the test looks in the wrong place", compared)
	}
}

// answer returns the response to a documented call, whose options are the rest of its
// line.
func answer(t *testing.T, url, options string) string {
	t.Helper()
	method, body := "GET", ""
	if found := bodyPattern.FindStringSubmatch(options); found != nil {
		method, body = "POST", found[1]
	}
	request := must.Get(http.NewRequest(method, url, strings.NewReader(body)))(t)
	request.Header.Set("Content-Type", "application/json")
	response := must.Get(http.DefaultClient.Do(request))(t)
	defer response.Body.Close()
	return string(must.Get(io.ReadAll(response.Body))(t))
}

// contains reports whether a JSON text has a number of a name, up to the rounding of
// other kernels.
func contains(text, name, number string) bool {
	want, _ := strconv.ParseFloat(number, 64)
	for _, f := range figurePattern.FindAllStringSubmatch(text, -1) {
		if got, err := strconv.ParseFloat(f[2], 64); err == nil && f[1] == name && math.Abs(got-want) < 1e-5 {
			return true
		}
	}
	return false
}

// The descriptions of the calls name flags of the command serve only.
func TestDocumentedFlags(t *testing.T) {
	flags := map[string]bool{}
	for _, f := range Command().Flags {
		for _, name := range f.Names() {
			flags["--"+name] = true
		}
	}
	text := string(must.Get(os.ReadFile(pagesFolder + "/api/openapi.json"))(t))
	named := flagPattern.FindAllString(text, -1)
	for _, name := range named {
		if !flags[name] {
			t.Errorf("api/openapi.json names %s, which serve does not have", name)
		}
	}
	if len(named) < 3 {
		t.Errorf("only the flags %q: the test looks in the wrong place", named)
	}
}
