package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/waittest"
)

// TestFarm labels positions with a worker that has a key, and wants the same
// bytes as without a farm.
func TestFarm(t *testing.T) {
	if testing.Short() {
		t.Skip("short: that is under the race detector, and all commands of a process share a flag of the library")
	}
	model := must.Get(filepath.Abs(tiny))(t)
	t.Chdir(t.TempDir())
	t.Setenv("GAMMONLAB_KEY_FILE", "")
	succeed(t, "server", "key", "worker", "--store", "farm", "box")
	succeed(t, "server", "key", "submitter", "--store", "farm", "me")
	server, stop := startServer(t, "--store", "farm")
	url := server.after(t, "server")
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan int, 1)
	log := new(lines)
	go func() {
		ended <- run(ctx, []string{"gammonlab", "worker", "--pool", url, "--key", "box.nk", "--cores", "2", "--cache", "cache", "--name", "box"},
			strings.NewReader(""), io.Discard, log)
	}()

	var list struct{ Workers []struct{ Cores int } }
	waittest.Until(t, "the worker", func() bool {
		must.OK(t, json.Unmarshal([]byte(succeed(t, "workers", "--pool", url, "--key", "me.nk", "--json")), &list))
		return len(list.Workers) > 0
	})

	succeed(t, "dataset", "generate", "--positions", "60", "--seed", "1", "--out", "in.parquet")
	label := []string{"dataset", "label", "in.parquet", "--method", "rollout", "--trials", "36", "--truncate", "11", "--model", model, "--bearoff", "none"}
	succeed(t, append(label, "--out", "here.parquet")...)
	succeed(t, append(label, "--out", "farm.parquet", "--pool", url, "--key", "me.nk", "--audit", "0.1", "--shard", "20ms")...)
	if here, there := must.Get(os.ReadFile("here.parquet"))(t), must.Get(os.ReadFile("farm.parquet"))(t); !bytes.Equal(here, there) {
		t.Error("the labels of a farm are others")
	}
	if ledger := string(must.Get(os.ReadFile("farm.parquet.pool.jsonl"))(t)); !strings.Contains(ledger, `"workers":["U`) {
		t.Errorf("the worker did nothing: %s\n%s", ledger, log.text.String())
	}
	if files := must.Get(os.ReadDir("cache"))(t); len(files) != 1 {
		t.Errorf("the cache holds %d files", len(files))
	}

	asMe := func(args ...string) string { return succeed(t, append(args, "--pool", url, "--key", "me.nk")...) }
	if out := asMe("jobs"); out != "no jobs\n" {
		t.Errorf("got %q", out)
	}
	if out := asMe("workers"); !strings.Contains(out, "box ") || !strings.Contains(out, "does not fit") {
		t.Errorf("got %q", out)
	}
	must.OK(t, json.Unmarshal([]byte(asMe("workers", "--json")), &list))
	if len(list.Workers) != 1 || list.Workers[0].Cores != 2 {
		t.Errorf("got %+v", list)
	}
	end()
	if code := <-ended; code != exitOK {
		t.Errorf("the worker ended with %d", code)
	}
	if code := stop(); code != exitOK {
		t.Errorf("the server ended with %d", code)
	}
	for _, name := range []string{"box.nk", "me.nk"} {
		if secret := strings.TrimSpace(string(must.Get(os.ReadFile(name))(t))); strings.Contains(log.text.String(), secret) {
			t.Errorf("the log has the secret of %s", name)
		}
	}
}

func TestFarmMistakes(t *testing.T) {
	key := filepath.Join(t.TempDir(), "bad.nk")
	must.OK(t, os.WriteFile(key, []byte("SUSECRET"), 0o600))
	label := func(args ...string) []string {
		return append([]string{"dataset", "label", unlabelled(t, 0, start), "--method", "ply1", "--model", tiny, "--out", filepath.Join(t.TempDir(), "out")}, args...)
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"worker", "--cores", "0"}, exitUsage, "--cores is 0"},
		{[]string{"worker", "--kinds", "label,chess"}, exitUsage, `"chess"`},
		{[]string{"worker", "--max-jobs", "-1"}, exitUsage, "--max-jobs is -1"},
		{[]string{"worker", "--server", "nats://127.0.0.1:1", "--key", key}, exitFailed, "no key"},
		{[]string{"jobs", "--pool", "nats://127.0.0.1:1"}, exitFailed, "127.0.0.1:1"},
		{[]string{"jobs", "cancel"}, exitUsage, "want one ID"},
		{[]string{"workers", "--pool", "nats://127.0.0.1:1"}, exitFailed, "127.0.0.1:1"},
		{label("--quorum", "2"), exitUsage, "--quorum is for --pool"},
		{label("--pool", "nats://127.0.0.1:1", "--quorum", "0"), exitUsage, "--quorum is 0"},
		{label("--pool", "nats://127.0.0.1:1", "--audit", "2"), exitUsage, "--audit is 2"},
	} {
		_, errOut, code := command(t, "", c.args...)
		if code != c.code || !strings.Contains(errOut, c.want) || strings.Contains(errOut, "SUSECRET") {
			t.Errorf("%v: exit code %d, %q", c.args, code, errOut)
		}
	}
}
