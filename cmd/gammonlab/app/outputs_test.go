package app

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/journal"
	"gammonlab/internal/must"
	"gammonlab/internal/output"
	"gammonlab/internal/wasmsection"
)

// readFlags are the flags that name files which commands read.
var readFlags = []string{
	"bench-decisions", "bench-values", "more-data", "again", "rollouts", "recipe run adopt", "eval errors", "weights choose result", "config", "data", "database", "dice-file", "fit", "grid", "ids", "keys", "load", "starts",
	"log",                                                                       // of farms, to which they append
	"ca", "cache", "key", "pool-token", "store", "tls-cert", "tls-key", "token", // of farms
	"train supervised validation", // where dataset split writes its flag of that name
	"serve runs", "serve ledgers", "serve library", "site program", "serve databases", "dataset generate records", "study list file", "study export file",
	"serve save", // a folder of games with their own names; existing games are read
	"password-file", "mcp folder",
	"recipe run out", "recipe plan out", "recipe show out", "recipe status out", "recipe report out", "recipe plan speed", "recipe status speed", "recipe history published", // a store, in which nothing is replaced
	"bot save", // the same
}

// readers are the commands whose arguments name files that they read, all but
// those in outputs.
var readers = []string{
	"analyze", "bearoff show", "bearoff verify", "bench campaign pr", "bench positions run", "bench records", "bench suite", "bench values", "dataset dump",
	"dataset export", "dataset generate", "dataset import", "dataset info", "dataset label", "dataset merge", "dataset split",
	"dataset verify", "dice test", "features export", "openings show", "rating fit", "rating plot", "rating predict", "record convert", "weights convert", "weights import", "record search", "recipe run", "recipe plan", "recipe show", "recipe status", "recipe report", "recipe history", "study add",
}

// fileWord is what files are called where the help names the value of a flag or
// an argument.
var fileWord = regexp.MustCompile(`\b(FILES?|DIR|FOLDER|DATABASE|MATCH|OUT)\b`)

// eachCommand calls do for all commands that do something, with their names.
func eachCommand(commands []*cli.Command, path string, do func(name string, c *cli.Command)) {
	for _, c := range commands {
		name := strings.TrimSpace(path + " " + c.Name)
		if len(c.Subcommands) == 0 {
			do(name, c)
		}
		eachCommand(c.Subcommands, name, do)
	}
}

// Every flag or argument that names a file is listed as an input or as an
// output, and commands with outputs have the flag --force.
func TestOutputsAreDeclared(t *testing.T) {
	known := gammonlab().Outputs
	eachCommand(gammonlab().App(nil, io.Discard, io.Discard).Commands, "", func(name string, c *cli.Command) {
		list := known[name]
		delete(known, name)
		declared := func(flag string) bool {
			return slices.ContainsFunc(list, func(w cliutil.Output) bool { return w.Flag == flag })
		}
		for _, w := range list {
			if w.Argument == 0 && !slices.ContainsFunc(c.Flags, func(f cli.Flag) bool { return f.Names()[0] == w.Flag }) {
				t.Errorf("%s has no --%s, which outputs says that it writes", name, w.Flag)
			}
		}
		for _, f := range c.Flags {
			doc, flag := f.(cli.DocGenerationFlag), f.Names()[0]
			isRead := slices.Contains(readFlags, flag) || slices.Contains(readFlags, name+" "+flag)
			if doc.TakesValue() && fileWord.MatchString(doc.GetUsage()) && !declared(flag) && !isRead {
				t.Errorf("%s: --%s names a file: put it into outputs, or into readFlags of this test", name, flag)
			}
		}
		isArgument := func(w cliutil.Output) bool { return w.Argument > 0 }
		if fileWord.MatchString(c.ArgsUsage) && !slices.ContainsFunc(list, isArgument) && !slices.Contains(readers, name) {
			t.Errorf("%s: its arguments %s name files: put those that it writes into outputs, or it into readers of this test", name, c.ArgsUsage)
		}
		force := slices.ContainsFunc(c.Flags, func(f cli.Flag) bool { return f.Names()[0] == "force" })
		if want := len(list) > 0; force != want {
			t.Errorf("%s has the flag --force: %v, want %v", name, force, want)
		}
	})
	for name := range known {
		t.Errorf("outputs lists %q, which is no command", name)
	}
}

