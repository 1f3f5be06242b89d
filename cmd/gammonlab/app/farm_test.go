package app

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/clitest"
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
	program.OK(t, "server", "key", "worker", "--store", "farm", "box")
	program.OK(t, "server", "key", "submitter", "--store", "farm", "me")
	server, url := startServer(t, "farm")
	worker := startWorker(t, url, "--key", "box.nk", "--cache", "cache", "--name", "box")

	var list struct{ Workers []struct{ Cores int } }
	waittest.Until(t, "the worker", func() bool {
		program.JSON(t, &list, "workers", "--pool", url, "--key", "me.nk", "--json")
		return len(list.Workers) > 0
	})

	program.OK(t, "dataset", "generate", "--positions", "60", "--seed", "1", "--out", "in.parquet")
	label := []string{"dataset", "label", "in.parquet", "--method", "rollout", "--trials", "36", "--truncate", "11", "--model", model, "--bearoff", "none"}
	program.OK(t, append(label, "--out", "here.parquet")...)
	program.OK(t, append(label, "--out", "farm.parquet", "--pool", url, "--key", "me.nk", "--audit", "0.1", "--shard", "20ms")...)
	if clitest.File(t, "here.parquet") != clitest.File(t, "farm.parquet") {
		t.Error("the labels of a farm are others")
	}
	clitest.Wants(t, clitest.File(t, "farm.parquet.pool.jsonl"), `"workers":["U`)
	if files := must.Get(os.ReadDir("cache"))(t); len(files) != 1 {
		t.Errorf("the cache holds %d files", len(files))
	}

	asMe := func(args ...string) string { return program.OK(t, append(args, "--pool", url, "--key", "me.nk")...) }
	if out := asMe("jobs"); out != "no jobs\n" {
		t.Errorf("got %q", out)
	}
	clitest.Wants(t, asMe("workers"), "box ", "does not fit")
	program.JSON(t, &list, "workers", "--pool", url, "--key", "me.nk", "--json")
	if len(list.Workers) != 1 || list.Workers[0].Cores != 2 {
		t.Errorf("got %+v", list)
	}
	wantStopped(t, worker, server)
	for _, name := range []string{"box.nk", "me.nk"} {
		if secret := strings.TrimSpace(clitest.File(t, name)); strings.Contains(worker.Err.String(), secret) {
			t.Errorf("the log has the secret of %s", name)
		}
	}
}

func TestFarmMistakes(t *testing.T) {
	key := filepath.Join(t.TempDir(), "bad.nk")
	clitest.Write(t, key, "SUSECRET")
	label := func(args ...string) []string {
		return append([]string{"dataset", "label", clitest.Played(t, 1), "--method", "ply1", "--model", tiny, "--out", filepath.Join(t.TempDir(), "out")}, args...)
	}
	program.Mistakes(t, "", []clitest.Mistake{
		{[]string{"worker", "--cores", "0"}, 2, "--cores is 0"},
		{[]string{"worker", "--kinds", "label,chess"}, 2, `"chess"`},
		{[]string{"worker", "--max-jobs", "-1"}, 2, "--max-jobs is -1"},
		{[]string{"worker", "--server", "nats://127.0.0.1:1", "--key", key}, 1, "no key"},
		{[]string{"jobs", "--pool", "nats://127.0.0.1:1"}, 1, "127.0.0.1:1"},
		{[]string{"jobs", "cancel"}, 2, "want one ID"},
		{[]string{"workers", "--pool", "nats://127.0.0.1:1"}, 1, "127.0.0.1:1"},
		{label("--quorum", "2"), 2, "--quorum is for --pool"},
		{label("--pool", "nats://127.0.0.1:1", "--quorum", "0"), 2, "--quorum is 0"},
		{label("--pool", "nats://127.0.0.1:1", "--audit", "2"), 2, "--audit is 2"},
	})
	if _, errOut, _ := program.Run(t, "", "worker", "--server", "nats://127.0.0.1:1", "--key", key); strings.Contains(errOut, "SUSECRET") {
		t.Errorf("the error has the secret: %q", errOut)
	}
}

// The command lines of farms that the documentation shows are those of the program.
func TestFarmDocs(t *testing.T) {
	const names = `(?:server|worker|workers|jobs|dataset|bench|rating)`
	shown := regexp.MustCompile(`(?s)gammonlab (` + names + `\b(?:\\\n|[^\n#>|&])*)`)
	found := 0
	for _, path := range append(must.Get(filepath.Glob("../../../docs/farm/*"))(t), "../../../docs/farm.md") {
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
