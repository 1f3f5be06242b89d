package app

import (
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
	{"sprt of several", "bench sprt --a net:tiny.safetensors,noise=0.5 --a pubeval --b net:tiny.safetensors,noise=0.2 --equity 0,0.5 --bearoff none --results o.results --json",
		[]string{"o.results"}, []string{"match"}},
	{"tournament", "bench tournament --players net:tiny.safetensors,pubeval,random --games 40 --bearoff none --results o.results --json",
		[]string{"o.results"}, []string{"match"}},
	{"positions build", "bench positions build --decisions 5 --cubes 2 --trials 72 --min-trials 36 --truncate 3 --model tiny.safetensors " +
		"--player net:tiny.safetensors --bearoff none --out o.jsonl --json", []string{"o.jsonl"}, []string{"positions"}},
	{"positions run", "bench positions run --player net:tiny.safetensors,plies=1,noise=0.01 --player random --worst 3 --bearoff none --json --results o.results", nil, []string{"answers"}},
	{"records", "bench records --player net:tiny.safetensors,plies=2 --player random --bearoff none --json analysed.sgf", nil, []string{"answers"}},
	{"simulate", "rating simulate --study 1 --matches 2 --lengths 1,2 --model tiny.safetensors --bearoff none --out o.parquet",
		[]string{"o.parquet"}, []string{"simulate"}},
	{"ablate", "features ablate --features pubeval122 --hidden 3 --epochs 1 --retrain --data table.csv --json", nil, []string{"ablate"}},
	{"analyze", "analyze --model tiny.safetensors --bearoff none --plies 1 --cache none --json matches", nil, []string{"analysis"}},
	{"promote", "weights promote --equity 0,0.3 --bearoff none --results o.results --json tiny.safetensors weak.safetensors",
		[]string{"o.results", "weak.safetensors"}, []string{"match"}},
}

// poolFiles fills a folder with what pooled commands read.
func poolFiles(t *testing.T, dir string) {
	t.Helper()
	weak := filepath.Join(dir, "weak.safetensors")
	net := must.Get(nets.NewRandom(nets.NewSpec(features.Perspective196{}, nets.Sigmoid, 8), 1))(t)
	must.OK(t, nets.NewModel(net, board.Backgammon).Save(weak))
	for name, content := range map[string]string{
		"tiny.safetensors": clitest.File(t, tiny), "table.csv": clitest.File(t, gnubgTable),
		"analysed.sgf": clitest.File(t, "../../../board/record/testdata/rolledout.sgf"),
	} {
		clitest.Write(t, filepath.Join(dir, name), content)
	}
	must.OK(t, os.Mkdir(filepath.Join(dir, "matches"), 0o777))
	for name, text := range map[string]string{"ann.mat": contest, "again.mat": "; [Event \"again\"]\n" + contest} {
		clitest.Write(t, filepath.Join(dir, "matches", name), text)
	}
	program.OK(t, "dataset", "generate", "--player", "net:"+tiny, "--bearoff", "none", "--positions", "400", "--out", filepath.Join(dir, "in.parquet"))
}

// A pool gives the same bytes as one goroutine, and its workers do the work.
func TestPools(t *testing.T) {
	server, url := startServer(t, t.TempDir())
	worker := startWorker(t, url)
	kit := t.TempDir()
	poolFiles(t, kit)
	for i, c := range pooledCommands {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && i%4 != 0 {
				t.Skip("short: there is no time for all of them")
			}
			want := c.run(t, kit, "--workers", "1")
			before := worker.Err.String()
			got := c.run(t, kit, "--pool", url, "--shard", "20ms", "--audit", "0.1")
			sameOutputs(t, got, want)
			for _, kind := range c.kinds {
				clitest.Wants(t, strings.TrimPrefix(worker.Err.String(), before), "kind="+kind+"/")
			}
		})
	}
	wantStopped(t, worker, server)
}

// startServer starts the server of a farm, and returns its address.
func startServer(t *testing.T, store string) (server *clitest.Running, url string) {
	t.Helper()
	server = program.Start(t, "server", "--listen", "127.0.0.1:0", "--http", "none", "--store", store)
	return server, server.Out.Find(t, "server (.*)\n")
}

// startWorker starts a worker of a farm.
func startWorker(t *testing.T, url string, args ...string) *clitest.Running {
	t.Helper()
	return program.Start(t, append([]string{"worker", "--pool", url, "--cores", "2", "--cache", t.TempDir()}, args...)...)
}

// wantStopped stops the processes of a farm, which must succeed.
func wantStopped(t *testing.T, processes ...*clitest.Running) {
	t.Helper()
	for i, p := range processes {
		if code := p.Stop(); code != 0 {
			t.Errorf("process %d of the farm ended with %d", i+1, code)
		}
	}
}

// run calls the command with more flags in a copy of the folder, and returns
// its outputs by file; "" is its standard output.
func (c *pooled) run(t *testing.T, kit string, more ...string) map[string]string {
	t.Helper()
	dir := t.TempDir()
	must.OK(t, os.CopyFS(dir, os.DirFS(kit)))
	t.Chdir(dir)
	args := append(strings.Fields(c.line), more...)
	return c.outputs(t, dir, program.OK(t, args...))
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
			all[strings.TrimPrefix(name, dir)] = clitest.File(t, name)
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
		{"bench match --a ubgi:none --b random --bearoff none --results o", 2, "--a: the player ubgi:none is a program"},
		{"bench match --a random --b ubgi:none --bearoff none", 2, onlyNets},
		{"bench sprt --a random --b ubgi:none --bearoff none --results o", 2, onlyNets},
		{"bench tournament --players random,ubgi:none --bearoff none --results o", 2, onlyNets},
		{"bench positions run --player ubgi:none --bearoff none", 2, onlyNets},
		{"bench positions build --player ubgi:none --bearoff none --out o", 2, onlyNets},
		{"dataset generate --player ubgi:none --games 2 --bearoff none --out o", 2, onlyNets},
		{"features ablate --features pubeval122 --data -", 2, "--pool needs --retrain"},
		{"analyze one.mat", 2, "--pool is for several records"},
		{"rollout --bearoff none --shard 1ms " + start, 2, "--shard is 1ms, want 10ms to 1h"},
	} {
		t.Chdir(dir)
		program.Fails(t, c.code, c.want, append(strings.Fields(c.line), away...)...)
	}
	if left := must.Get(os.ReadDir(dir))(t); len(left) > 0 {
		t.Errorf("commands that were refused have made %v", left)
	}
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
		waiting := program.Start(t, strings.Fields(line+" --pool nats://127.0.0.1:1")...)
		waiting.Err.Find(t, "waiting for the server")
		if code := waiting.Stop(); code == 0 || !strings.Contains(waiting.Err.String(), "127.0.0.1:1") {
			t.Errorf("%s: exit code %d, %q", line, code, waiting.Err.String())
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
		program.Fails(t, 2, name+" is for --pool", "rollout", "--trials", "36", "--model", tiny, flag, start)
	}
	program.OK(t, "rollout", "--trials", "36", "--truncate", "2", "--model", tiny, "--bearoff", "none", start)
}