// outputCase is a short command line that writes an output.
type outputCase struct {
	args  string // OUT stands for the output, names in the folder of [outputFiles] for those
	in    string // for standard input
	input string // a file that it reads, or empty if there is none
	ext   string // of the output
}

// outputCases has a case for every flag and argument in outputs.
var outputCases = map[string]outputCase{
	"analyze --plot": {args: "analyze --model net.safetensors --bearoff none --plies 0 --cache none --name Ann --plot OUT ann.mat again.mat",
		input: "ann.mat", ext: ".svg"},
	"analyze --html":               {args: "analyze --model net.safetensors --bearoff none --html OUT match.mat", input: "match.mat"},
	"analyze --export":             {args: "analyze --model net.safetensors --bearoff none --export OUT match.mat", input: "match.mat", ext: ".pdf"},
	"bearoff generate hyper 1":     {args: "bearoff generate hyper --checkers 1 OUT"},
	"bearoff generate one-sided 1": {args: "bearoff generate one-sided --points 2 OUT"},
	"bearoff generate two-sided 1": {args: "bearoff generate two-sided --points 2 --checkers 2 OUT"},
	"bench campaign play --out":    {args: "bench campaign play --player net:net.safetensors --games 2 --bearoff none --out OUT", ext: "/000001.mat"},
	"bench match --html":           {args: "bench match --a net:net.safetensors --b random --games 2 --bearoff none --html OUT", input: "net.safetensors"},
	"bench match --results":        {args: "bench match --a net:net.safetensors --b random --games 2 --bearoff none --results OUT", input: "net.safetensors"},
	"bench match --save":           {args: "bench match --a net:net.safetensors --b random --games 2 --bearoff none --save OUT", ext: "/000001a.mat"},
	"bench positions build --out": {args: "bench positions build --decisions 1 --cubes 0 --trials 2 --truncate 1 --model net.safetensors" +
		" --player net:net.safetensors --bearoff none --out OUT", input: "net.safetensors"},
	"bench positions build --bm": {args: "bench positions build --decisions 1 --cubes 0 --trials 2 --truncate 1 --model net.safetensors" +
		" --player net:net.safetensors --bearoff none --out other.jsonl --bm OUT", input: "net.safetensors"},
	"openings build --out": {args: "openings build --no-replies --trials 2 --truncate 1 --truncate-plies 0 --candidates 1" +
		" --model net.safetensors --bearoff none --out OUT", input: "net.safetensors"},
	"bench positions run --html":    {args: "bench positions run --player net:net.safetensors --bearoff none --html OUT decisions.jsonl", input: "decisions.jsonl"},
	"bench positions run --plots":   {args: "bench positions run --player net:net.safetensors --bearoff none --plots OUT decisions.jsonl", ext: "/classes.png"},
	"bench positions run --results": {args: "bench positions run --player net:net.safetensors --bearoff none --results OUT decisions.jsonl", input: "net.safetensors"},
	"bench records --html":          {args: "bench records --player net:net.safetensors --bearoff none --html OUT analysed.xg", input: "analysed.xg"},
	"bench records --plots":         {args: "bench records --player net:net.safetensors --bearoff none --plots OUT analysed.xg", ext: "/classes.png"},
	"bench records --results":       {args: "bench records --player net:net.safetensors --bearoff none --results OUT analysed.xg", input: "net.safetensors"},
	"bench sprt --html":             {args: "bench sprt --a net:net.safetensors --b random --max-games 2 --bearoff none --html OUT", input: "net.safetensors"},
	"bench sprt --results":          {args: "bench sprt --a net:net.safetensors --b random --max-games 2 --bearoff none --results OUT", input: "net.safetensors"},
	"bench suite --html":            {args: "bench suite --player net:net.safetensors --player random --bearoff none --html OUT opening:101", input: "net.safetensors"},
	"bench tournament --html":       {args: "bench tournament --players players.txt --games 4 --bearoff none --html OUT", input: "net.safetensors"},
	"bench tournament --results":    {args: "bench tournament --players players.txt --games 4 --bearoff none --results OUT", input: "players.txt"},
	"bench values --plot":           {args: "bench values --model net.safetensors --bearoff none --plot OUT labels.csv", input: "labels.csv", ext: ".png"},
	"dataset export --out":          {args: "dataset export --format csv --out OUT labels.parquet", input: "labels.parquet"},
	"dataset generate --out":        {args: "dataset generate --player random --positions 20 --bearoff none --starts starts.txt=2 --out OUT", input: "starts.txt"},
	"dataset import --out":          {args: "dataset import --format csv --out OUT labels.csv", input: "labels.csv"},
	"dataset info --plots":          {args: "dataset info --plots OUT labels.parquet", ext: "/equity.png"},
	"dataset label --out":           {args: "dataset label --method bearoff --bearoff ending.bd --out OUT labels.parquet", input: "ending.bd"},
	"dataset merge --out":           {args: "dataset merge --out OUT labels.parquet", input: "labels.parquet"},
	"dataset split --train":         {args: "dataset split --train OUT --shares 1 labels.parquet", input: "labels.parquet"},
	"dataset split --validation":    {args: "dataset split --train other --validation OUT --shares 0.5,0.5 labels.parquet", input: "labels.parquet"},
	"dataset split --test":          {args: "dataset split --train other --test OUT --shares 0.5,0.5 labels.parquet", input: "labels.parquet"},
	"features ablate --plot":        {args: "features ablate --model net.safetensors --permutations 2 --data labels.csv --plot OUT", input: "labels.csv", ext: ".svg"},
	"features export --out":         {args: "features export --features pubeval122 --out OUT labels.parquet", input: "labels.parquet", ext: ".parquet"},
	"hint --export":                 {args: "hint --model net.safetensors --bearoff none --dice 31 --export OUT " + start, input: "net.safetensors", ext: ".tex"},
	"play --save":                   {args: "play --model net.safetensors --bearoff none --first you --save OUT", in: "resign\nquit\n", ext: ".sgf", input: "net.safetensors"},
	"plot --out":                    {args: "plot --out OUT run", ext: "/loss.svg"},
	"plot --tensorboard":            {args: "plot --tensorboard OUT run", ext: "/run/events.out.tfevents.1700000000.gammonlab"},
	"plot --metrics":                {args: "plot --metrics OUT run", ext: ".csv"},
	"site --out":                    {args: "site --program browser.wasm --out OUT", ext: "/worker.js"},
	"cube show --plot":              {args: "cube show --plot OUT", ext: ".svg"},
	"rating change --out":           {args: "rating change --match 5 --out OUT 1500 1600", ext: "/chance.svg"},
	"rating plot --out":             {args: "rating plot --bootstrap 20 --lengths 3 --out OUT study.parquet", ext: "/depd-3.svg"},
	"rating simulate --out": {args: "rating simulate --study 1 --matches 1 --lengths 1 --model net.safetensors --bearoff none --out OUT",
		input: "net.safetensors"},
	"recipe report --metrics": {args: "recipe report small.yaml --out store --metrics OUT", ext: ".parquet"},
	"recipe report --html":    {args: "recipe report small.yaml --out store --html OUT", input: "small.yaml"},
	"recipe history --plot":   {args: "recipe history --against random --plot OUT nets", ext: ".svg"},
	"recipe init 2":           {args: "recipe init first OUT", ext: ".yaml"},
	"record convert 2":        {args: "record convert match.mat OUT", input: "match.mat", ext: ".sgf"},
	"record search --out":     {args: "record search --dice 31 --out OUT match.mat", input: "match.mat", ext: ".txt"},
	"rollout --out":           {args: "rollout --model net.safetensors --bearoff none --trials 36 --truncate 1 --out OUT " + start, input: "net.safetensors"},
	"study add --file":        {args: "study add --name José --threshold 0 --worst 2 --plies 0 --cache none --model net.safetensors --bearoff none --file OUT match.mat", input: "match.mat", ext: ".tst"},
	"study export --anki":     {args: "study export --file exercises.tst --anki OUT", input: "exercises.tst", ext: ".txt"},
	"train supervised --out": {args: "train supervised --data labels.parquet --hidden 4 --epochs 1 --bearoff none --out OUT",
		ext: "/config.json"},
	"train td --out": {args: "train td --hidden 4 --games 16 --checkpoint 8 --bench-every 0 --bearoff none --out OUT", ext: "/model.safetensors"},
	"train supervised --tensorboard": {args: "train supervised --data labels.parquet --hidden 4 --epochs 1 --bearoff none --out events-of-supervised --tensorboard OUT",
		ext: "/events-of-supervised/events.out.tfevents.1700000000.gammonlab"},
	"train td --tensorboard": {args: "train td --hidden 4 --games 16 --checkpoint 8 --bench-every 0 --bearoff none --out events-of-td --tensorboard OUT",
		ext: "/events-of-td/events.out.tfevents.1700000000.gammonlab"},
	"weights choose --out": {args: "weights choose --result match.json --out OUT net.safetensors old.safetensors", input: "match.json", ext: ".safetensors"},
	"weights convert 2":    {args: "weights convert net.safetensors OUT", input: "net.safetensors", ext: ".safetensors"},
	"weights cube --out": {args: "weights cube --data games.parquet --hidden 3 --positions 1000 --rounds 1 --epochs 1 --bearoff none --out OUT net.safetensors",
		input: "net.safetensors", ext: ".safetensors"},
	"weights cut --out":         {args: "weights cut --data labels.parquet --out OUT net.safetensors", input: "net.safetensors", ext: ".safetensors"},
	"weights grow --out":        {args: "weights grow --hidden 16 --out OUT net.safetensors", input: "net.safetensors", ext: ".safetensors"},
	"weights import --out":      {args: "weights import --out OUT net.onnx", input: "net.onnx", ext: ".safetensors"},
	"weights join --out":        {args: "weights join --out OUT net.safetensors old.safetensors", input: "net.safetensors", ext: ".safetensors"},
	"weights prune --out":       {args: "weights prune --part race --hidden 2 --positions 1000 --epochs 1 --out OUT net.safetensors", input: "net.safetensors", ext: ".safetensors"},
	"weights promote --results": {args: "weights promote --max-games 2 --bearoff none --results OUT net.safetensors old.safetensors", input: "net.safetensors"},
}

