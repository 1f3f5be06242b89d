package web

import (
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// examplePattern matches a call by curl in the documentation: what comes before the
// address, the path, and the rest of the command, with its line breaks.
var examplePattern = regexp.MustCompile(`(?m)^    curl ([^'\n]*?)'?http://127\.0\.0\.1:8642([^' \n]*)'?((?:.*\\\n)*.*)$`)

// bodyPattern matches the body of such a call.
var bodyPattern = regexp.MustCompile(`-d '([^']*)'`)

// The calls in the documentation are answered.
func TestDocumentedCalls(t *testing.T) {
	server := newServer(t)
	text := string(must.Get(os.ReadFile("../../../../docs/serve.md"))(t))
	rollout, calls := "", 0
	for _, c := range examplePattern.FindAllStringSubmatch(text, -1) {
		path, method, body := c[2], "GET", ""
		if found := bodyPattern.FindStringSubmatch(c[3]); found != nil {
			method, body = "POST", found[1]
		}
		if strings.HasSuffix(path, "/events") {
			path = rollout + "/events"
		}
		request := must.Get(http.NewRequest(method, server.URL+path, strings.NewReader(body)))(t)
		if strings.Contains(c[3], "Content-Type: application/json") {
			request.Header.Set("Content-Type", "application/json")
		}
		response := must.Get(http.DefaultClient.Do(request))(t)
		first := make([]byte, 200)
		n, _ := io.ReadAtLeast(response.Body, first, 1)
		response.Body.Close()
		if response.StatusCode/100 != 2 {
			t.Errorf("%s %s: status %d: %s", method, path, response.StatusCode, first[:n])
		}
		if at := response.Header.Get("Location"); at != "" {
			rollout = at
		}
		calls++
	}
	if calls < 6 || rollout == "" {
		t.Errorf("only %d calls, with the rollout %q: the test looks in the wrong place", calls, rollout)
	}
}
