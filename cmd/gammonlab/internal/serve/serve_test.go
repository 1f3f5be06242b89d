package serve

import (
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
)

var program = clitest.Of(nil, Command)

// Mistakes in the flags of serve are errors.
func TestServeMistakes(t *testing.T) {
	program.Mistakes(t, "serve --bearoff none --listen 127.0.0.1:0", []clitest.Mistake{
		{[]string{"x"}, 2, `unexpected argument "x"`},
		{[]string{"--listen", "8642"}, 2, `--listen is "8642", want ADDRESS:PORT`},
		{[]string{"--listen", "0.0.0.0:0"}, 2, "give --require-token"},
		{[]string{"--listen", ":0"}, 2, "give --require-token"},
		{[]string{"--listen", "192.0.2.1:0"}, 2, "give --require-token"},
		{[]string{"--cors", "example.org"}, 2, "--cors"},
		{[]string{"--runs", "none"}, 2, "--runs: stat none"},
		{[]string{"--databases", "serve_test.go"}, 2, "--databases: serve_test.go is a file, want a folder"},
		{[]string{"--met", "none"}, 1, "none"},
		{[]string{"--model", filepath.Join(t.TempDir(), "none")}, 1, "neither a file nor a shipped net"},
	})
}

// The command serves at the address that it prints, with the token, until its
// context ends.
func TestServe(t *testing.T) {
	server := program.Start(t, "serve", "--bearoff", "none", "--model", clitest.Tiny, "--listen", "127.0.0.1:0", "--require-token")
	base, token, _ := strings.Cut(server.Err.Find(t, `http://127\.0\.0\.1:\d+/\?token=\w{26}`), "?token=")
	for _, c := range []struct {
		token  string
		status int
	}{{token, http.StatusOK}, {"other", http.StatusUnauthorized}} {
		request := must.Get(http.NewRequest("GET", base+"about", nil))(t)
		request.Header.Set("Authorization", "Bearer "+c.token)
		response := must.Get(http.DefaultClient.Do(request))(t)
		body := must.Get(io.ReadAll(response.Body))(t)
		response.Body.Close()
		if response.StatusCode != c.status || c.status == http.StatusOK && !strings.Contains(string(body), clitest.Tiny) {
			t.Errorf("token %q: status %d: %s", c.token, response.StatusCode, body)
		}
	}
	if code := server.Stop(); code != 1 { // signals have codes of their own, see TestSignals
		t.Errorf("exit code %d", code)
	}
}