// outputFiles makes a folder of files to read, the working folder of the test.
func outputFiles(t *testing.T) {
	t.Helper()
	net := must.Get(os.ReadFile(tiny))(t)
	labels := must.Get(os.ReadFile(gnubgTable))(t)
	match, err := filepath.Glob("../../../board/record/testdata/*.mat")
	if err != nil || len(match) == 0 {
		t.Fatal("no match record", err)
	}
	game := must.Get(os.ReadFile(match[0]))(t)
	analysed := must.Get(os.ReadFile("../../../board/record/testdata/short.xg"))(t)
	study := must.Get(os.ReadFile(clitest.Study(t, "1")))(t)
	t.Chdir(t.TempDir())
	for name, data := range map[string][]byte{
		"net.safetensors": net, "labels.csv": labels, "match.mat": game, "analysed.xg": analysed, "study.parquet": study,
		"starts.txt": []byte(start), "small.yaml": []byte("recipe: small\nsteps: {odd: {dataset generate: {player: random, positions: 20, bearoff: none}}}\n"),
		"played.yaml": []byte("recipe: played\nsteps:\n  net: {train td: {hidden: 4, games: 16, bench-every: 0, bearoff: none}}\n" +
			"  match: {bench match: {a: \"net:${net}\", b: random, games: 4, bearoff: none}}\n"),
		"match.json": []byte(`{"ppg": 1, "ppg_low": 0, "ppg_high": 2}`),
		"ann.mat":    []byte(contest), "again.mat": []byte("; [Event \"again\"]\n" + contest),
		"run/config.json": []byte(`{"format":"gammonlab-td-run 1"}`), "run/metrics.jsonl": []byte(`{"games":5,"loss":1}` + "\n"),
		"exercises.tst": []byte(exercises),
		"players.txt":   []byte("net:net.safetensors\nrandom\n"), "browser.wasm": wasmsection.Append([]byte("\x00asm\x01\x00\x00\x00"), wasmsection.GoScript, nil),
	} {
		clitest.Write(t, name, string(data))
	}
	at := time.Unix(1_700_000_000, 0) // which is in the name of the events
	must.OK(t, os.Chtimes("run/metrics.jsonl", at, at))
	for _, args := range []string{
		"dataset import --out labels.parquet labels.csv",
		"dataset generate --player net:net.safetensors --noise 0.1 --positions 2000 --out games.parquet",
		"weights grow --hidden 9 --out old.safetensors net.safetensors", "weights convert net.safetensors net.onnx",
		"bearoff generate one-sided --points 6 ending.bd",
		"bench positions build --decisions 1 --cubes 0 --trials 2 --truncate 1 --model net.safetensors --player net:net.safetensors --bearoff none --out decisions.jsonl",
		"recipe run played.yaml --out nets",
	} {
		if _, errOut, code := program.Run(t, "", strings.Fields(args)...); code != 0 {
			t.Fatalf("%s: exit code %d\n%s", args, code, errOut)
		}
	}
}

