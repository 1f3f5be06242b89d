package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/internal/runfolder/runfoldertest"
	"gammonlab/nets"
)

// pooled is a command line whose work a pool can do. It runs in a folder with
// the files of poolFiles.
type pooled struct {
	name, line string
	files      []string // patterns of its output files
	kinds      []string // kinds of its jobs
}

// pooledCommands are small ones of all commands that have a pool.
var pooledCommands = []pooled{
	{"label", "dataset label in.parquet --method ply1 --model tiny.safetensors --bearoff none --out o.parquet", []string{"o.parquet"}, []string{"label"}},
	{"generate", "dataset generate --player net:tiny.safetensors --opponent pubeval --noise 0.02 --per-game 4 --quota contact=200,race=60 " +
		"--epsilon 0.05 --bearoff none --out o.parquet", []string{"o.parquet"}, []string{"generate"}},
	{"generate --trace", "dataset generate --player net:tiny.safetensors --trace 0.7 --games 30 --random-plies 2-6 --bearoff none --out o.parquet",
		[]string{"o.parquet"}, []string{"generate"}},
	{"generate --informative", "dataset generate --player net:tiny.safetensors --positions 60 --informative 0.1 --model tiny.safetensors --bearoff none --out o.parquet",
		[]string{"o.parquet"}, []string{"generate"}},
	{"rollout", "rollout --model tiny.safetensors --bearoff none --dice 31 --candidates 3 --truncate 5 --trials 288 --out o.rollout --json " + start,
		[]string{"o.rollout"}, []string{"rollout"}},
	{"rollout --stop-jsd", "rollout --model tiny.safetensors --bearoff none --dice 31 --candidates 5 --truncate 5 --trials 720 --min-trials 72 " +
		"--stop-jsd 1.5 --json " + start, nil, []string{"rollout"}},
	{"rollouts", "rollout --model tiny.safetensors --bearoff none --double --match 7 --score 3-0 --truncate 4 --trials 144 --json " + start + " " + start,
		nil, []string{"rollout"}},
	{"match", "bench match --a net:tiny.safetensors --b pubeval --games 200 --bearoff none --luck a --results o.results --save games --json",
		[]string{"o.results", "games/*.mat"}, []string{"match"}},
	{"match --match", "bench match --a net:tiny.safetensors --b net:tiny.safetensors,noise=0.05 --match 3 --judge 0 --games 16 --bearoff none --json", nil, []string{"match"}},
	{"sprt", "bench sprt --a net:tiny.safetensors --b net:tiny.safetensors,noise=0.2 --equity 0,0.3 --bearoff none --results o.results --json",
		[]string{"o.results"}, []string{"match"}},
	{"tournament", "bench tournament --players net:tiny.safetensors,pubeval,random --games 40 --bearoff none --results o.results --json",
		[]string{"o.results"}, []string{"match"}},
	{"positions build", "bench positions build --decisions 5 --cubes 2 --trials 72 --min-trials 36 --truncate 3 --model tiny.safetensors " +
		"--player net:tiny.safetensors --bearoff none --out o.jsonl --json", []string{"o.jsonl"}, []string{"positions"}},
	{"positions run", "bench positions run --player net:tiny.safetensors,plies=1,noise=0.01 --player random --worst 3 --bearoff none --json --results o.results", nil, []string{"answers"}},
	{"simulate", "rating simulate --study 1 --matches 2 --lengths 1,2 --model tiny.safetensors --bearoff none --out o.parquet",
		[]string{"o.parquet"}, []string{"simulate"}},
	{"ablate", "features ablate --features pubeval122 --hidden 3 --epochs 1 --retrain --data table.csv --json", nil, []string{"ablate"}},
	{"analyze", "analyze --model tiny.safetensors --bearoff none --plies 1 --cache none --json matches", nil, []string{"analysis"}},
	{"promote", "weights promote --equity 0,0.3 --bearoff none --results o.results --json tiny.safetensors weak.safetensors",
		[]string{"o.results", "weak.safetensors"}, []string{"match"}},
	{"iterate", "train iterate --config iterate.json --positions 3000 --out run",
		[]string{"run/best.safetensors", "run/metrics.jsonl", "run/generations/*/*.parquet", "run/generations/*/measured.json"},
		[]string{"generate", "label", "match"}},
}

