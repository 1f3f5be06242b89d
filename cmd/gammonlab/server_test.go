package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
	"gammonlab/internal/waittest"
)

// lines is a writer whose text others read while it grows.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// after waits for a line that begins with the word and returns the rest of it.
func (l *lines) after(t *testing.T, word string) (text string) {
	t.Helper()
	waittest.Until(t, "a line that begins with "+word, func() bool {
		for line := range strings.Lines(l.String()) {
			if rest, ok := strings.CutPrefix(line, word+" "); ok && strings.HasSuffix(rest, "\n") {
				text = strings.TrimSpace(rest)
				return true
			}
		}
		return false
	})
	return text
}

// startServer runs the command server until stop is called, which returns its exit
// code.
func startServer(t *testing.T, args ...string) (out *lines, stop func() int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	out = &lines{}
	code := make(chan int, 1)
	go func() {
		args := append([]string{"gammonlab", "server", "--listen", "127.0.0.1:0", "--http", "127.0.0.1:0"}, args...)
		code <- run(ctx, args, strings.NewReader(""), out, io.Discard)
	}()
	return out, func() int { cancel(); return <-code }
}

func TestServer(t *testing.T) {
	out, stop := startServer(t, "--store", t.TempDir())
	if url := out.after(t, "server"); !strings.HasPrefix(url, "nats://127.0.0.1:") || strings.HasSuffix(url, ":0") {
		t.Errorf("server %s", url)
	}
	answer := must.Get(http.Get(out.after(t, "page") + "healthz"))(t)
	defer answer.Body.Close()
	if text := must.Get(io.ReadAll(answer.Body))(t); answer.StatusCode != http.StatusOK || string(text) != "ok\n" {
		t.Errorf("health: %s %q", answer.Status, text)
	}
	if code := stop(); code != exitOK {
		t.Errorf("exit code %d", code)
	}
}

func TestServerKeys(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	out := succeed(t, "server", "key", "worker", "--store", "farm", "box1")
	words := strings.Fields(out)
	secret := string(must.Get(os.ReadFile("box1.nk"))(t))
	if len(words) < 3 || words[0] != "worker" || words[1] != "box1" || !strings.HasPrefix(words[2], "U") || strings.Contains(out, strings.TrimSpace(secret)) {
		t.Errorf("got %q", out)
	}
	if mode := must.Get(os.Stat("box1.nk"))(t).Mode().Perm(); mode != 0o600 {
		t.Errorf("the secret half has mode %o", mode)
	}
	kept := string(must.Get(os.ReadFile(filepath.Join("farm", "keys.json")))(t))
	if !strings.Contains(kept, words[2]) || strings.Contains(kept, strings.TrimSpace(secret)) {
		t.Errorf("keys: %s", kept)
	}
	var made, revoked struct{ Name, Role, Public, Out, Revoked string }
	answer(t, &made, "server", "key", "submitter", "--store", "farm", "--json", "ann")
	succeed(t, "server", "key", "admin", "--store", "farm", "--json", "root")
	answer(t, &revoked, "server", "key", "revoke", "--store", "farm", "--json", "box1")
	if made.Out != "ann.nk" || made.Role != "submitter" || revoked.Public != words[2] || revoked.Revoked == "" {
		t.Errorf("made %+v, revoked %+v", made, revoked)
	}
	succeed(t, "server", "key", "worker", "--store", "farm", "--json", "box2")
	succeed(t, "server", "key", "revoke", "--store", "farm", "box2")
	var listed []struct{ Name, Role, Public, Revoked string }
	must.OK(t, json.Unmarshal([]byte(succeed(t, "server", "key", "list", "--store", "farm", "--json")), &listed))
	if len(listed) != 4 || listed[0].Public != words[2] || listed[0].Revoked == "" || listed[1].Role != "submitter" || listed[2].Revoked != "" {
		t.Errorf("got %+v", listed)
	}
	if text := succeed(t, "server", "key", "list", "--store", "farm"); strings.Count(text, "\n") != 5 || !strings.Contains(text, "admin") {
		t.Errorf("got %s", text)
	}
	if config := succeed(t, "server", "config", "--store", "farm"); strings.Contains(config, words[2]) || !strings.Contains(config, listed[1].Public) {
		t.Errorf("configuration %s", config)
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"worker", "--store", "farm", "ann"}, exitFailed, "a key ann of a submitter exists"},
		{[]string{"worker", "--store", "farm", "box1"}, exitFailed, "box1.nk already exists"},
		{[]string{"worker", "--store", "farm", "../box"}, exitFailed, `name "../box", want`},
		{[]string{"worker", "--store", "farm"}, exitUsage, "want one name"},
		{[]string{"worker", "box2"}, exitUsage, "--store is required"},
		{[]string{"revoke", "--store", "farm", "box1"}, exitFailed, "no key"},
		{[]string{"list"}, exitUsage, "--store is required"},
		{[]string{"list", "--store", "box1.nk"}, exitFailed, "not a directory"},
	} {
		checkMistake(t, "", append([]string{"server", "key"}, c.args...), c.code, c.want)
	}
}

