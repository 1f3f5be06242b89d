package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/must"
)

// Mistakes in the flags of serve are errors.
func TestServeMistakes(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"x"}, `unexpected argument "x"`},
		{[]string{"--listen", "8642"}, `--listen is "8642", want ADDRESS:PORT`},
		{[]string{"--listen", "0.0.0.0:0"}, "give --require-token"},
		{[]string{"--listen", ":0"}, "give --require-token"},
		{[]string{"--listen", "192.0.2.1:0"}, "give --require-token"},
		{[]string{"--cors", "example.org"}, "--cors"},
		{[]string{"--runs", "none"}, "--runs: stat none"},
		{[]string{"--databases", "cli_test.go"}, "--databases: cli_test.go is a file, want a folder"},
		{[]string{"--met", "none", "--listen", "127.0.0.1:0"}, "none"},
	} {
		args := append([]string{"serve", "--bearoff", "none"}, c.args...)
		if out, errOut, code := command(t, "", args...); code == exitOK || out != "" || !strings.Contains(errOut, c.want) {
			t.Errorf("%v: exit code %d, output %q, errors %q, want %q", c.args, code, out, errOut, c.want)
		}
	}
	_, errOut, code := command(t, "", "serve", "--bearoff", "none", "--listen", "127.0.0.1:0", "--model", filepath.Join(t.TempDir(), "none"))
	if code != exitFailed || !strings.Contains(errOut, "neither a file nor a shipped net") {
		t.Errorf("a model that is not there: exit code %d, errors %q", code, errOut)
	}
}

// The command serves at the address that it prints, with the token, until its
// context ends.
func TestServe(t *testing.T) {
	ctx, stop := context.WithCancelCause(t.Context())
	defer stop(nil)
	r, w := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, []string{"gammonlab", "serve", "--bearoff", "none", "--model", tiny, "--listen", "127.0.0.1:0", "--require-token"},
			strings.NewReader(""), io.Discard, w)
		w.Close()
	}()
	lines := bufio.NewScanner(r)
	lines.Scan()
	address := regexp.MustCompile(`http://127\.0\.0\.1:\d+/\?token=\w{26}`).FindString(lines.Text())
	if address == "" {
		t.Fatalf("the first line is %q", lines.Text())
	}
	go func() {
		for lines.Scan() { // the log
		}
	}()
	base, token, _ := strings.Cut(address, "?token=")
	for _, c := range []struct {
		token  string
		status int
	}{{token, http.StatusOK}, {"other", http.StatusUnauthorized}} {
		request := must.Get(http.NewRequest("GET", base+"about", nil))(t)
		request.Header.Set("Authorization", "Bearer "+c.token)
		response := must.Get(http.DefaultClient.Do(request))(t)
		body := must.Get(io.ReadAll(response.Body))(t)
		response.Body.Close()
		if response.StatusCode != c.status || c.status == http.StatusOK && !strings.Contains(string(body), tiny) {
			t.Errorf("token %q: status %d: %s", c.token, response.StatusCode, body)
		}
	}
	stop(cliutil.ErrInterrupted)
	if got := <-code; got != exitFailed { // signals have codes of their own, see TestSignals
		t.Errorf("exit code %d", got)
	}
}