// run runs the case with an output and more arguments.
func (c *outputCase) run(t *testing.T, out string, more ...string) (errOut string, code int) {
	t.Helper()
	_, errOut, code = program.Run(t, c.in, append(strings.Fields(strings.ReplaceAll(c.args, "OUT", out)), more...)...)
	return errOut, code
}

// Every output of every command: an existing file is kept without --force and
// replaced with it; an input is never replaced, by any path; and an impossible
// output is refused before the work.
func TestOutputs(t *testing.T) {
	outputFiles(t)
	all := gammonlab().Outputs
	for _, name := range slices.Sorted(maps.Keys(all)) {
		for _, w := range all[name] {
			key := name + " --" + w.Flag
			if w.Argument > 0 {
				key = fmt.Sprint(name, " ", w.Argument)
			}
			c, ok := outputCases[key]
			if !ok {
				t.Errorf("%s: there is no case for it in this test", key)
				continue
			}
			t.Run(key, func(t *testing.T) {
				c.unwritable(t)
				if c.input != "" {
					c.onInput(t)
				}
				if w.Kind == output.Kept {
					c.foreign(t)
				} else {
					c.replaced(t)
				}
				if w.Beside != nil && w.Flag == "results" {
					c.foreignPlan(t)
				}
			})
		}
	}
}

