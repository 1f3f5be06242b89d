package farm

import (
	"io"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
)

var program = clitest.Of(nil, Server, Worker, Jobs, Workers)

func TestMain(m *testing.M) { program.Main(m, "jobs", "workers") }

func TestServer(t *testing.T) {
	server := program.Start(t, "server", "--listen", "127.0.0.1:0", "--http", "127.0.0.1:0", "--store", t.TempDir())
	if url := server.Out.Find(t, "server (.*)\n"); !strings.HasPrefix(url, "nats://127.0.0.1:") || strings.HasSuffix(url, ":0") {
		t.Errorf("server %s", url)
	}
	answer := must.Get(http.Get(server.Out.Find(t, "page (.*)\n") + "healthz"))(t)
	defer answer.Body.Close()
	if text := must.Get(io.ReadAll(answer.Body))(t); answer.StatusCode != http.StatusOK || string(text) != "ok\n" {
		t.Errorf("health: %s %q", answer.Status, text)
	}
	if code := server.Stop(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestServerKeys(t *testing.T) {
	t.Chdir(t.TempDir())
	out := program.OK(t, "server", "key", "worker", "--store", "farm", "box1")
	words := strings.Fields(out)
	if len(words) < 3 || words[0] != "worker" || words[1] != "box1" || !strings.HasPrefix(words[2], "U") {
		t.Errorf("got %q", out)
	}
	kept, secret := clitest.File(t, "farm", "keys.json"), strings.TrimSpace(clitest.File(t, "box1.nk"))
	if strings.Contains(out, secret) || strings.Contains(kept, secret) || !strings.Contains(kept, words[2]) {
		t.Errorf("the secret half is in %q or in the keys, or the public one is not:\n%s", out, kept)
	}
	if mode := must.Get(os.Stat("box1.nk"))(t).Mode().Perm(); mode != 0o600 {
		t.Errorf("the secret half has mode %o", mode)
	}
	var made, revoked struct{ Name, Role, Public, Out, Revoked string }
	program.JSON(t, &made, "server", "key", "submitter", "--store", "farm", "--json", "ann")
	program.OK(t, "server", "key", "admin", "--store", "farm", "--json", "root")
	program.JSON(t, &revoked, "server", "key", "revoke", "--store", "farm", "--json", "box1")
	if made.Out != "ann.nk" || made.Role != "submitter" || revoked.Public != words[2] || revoked.Revoked == "" {
		t.Errorf("made %+v, revoked %+v", made, revoked)
	}
	program.OK(t, "server", "key", "worker", "--store", "farm", "--json", "box2")
	program.OK(t, "server", "key", "revoke", "--store", "farm", "box2")
	var listed []struct{ Name, Role, Public, Revoked string }
	program.JSON(t, &listed, "server", "key", "list", "--store", "farm", "--json")
	if len(listed) != 4 || listed[0].Public != words[2] || listed[0].Revoked == "" || listed[1].Role != "submitter" || listed[2].Revoked != "" {
		t.Errorf("got %+v", listed)
	}
	if text := program.OK(t, "server", "key", "list", "--store", "farm"); strings.Count(text, "\n") != 5 || !strings.Contains(text, "admin") {
		t.Errorf("got %s", text)
	}
	if config := program.OK(t, "server", "config", "--store", "farm"); strings.Contains(config, words[2]) || !strings.Contains(config, listed[1].Public) {
		t.Errorf("configuration %s", config)
	}
	program.Mistakes(t, "server key", []clitest.Mistake{
		{[]string{"worker", "--store", "farm", "ann"}, 1, "a key ann of a submitter exists"},
		{[]string{"worker", "--store", "farm", "box1"}, 1, "box1.nk already exists"},
		{[]string{"worker", "--store", "farm", "../box"}, 1, `name "../box", want`},
		{[]string{"worker", "--store", "farm"}, 2, "want one name"},
		{[]string{"worker", "box2"}, 2, "--store is required"},
		{[]string{"revoke", "--store", "farm", "box1"}, 1, "no key"},
		{[]string{"list"}, 2, "--store is required"},
		{[]string{"list", "--store", "box1.nk"}, 1, "not a directory"},
	})
}

func TestServerMistakes(t *testing.T) {
	dir := t.TempDir()
	program.Mistakes(t, "server", []clitest.Mistake{
		{nil, 2, "--store is required"},
		{[]string{"--store", dir, "--max-store", "20"}, 2, `--max-store: "20", want a number with MiB`},
		{[]string{"--store", dir, "--max-store", "1MiB"}, 2, "want 64MiB or more"},
		{[]string{"--store", dir, "--max-store", "9999999TiB"}, 2, "want a number"},
		{[]string{"--store", dir, "--max-store", "64MiB", "--listen", ":0"}, 1, "without a key"},
		{[]string{"--store", dir, "--max-store", "64MiB", "--listen", "x"}, 1, "want HOST:PORT"},
		{[]string{"--store", dir, "--max-store", "64MiB", "--http", "0.0.0.0:0", "--listen", "127.0.0.1:0"}, 1, "could read the page and the metrics: set --http-token"},
		{[]string{"config"}, 2, "--store is required"},
		{[]string{"config", "--store", dir, "--listen", ":4222"}, 1, "without a key"},
		{[]string{"frob"}, 2, `unexpected argument "frob"`},
	})
}

// A server that is ended by SIGTERM has the exit code of success.
func TestServerEndsBySignal(t *testing.T) {
	c := clitest.Command([]string{"server", "--store", t.TempDir(), "--listen", "127.0.0.1:0", "--http", "none"})
	out := &clitest.Lines{}
	c.Stdout = out
	must.OK(t, c.Start())
	out.Find(t, "server .*\n")
	must.OK(t, c.Process.Signal(syscall.SIGTERM))
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
}