// poolFiles fills a folder with what pooled commands read.
func poolFiles(t *testing.T, dir string) {
	t.Helper()
	weak := filepath.Join(dir, "weak.safetensors")
	net := must.Get(nets.NewRandom(nets.NewSpec(features.Perspective196{}, nets.Sigmoid, 8), 1))(t)
	must.OK(t, nets.NewModel(net, board.Backgammon).Save(weak))
	for name, content := range map[string]string{
		"tiny.safetensors": readFile(t, tiny), "table.csv": readFile(t, gnubgTable), "iterate.json": clitest.Iterate("tiny.safetensors"),
	} {
		must.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666))
	}
	must.OK(t, os.Mkdir(filepath.Join(dir, "matches"), 0o777))
	for name, text := range map[string]string{"ann.mat": contest, "again.mat": "; [Event \"again\"]\n" + contest} {
		must.OK(t, os.WriteFile(filepath.Join(dir, "matches", name), []byte(text), 0o666))
	}
	succeed(t, "dataset", "generate", "--player", "net:"+tiny, "--bearoff", "none", "--positions", "400", "--out", filepath.Join(dir, "in.parquet"))
}

// A pool gives the same bytes as one goroutine, and its workers do the work.
func TestPools(t *testing.T) {
	server, stopServer := startServer(t, "--store", t.TempDir())
	url := server.after(t, "server")
	log, stopWorker := startWorker(t, url)
	kit := t.TempDir()
	poolFiles(t, kit)
	for i, c := range pooledCommands {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && i%4 != 0 {
				t.Skip("short: there is no time for all of them")
			}
			want := c.run(t, kit, "--workers", "1")
			before := log.String()
			got := c.run(t, kit, "--pool", url, "--shard", "20ms", "--audit", "0.1")
			sameOutputs(t, got, want)
			for _, kind := range c.kinds {
				if !strings.Contains(strings.TrimPrefix(log.String(), before), "kind="+kind+"/1") {
					t.Errorf("the worker has not worked on a job of the kind %s:\n%s", kind, log.String())
				}
			}
		})
	}
	if code := stopWorker(); code != exitOK {
		t.Errorf("the worker ended with %d", code)
	}
	if code := stopServer(); code != exitOK {
		t.Errorf("the server ended with %d", code)
	}
}

// startWorker runs the command worker until stop is called, which returns its exit
// code. What it logs goes to log.
func startWorker(t *testing.T, url string, args ...string) (log *lines, stop func() int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	log = new(lines)
	code := make(chan int, 1)
	args = append([]string{"gammonlab", "worker", "--pool", url, "--cores", "2", "--cache", t.TempDir()}, args...)
	go func() { code <- run(ctx, args, strings.NewReader(""), io.Discard, log) }()
	return log, func() int { cancel(); return <-code }
}

// run calls the command with more flags in a copy of the folder, and returns
// its outputs by file; "" is its standard output.
func (c *pooled) run(t *testing.T, kit string, more ...string) map[string]string {
	t.Helper()
	dir := t.TempDir()
	must.OK(t, os.CopyFS(dir, os.DirFS(kit)))
	t.Chdir(dir)
	args := append(strings.Fields(c.line), more...)
	return c.outputs(t, dir, succeed(t, args...))
}

// outputs returns the files that the command has written in the folder, and its
// standard output.
func (c *pooled) outputs(t *testing.T, dir, printed string) map[string]string {
	t.Helper()
	all := map[string]string{"": printed}
	for _, pattern := range c.files {
		names := must.Get(filepath.Glob(filepath.Join(dir, pattern)))(t)
		if len(names) == 0 {
			t.Fatalf("there is no %s", pattern)
		}
		for _, name := range names {
			all[strings.TrimPrefix(name, dir)] = readFile(t, name)
		}
	}
	return all
}

// timing matches the text that differs between equal runs.
var timing = regexp.MustCompile(`"(seconds|games_per_second|matches_per_second)": *[0-9.e+-]+`)