// replaced runs the case with an existing output, without and with --force.
func (c *outputCase) replaced(t *testing.T) {
	out := filepath.Join(t.TempDir(), "new")
	there, folder := out+c.ext, strings.HasPrefix(c.ext, "/")
	if !folder {
		out += c.ext
	}
	clitest.Write(t, there, "precious")
	errOut, code := c.run(t, out)
	if code != 2 || !strings.Contains(errOut, "--force") || strings.Count(errOut, "\n") != 1 {
		t.Errorf("a file that is there: exit code %d, errors %q", code, errOut)
	}
	if got := clitest.File(t, there); got != "precious" {
		t.Errorf("a file that is there became %.40q", got)
	}
	more := []string{"--force"}
	if strings.Contains(c.help(t), "--json") {
		more = append(more, "--json") // which run compares with the schema
	}
	if errOut, code = c.run(t, out, more...); code != 0 {
		t.Errorf("%q: exit code %d, errors %q", more, code, errOut)
	}
	if got, err := os.ReadFile(there); string(got) == "precious" {
		t.Errorf("--force left what was there (%v)", err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(out), ".*.tmp")); len(left) > 0 {
		t.Errorf("%q are left", left)
	}
	for _, name := range []string{"other", "other.jsonl"} {
		os.Remove(name)
	}
}

// foreign runs the case with a file of another kind in place of the games.
func (c *outputCase) foreign(t *testing.T) {
	out := filepath.Join(t.TempDir(), "new")
	clitest.Write(t, out, "precious")
	errOut, code := c.run(t, out)
	if code != 1 && code != 2 || !strings.Contains(errOut, out) {
		t.Errorf("another file: exit code %d, errors %q", code, errOut)
	}
	if got := clitest.File(t, out); got != "precious" {
		t.Errorf("another file became %.40q", got)
	}
}

// foreignPlan runs the case with a file of another kind in place of the plan of
// games. Without --force the file is kept, with --force it is replaced. The
// plan of an earlier command is always replaced.
func (c *outputCase) foreignPlan(t *testing.T) {
	out := filepath.Join(t.TempDir(), "new")
	plan := out + tournament.PlanSuffix
	clitest.Write(t, plan, "precious")
	errOut, code := c.run(t, out)
	if code != 2 || !strings.Contains(errOut, plan+" already exists") || !strings.Contains(errOut, "--force") {
		t.Errorf("another file as the plan: exit code %d, errors %q", code, errOut)
	}
	if got := clitest.File(t, plan); got != "precious" {
		t.Errorf("another file became the plan %.40q", got)
	}
	for _, more := range [][]string{{"--force"}, nil} {
		if errOut, code = c.run(t, out, more...); code != 0 && code != 1 || !tournament.IsPlan(plan) {
			t.Errorf("with %q: exit code %d, errors %q, the plan is %.40q", more, code, errOut, clitest.File(t, plan))
		}
	}
}

