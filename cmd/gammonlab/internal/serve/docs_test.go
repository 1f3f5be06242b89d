package serve

import (
	"io"
	"net/http"
	"os"
	"os/exec"
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
		if method == "GET" && strings.HasPrefix(path, "/api/v1/jobs/rollout/") {
			path = rollout + strings.TrimLeft(strings.TrimPrefix(path, "/api/v1/jobs/rollout/"), "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
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
	if calls < 9 || rollout == "" {
		t.Errorf("only %d calls, with the rollout %q: the test looks in the wrong place", calls, rollout)
	}
}

// The program in Python in the documentation gets its answers.
func TestDocumentedPython(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("NOT RUN: there is no python3")
	}
	text := string(must.Get(os.ReadFile("../../../../docs/serve.md"))(t))
	_, program, _ := strings.Cut(text, "```python\n")
	program, _, _ = strings.Cut(program, "```")
	server := newServer(t)
	command := exec.CommandContext(t.Context(), python, "-c", strings.NewReplacer("http://127.0.0.1:8642", server.URL, `"trials": 360`, `"trials": 36`).Replace(program))
	command.Env = append(os.Environ(), "no_proxy=127.0.0.1")
	out, err := command.CombinedOutput()
	if lines := strings.Split(string(out), "\n"); err != nil || len(lines) != 5 || lines[1] != "best 8/5 6/5" || strings.Count(string(out), "+-") != 2 {
		t.Errorf("%v: the program prints %s", err, out)
	}
}