func TestServerMistakes(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{nil, exitUsage, "--store is required"},
		{[]string{"--store", dir, "--max-store", "20"}, exitUsage, `--max-store: "20", want a number with MiB`},
		{[]string{"--store", dir, "--max-store", "1MiB"}, exitUsage, "want 64MiB or more"},
		{[]string{"--store", dir, "--max-store", "9999999TiB"}, exitUsage, "want a number"},
		{[]string{"--store", dir, "--max-store", "64MiB", "--listen", ":0"}, exitFailed, "without a key"},
		{[]string{"--store", dir, "--max-store", "64MiB", "--listen", "x"}, exitFailed, "want HOST:PORT"},
		{[]string{"--store", dir, "--max-store", "64MiB", "--http", "0.0.0.0:0", "--listen", "127.0.0.1:0"}, exitFailed, "could read the page and the metrics: set --http-token"},
		{[]string{"config"}, exitUsage, "--store is required"},
		{[]string{"config", "--store", dir, "--listen", ":4222"}, exitFailed, "without a key"},
		{[]string{"frob"}, exitUsage, `unexpected argument "frob"`},
	} {
		checkMistake(t, "", append([]string{"server"}, c.args...), c.code, c.want)
	}
}

// A server that is ended by SIGTERM has the exit code of success.
func TestServerEndsBySignal(t *testing.T) {
	c := clitest.Command([]string{"server", "--store", t.TempDir(), "--listen", "127.0.0.1:0", "--http", "none"})
	out := &lines{}
	c.Stdout = out
	must.OK(t, c.Start())
	out.after(t, "server")
	must.OK(t, c.Process.Signal(syscall.SIGTERM))
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
}

// The command lines of farms that the documentation shows are those of the program.
func TestFarmDocs(t *testing.T) {
	const names = `(?:server|worker|workers|jobs|dataset|bench|rating)`
	shown := regexp.MustCompile(`(?s)gammonlab (` + names + `\b(?:\\\n|[^\n#>|&])*)`)
	found := 0
	for _, path := range append(must.Get(filepath.Glob("../../docs/farm/*"))(t), "../../docs/farm.md") {
		text := string(must.Get(os.ReadFile(path))(t))
		text = regexp.MustCompile(`args:\n\s+- (`+names+`)\b`).ReplaceAllString(text, "gammonlab $1")
		text = regexp.MustCompile(`\n\s+- (--)|\n\s+# .*`).ReplaceAllString(text, " $1")
		for _, m := range shown.FindAllStringSubmatch(text, -1) {
			found++
			line, _, _ := strings.Cut(strings.ReplaceAll(m[1], "\\\n", " "), "`")
			checkCommandLine(t, path, strings.Fields(line))
		}
	}
	if found < 28 {
		t.Errorf("%d command lines found", found)
	}
}

// checkCommandLine reports flags that the command of the line does not have.
func checkCommandLine(t *testing.T, path string, words []string) {
	t.Helper()
	commands := gammonlab().App(nil, io.Discard, io.Discard).Commands
	var command *cli.Command
	for _, word := range words {
		if name, isFlag := strings.CutPrefix(word, "--"); isFlag {
			name, _, _ = strings.Cut(name, "=")
			if !slices.ContainsFunc(command.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), name) }) {
				t.Errorf("%s: %s has no flag --%s", path, command.Name, name)
			}
			continue
		}
		if i := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.Name == word }); i >= 0 {
			command, commands = commands[i], commands[i].Subcommands
		}
	}
}