// onInput runs the case with one of its inputs as the output.
func (c *outputCase) onInput(t *testing.T) {
	before := clitest.File(t, c.input)
	dir := t.TempDir()
	symbolic, hard := filepath.Join(dir, "symbolic"+c.ext), c.input+".hard"+c.ext
	absolute := must.Get(filepath.Abs(c.input))(t)
	must.OK(t, os.Symlink(absolute, symbolic))
	must.OK(t, os.Link(c.input, hard))
	defer os.Remove(hard)
	force := strings.Contains(c.help(t), "--force")
	for _, out := range []string{c.input, "./" + c.input, absolute, symbolic, hard} {
		for _, more := range [][]string{nil, {"--force"}} {
			if more != nil && !force {
				continue
			}
			errOut, code := c.run(t, out, more...)
			// Without --force the command may refuse the existing file before
			// it compares inputs and outputs.
			if code != 2 || !strings.Contains(errOut, "is also read") && (more != nil || !strings.Contains(errOut, "already exists")) {
				t.Errorf("the input as %s %q: exit code %d, errors %q", out, more, code, errOut)
			}
			if got := clitest.File(t, c.input); got != before {
				t.Fatalf("the input as %s was changed", out)
			}
		}
	}
}

// help returns the help of the command.
func (c *outputCase) help(t *testing.T) string {
	text, _, _ := program.Run(t, "", append(strings.Fields(c.args), "--help")...)
	return text
}

// unwritable runs the case with an output that cannot be written.
func (c *outputCase) unwritable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	clitest.Write(t, file, "a file, no folder")
	ext := c.ext
	if strings.HasPrefix(ext, "/") {
		ext = ""
	}
	places := []string{file + "/new" + ext}
	if _, err := os.Stat("/proc/self"); err == nil { // a folder without room for files, also for root
		places = append(places, "/proc/new"+ext)
	}
	for _, out := range places {
		errOut, code := c.run(t, out)
		if code != 2 || !strings.Contains(errOut, out) && !strings.Contains(errOut, filepath.Dir(out)) || strings.Count(errOut, "\n") != 1 {
			t.Errorf("%s: exit code %d, errors %q", out, code, errOut)
		}
	}
}

// If a process is killed between the end of its output and the removal of the
// journal, the same command finishes the work.
func TestFinishedWithJournal(t *testing.T) {
	outputFiles(t)
	for _, key := range []string{
		"dataset generate --out", "dataset label --out", "bench positions build --out", "bench positions build with --bm", "rating simulate --out",
	} {
		c := outputCases[key]
		if key == "bench positions build with --bm" {
			c = outputCases["bench positions build --out"]
			c.args += " --bm OUT.bm"
		}
		whole := filepath.Join(t.TempDir(), "whole")
		if errOut, code := c.run(t, whole); code != 0 {
			t.Fatalf("%s: exit code %d, %s", key, code, errOut)
		}
		// The journal is complete when the output appears.
		out := filepath.Join(t.TempDir(), "out")
		kept := keptJournal(t, &c, out)
		clitest.Write(t, out, clitest.File(t, whole))
		clitest.Write(t, out+journal.Suffix, kept)
		if errOut, code := c.run(t, out); code != 0 {
			t.Errorf("%s: again: exit code %d, %s", key, code, errOut)
		}
		if clitest.File(t, out) != clitest.File(t, whole) {
			t.Errorf("%s: again: another file", key)
		}
		if _, err := os.Stat(out + journal.Suffix); err == nil {
			t.Errorf("%s: the journal is still there", key)
		}
		if errOut, code := c.run(t, out); code != 2 || !strings.Contains(errOut, "already exists") {
			t.Errorf("%s: once more: exit code %d, %s", key, code, errOut)
		}
	}
}

// keptJournal returns the complete journal of the case. It reads the journal by
// another link, since the command removes its own.
func keptJournal(t *testing.T, c *outputCase, out string) string {
	t.Helper()
	link := filepath.Join(t.TempDir(), "link")
	// The command resumes an empty journal.
	clitest.Write(t, out+journal.Suffix, "")
	must.OK(t, os.Link(out+journal.Suffix, link))
	if errOut, code := c.run(t, out); code != 0 {
		t.Fatalf("%s: exit code %d, %s", c.args, code, errOut)
	}
	return clitest.File(t, link)
}