// sameOutputs fails the test unless the outputs are equal but for the time it took.
func sameOutputs(t *testing.T, got, want map[string]string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d files, want %d", len(got), len(want))
	}
	plain := func(text string) string { return timing.ReplaceAllString(runfoldertest.WithoutElapsed(text), "") }
	for name, text := range want {
		if plain(got[name]) != plain(text) {
			t.Errorf("%q has %d bytes, want %d others: %.300q", name, len(got[name]), len(text), got[name])
		}
	}
}

// Work that a pool cannot do is refused before a connection, and before a file
// is read or written.
func TestPoolMistakes(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("GAMMONLAB_KEY_FILE", "")
	away := []string{"--pool", "nats://127.0.0.1:1"}
	const onlyNets = "a farm plays only nets, pubeval and random"
	for _, c := range []struct {
		line string
		code int
		want string
	}{
		{"bench match --a ubgi:none --b random --results o", exitUsage, "--a: the player ubgi:none is a program"},
		{"bench match --a random --b gnubg:0", exitUsage, onlyNets},
		{"bench sprt --a random --b ubgi:none --results o", exitUsage, onlyNets},
		{"bench tournament --players random,ubgi:none --results o", exitUsage, onlyNets},
		{"bench positions run --player ubgi:none", exitUsage, onlyNets},
		{"bench positions build --player ubgi:none --out o", exitUsage, onlyNets},
		{"dataset generate --player ubgi:none --games 2 --out o", exitUsage, onlyNets},
		{"features ablate --features pubeval122 --data -", exitUsage, "--pool needs --retrain"},
		{"analyze one.mat", exitUsage, "--pool is for several records"},
		{"rollout --shard 1ms " + start, exitUsage, "--shard is 1ms, want 10ms to 1h"},
	} {
		t.Chdir(dir)
		_, errOut, code := command(t, "", append(strings.Fields(c.line), away...)...)
		if code != c.code || !strings.Contains(errOut, c.want) {
			t.Errorf("%s: exit code %d, %q, want %d, %q", c.line, code, errOut, c.code, c.want)
		}
	}
	if left := must.Get(os.ReadDir(dir))(t); len(left) > 0 {
		t.Errorf("commands that were refused have made %v", left)
	}
}

// canceller is a writer that ends a command when the command prints a text.
type canceller struct {
	bytes.Buffer
	text   string
	cancel context.CancelFunc
}

func (w *canceller) Write(p []byte) (int, error) {
	n, err := w.Buffer.Write(p)
	if strings.Contains(w.String(), w.text) {
		w.cancel()
	}
	return n, err
}

// Commands wait for a server that is away, say so, and write nothing before it is there.
func TestPoolAway(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("GAMMONLAB_KEY_FILE", "")
	t.Chdir(dir)
	for _, line := range []string{
		"rollout --trials 36 " + start, "bench match --a random --b pubeval", "bench sprt --a random --b pubeval", "bench tournament --players random,pubeval",
		"bench positions run --player random", "bench positions build --out o", "dataset generate --games 2 --out o", "rating simulate --study 1 --out o",
	} {
		ctx, cancel := context.WithCancel(t.Context())
		errOut := &canceller{text: "waiting for the server", cancel: cancel}
		code := run(ctx, append([]string{"gammonlab"}, strings.Fields(line+" --pool nats://127.0.0.1:1")...), strings.NewReader(""), io.Discard, errOut)
		cancel()
		if code == exitOK || !strings.Contains(errOut.String(), "127.0.0.1:1") {
			t.Errorf("%s: exit code %d, %q", line, code, errOut.String())
		}
	}
	if left := must.Get(os.ReadDir(dir))(t); len(left) > 0 {
		t.Errorf("commands that waited have made %v", left)
	}
}

// Flags of a pool have no effect without one.
func TestPoolFlagsWithoutPool(t *testing.T) {
	t.Setenv("GAMMONLAB_KEY_FILE", "none.nk")
	for _, flag := range []string{"--token=x", "--ca=x", "--quorum=2", "--audit=0.1", "--shard=1s"} {
		name, _, _ := strings.Cut(flag, "=")
		checkMistake(t, "", []string{"rollout", "--trials", "36", "--model", tiny, flag, start}, exitUsage, name+" is for --pool")
	}
	succeed(t, "rollout", "--trials", "36", "--truncate", "2", "--model", tiny, "--bearoff", "none", start)
}
