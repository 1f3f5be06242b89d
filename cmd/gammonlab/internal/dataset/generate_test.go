package dataset

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/datasets"
	"gammonlab/internal/must"
)

// TestGenerate makes a database, without and with interruptions.
func TestGenerate(t *testing.T) {
	dir := t.TempDir()
	args := func(out string, more ...string) []string {
		return append([]string{"dataset", "generate", "--out", out, "--player", "net:" + clitest.Tiny, "--noise", "0.02",
			"--bearoff", "none", "--quota", "contact=900,race=100", "--per-game", "20", "--seed", "7"}, more...)
	}
	whole, parts := filepath.Join(dir, "whole.parquet"), filepath.Join(dir, "parts.parquet")
	out, errOut := program.Reads(t, "", args(whole, "--json", "--workers", "2")...)
	clitest.Wants(t, errOut, "1,000/1,000 positions")
	var got struct {
		Positions int64            `json:"positions"`
		Classes   map[string]int64 `json:"classes"`
		Games     int64            `json:"games"`
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil || got.Positions != 1000 || got.Classes["race"] != 100 || got.Games < 50 {
		t.Errorf("%s: %v", out, err)
	}
	checkGenerated(t, whole)
	program.Fails(t, 2, "whole.parquet already exists", args(whole)...)

	program.InPieces(t, args(parts, "--workers", "1")...)
	if clitest.File(t, whole) != clitest.File(t, parts) {
		t.Error("the interrupted run made another file")
	}
}

// checkGenerated checks the metadata and the rows of a database.
func checkGenerated(t *testing.T, path string) {
	t.Helper()
	f := must.Get(datasets.Open(path))(t)
	defer f.Close()
	p := f.Meta().Provenance
	if p["player"][:len(p["player"])-64] != "tiny.safetensors noise=0.02 " || p["quota"] != "race=100,contact=900" || p["seed"] != "7" {
		t.Errorf("provenance %v", p)
	}
	row, err := f.Read()
	if want := "selfplay tiny.safetensors noise=0.02"; err != nil || row.Source != want {
		t.Errorf("source %q, want %q (%v)", row.Source, want, err)
	}
}

func TestGenerateFiles(t *testing.T) {
	out := filepath.Join(t.TempDir(), "db")
	const ogid = "OGID=11jjjjjhhhccccc:ooddddd88866666:N0N:52:B:IW:0:0:7:0" // the start
	text, _ := program.Reads(t, ogid+"\n"+clitest.Start+"\n", "dataset", "generate", "--out", out, "--ids", "-", clitest.Records+"match5.mat")
	clitest.Wants(t, text, " of match records, 2 positions of files")
	_, warned := program.Reads(t, "xgid=-b----E-C---eE---c-e----B-:0:0:1:21:1:4:1:5:10\n"+ogid, "dataset", "generate", "--out", out+"3", "--ids", "-")
	clitest.Wants(t, warned, "2 positions have the score of a match, which a database does not keep")
	clitest.Wants(t, program.OK(t, "dataset", "generate", "--out", out+"2", "--database", out, "--informative", "0.01", "--model", clitest.Tiny, "--bearoff", "none"), "informative: ")
}

// TestGenerateProgress: progress is in what ends the work, games or positions.
func TestGenerateProgress(t *testing.T) {
	for limits, want := range map[string]string{"--games 6": "6/6 games (100%)", "--games 6 --positions 40": "40/40 positions (100%)", "--positions 40": "40/40 positions (100%)"} {
		args := []string{"dataset", "generate", "--out", filepath.Join(t.TempDir(), "db"), "--player", "net:" + clitest.Tiny, "--bearoff", "none"}
		_, shown := program.Reads(t, "", append(args, strings.Fields(limits)...)...)
		clitest.Wants(t, shown, want)
	}
}

// A config has the settings, also lists of files; flags override them.
func TestGenerateConfig(t *testing.T) {
	dir := t.TempDir()
	config, out := filepath.Join(dir, "c.json"), filepath.Join(dir, "db")
	write := func(more string) {
		text := `{"out": "` + out + `", "records": ["` + clitest.Records + `match5.mat"],` + "\n" + `"where": "lead>20"` + more + "}"
		clitest.Write(t, config, text)
	}
	write("")
	clitest.Wants(t, program.OK(t, "dataset", "generate", "--config", config, "--where", "owner:player lead>20"), "db: 24 positions")
	for more, want := range map[string]string{
		`, "odd": true`: "c.json: line 2: odd needs --random-plies", `, "ids": true`: `c.json: line 2: ids: found true, want a list of texts`,
		`, "trace": "7"`: "c.json: line 2: trace: λ is 7, want 0 to 1", `, "class": "over"`: `c.json: line 2: class: unknown class "over"`,
	} {
		write(more)
		program.Fails(t, 2, want, "dataset", "generate", "--force", "--config", config)
	}
}

// Records in folders are read, broken ones are named, and only positions of the
// pattern are kept.
func TestGenerateFrom(t *testing.T) {
	dir := t.TempDir()
	clitest.Write(t, filepath.Join(dir, "m", "below", "match.mat"), clitest.File(t, clitest.Records, "match5.mat"))
	clitest.Write(t, filepath.Join(dir, "m", "broken.mat"), " 3 point match\n\n Game 1\n Ann : 0    Bob : 0\n  1) 31: 8/5 5/1\n")
	clitest.Write(t, filepath.Join(dir, "m", "notes.txt"), "We met at the club.\n")
	args := func(out string, more ...string) []string {
		return append([]string{"dataset", "generate", "--out", filepath.Join(dir, out), "--records", filepath.Join(dir, "m"), "--where", "owner:player lead>20"}, more...)
	}
	program.Fails(t, 1, "broken.mat: game 1, move 1, ", args("a")...)
	text, errOut := program.Reads(t, "", args("b", "--keep-going")...)
	clitest.Wants(t, text, "b: 24 positions")
	clitest.Wants(t, errOut, "notes.txt: it contains no record")
	if n := strings.Count(errOut, "broken.mat"); n != 1 {
		t.Errorf("broken.mat is named %d times: %q", n, errOut)
	}
	if p := must.Get(datasets.Open(filepath.Join(dir, "b")))(t).Meta().Provenance; p["where"] != "owner:player lead>20" {
		t.Errorf("provenance %v", p)
	}
	program.Fails(t, 2, `the term "owner:player" is about the match`, args("c", "--keep-going", "--player", "random", "--games", "1")...)
}

// TestPositionWeights makes a pool with weights, looks at it, passes it through a table,
// and begins games in it.
func TestPositionWeights(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	pool, plain, table, again := file("pool.parquet"), file("plain.parquet"), file("pool.csv"), file("again.parquet")
	generate := []string{"dataset", "generate", "--positions", "30", "--player", "pubeval", "--informative", "0.05", "--model", clitest.Tiny, "--bearoff", "none", "--out"}
	weighted := append(generate, pool, "--position-weights", "informative")
	program.OK(t, weighted...)
	program.OK(t, append(generate, plain)...)
	clitest.Wants(t, program.OK(t, "dataset", "info", pool), "weights  from 0.05")
	if out := program.OK(t, "dataset", "info", plain); strings.Contains(out, "weights  from") {
		t.Errorf("info without weights: %s", out)
	}
	program.OK(t, "dataset", "export", "--format", "csv", "--out", table, pool)
	program.OK(t, "dataset", "import", "--out", again, table)
	if a, b := program.OK(t, "dataset", "dump", "--format", "csv", pool), program.OK(t, "dataset", "dump", "--format", "csv", again); a != b || !strings.Contains(a, ",seed,weight\n") {
		t.Errorf("%s became %s", a, b)
	}
	program.OK(t, "dataset", "verify", again)
	mixed := []string{"dataset", "merge", "--out", file("merged.parquet"), pool, plain}
	program.Fails(t, 1, pool+" has weights of positions, "+plain+" has none", mixed...)
	program.OK(t, append([]string{"dataset", "merge", "--drop-weights"}, mixed[2:]...)...)
	program.Fails(t, 2, "--format wildbg: "+pool+" has weights of positions", "dataset", "export", "--format", "wildbg", pool)
	program.OK(t, "dataset", "generate", "--player", "pubeval", "--games", "3", "--starts", pool, "--out", file("games.parquet"))
	if made := must.Get(datasets.Open(file("games.parquet")))(t).Meta().Provenance; !strings.Contains(made["starts"], "of 30 weighted positions") {
		t.Errorf("provenance %v", made)
	}
}

func TestGenerateMistakes(t *testing.T) {
	dir := t.TempDir()
	list := filepath.Join(dir, "list.txt")
	clitest.Write(t, list, clitest.Start+"\nnonsense\n")
	weighted, negative := filepath.Join(dir, "weighted.txt"), filepath.Join(dir, "negative.txt")
	clitest.Write(t, weighted, clitest.Start+" 0.5\n")
	clitest.Write(t, negative, clitest.Start+" -1\n")
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"--positions 5", 2, "--out is required"},
		{"--out X", 2, "self-play has no end"},
		{"--out X --positions 5 --player xg:2", 2, "--player: unknown player"},
		{"--out X --positions 5 --player net:none", 1, `model "none" is neither a file nor a shipped net`},
		{"--out X --positions 5 --opponent random", 2, "--opponent needs --player"},
		{"--out X --positions 5 --player random --noise 0.1", 2, "--noise is 0.1, but only players by a net"},
		{"--out X --positions 5 --bearoff none --noise 7", 2, "--noise is 7, want 0 to 1"},
		{"--out X --quota contact", 2, `--quota: "contact", want CLASS=N`},
		{"--out X --positions 5 --class over", 2, `--class: unknown class "over"`},
		{"--out X --positions 5 --random-plies 8-2", 2, "--random-plies: "},
		{"--out X --positions 5 --player pubeval --epsilon 2", 2, "--epsilon is 2, want 0 to 1"},
		{"--out X --ids LIST --games 5", 2, "--games has no effect without --player"},
		{"--out X --ids LIST", 1, "list.txt:2: position ID"},
		{"--out X --player pubeval --games 5 --starts LIST", 1, "list.txt:2: position ID"},
		{"--out X none.mat", 1, "none.mat: no such file"},
		{"--out X LIST", 1, "list.txt"},
		{"--out X --database LIST", 1, "list.txt: no Parquet file"},
		{"--out X --workers 0 --positions 5", 2, "--workers is 0"},
		{"--out X --variant chess --positions 5", 2, "unknown variant"},
		{"--out X --variant hypergammon3 --player pubeval --quota crashed=5", 2, "no position of hypergammon3 is crashed"},
		{"--out X --trace 0.5 --games 5 --informative 0.1 --bearoff none", 2, "--informative has no effect with --trace"},
		{"--out X --trace 0.5 --games 5 --opponent random --player net:default", 2, "--trace needs one net that plays both sides"},
		{"--out X --positions 5 --player random --model default", 2, "--model needs --informative"},
		{"--out X --positions 5 --player random --odd", 2, "--odd needs --random-plies"},
		{"--out X --positions 5 --player random --kind prime,odd", 2, `--kind: unknown kind "odd", want some of backgame, prime, straggler`},
		{"--out X --positions 5 --player random --position-weights informative", 2, "the weights are differences by which --informative selects positions"},
		{"--out X --positions 5 --player random --position-weights 1", 2, `--position-weights: "1", want informative or none`},
		{"--out X --ids WEIGHTED --player pubeval --games 1", 1, "weighted.txt has weights of positions, self-play has none"},
		{"--out X --player pubeval --games 5 --starts NEGATIVE", 1, `negative.txt:1: the weight is "-1", want a number of at least 0`},
		{"--out X --informative -100mEq --ids LIST --bearoff none", 2, "--informative is -0.1 points"},
	} {
		line := strings.NewReplacer("WEIGHTED", weighted, "NEGATIVE", negative, "X", filepath.Join(dir, "db"), "LIST", list).Replace(c.args)
		program.Fails(t, c.code, c.want, append([]string{"dataset", "generate"}, strings.Fields(line)...)...)
	}
}
