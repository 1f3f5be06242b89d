package app

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gammonlab/board/gnubgtest"
	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/digest"
	"gammonlab/internal/longtest"
	"gammonlab/internal/must"
	"gammonlab/internal/nodetest"
)

// smallRecipe is the recipe of recipe init first on a small scale.
func smallRecipe(t *testing.T, dir string) string {
	t.Helper()
	file := filepath.Join(dir, "small.yaml")
	program.OK(t, "recipe", "init", "first", file)
	text := strings.NewReplacer("hidden: 80", "hidden: 4, bench-every: 0, bearoff: none", "300000", "2000", "20000", "200, bearoff: none",
		"hidden: 128", "hidden: 8", "epochs: 8", "epochs: 2", "4000", "40, bearoff: none").Replace(clitest.File(t, file))
	must.OK(t, os.WriteFile(file, []byte(text), 0o666))
	return file
}

// results returns the digests of the files that the steps of a store have made, by the
// folder of the step without the store, except those with times and paths.
func results(t *testing.T, store string) map[string]string {
	t.Helper()
	all := map[string]string{}
	root := filepath.Join(store, "steps")
	must.OK(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		name := must.Get(filepath.Rel(root, path))(t)
		switch filepath.Base(path) {
		case "model.safetensors", "out.parquet":
			all[name] = must.Get(digest.File(path))(t)
		case "step.json", "result.json", "results":
			all[name] = "is there"
		}
		return err
	}))
	return all
}

// A recipe whose process is killed at random times makes the same files.
func TestRecipeKills(t *testing.T) {
	longtest.Skip(t, "package recipe tests that failed steps resume, the tests of commands that they do")
	dir := t.TempDir()
	file := smallRecipe(t, dir)
	began := time.Now()
	program.OK(t, "recipe", "run", file, "--out", filepath.Join(dir, "whole"))
	whole := time.Since(began)
	want := results(t, filepath.Join(dir, "whole"))
	if len(want) < 10 {
		t.Fatalf("the recipe made only %v", want)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	args := []string{"recipe", "run", file, "--out", filepath.Join(dir, "killed")}
	kills := 0
	for ; ; kills++ {
		c := clitest.Command(args)
		must.OK(t, c.Start())
		timer := time.AfterFunc(time.Duration(rng.Int64N(int64(whole/3))*int64(1+kills/5)), func() { c.Process.Kill() })
		err := c.Wait()
		if timer.Stop() && err == nil {
			break
		}
	}
	t.Logf("killed %d times; %v without", kills, whole)
	if got := results(t, filepath.Join(dir, "killed")); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got\n%v\nwant\n%v", got, want)
	}
	left := must.Get(filepath.Glob(filepath.Join(dir, "killed", "steps", "*.part")))(t)
	if left != nil {
		t.Errorf("%v are left", left)
	}
}

// The commands that recipe show prints make the files that recipe run makes.
func TestRecipeShowsItsCommands(t *testing.T) {
	dir := t.TempDir()
	file := smallRecipe(t, dir)
	store, plain := filepath.Join(dir, "store"), filepath.Join(dir, "plain")
	out := program.OK(t, "recipe", "run", file, "--out", store, "--jobs", "2")
	clitest.Wants(t, out, "net.validation_loss 0.", "strength.ppg ", filepath.Join(store, "steps", "td-"))
	for line := range strings.Lines(program.OK(t, "recipe", "show", file, "--out", plain)) {
		line, to, isCommand := strings.Cut(strings.TrimSpace(line), " >")
		if !isCommand {
			continue
		}
		must.OK(t, os.MkdirAll(filepath.Dir(to), 0o777))
		program.OK(t, strings.Fields(line)[1:]...)
	}
	made := map[string]string{}
	for name, sum := range results(t, store) {
		step, rest, _ := strings.Cut(name, "-")
		made[step+rest[16:]] = sum
	}
	for _, name := range []string{"td/run/model.safetensors", "games/out.parquet", "net/run/model.safetensors"} {
		if got := must.Get(digest.File(filepath.Join(plain, name)))(t); got != made[name] {
			t.Errorf("%s: %s, want %s of the recipe", name, got, made[name])
		}
	}
	var status struct{ Steps []struct{ State string } }
	program.JSON(t, &status, "recipe", "status", file, "--out", store, "--json")
	for _, s := range status.Steps {
		if s.State != "done" {
			t.Errorf("after the run, a step is %s", s.State)
		}
	}
	if len(status.Steps) != 4 {
		t.Errorf("%d steps, want 4", len(status.Steps))
	}
}

// The recipes that come with the program can be planned.
func TestRecipesThatCome(t *testing.T) {
	files := must.Get(filepath.Glob("../../../docs/recipes/*.yaml"))(t)
	if len(files) < 3 {
		t.Fatalf("only %v", files)
	}
	files = append(files, must.Get(filepath.Glob("../internal/recipe/templates/*.yaml"))(t)...)
	for i := range files {
		files[i] = must.Get(filepath.Abs(files[i]))(t)
	}
	t.Chdir("../../..") // default.yaml reads a config
	for _, file := range files {
		if strings.HasSuffix(file, "templates/data.yaml") { // reads positions of the user
			program.Fails(t, 2, "there is no file positions.csv", "recipe", "plan", file)
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			if strings.Contains(string(must.Get(os.ReadFile(file))(t)), "/usr/lib/gnubg") {
				gnubgtest.Path(t) // its players read gnubg's nets
			}
			var plan struct {
				Steps []struct{ Step string }
				Tune  *struct{ Total int }
			}
			program.JSON(t, &plan, "recipe", "plan", "--json", file)
			if len(plan.Steps) < 3 && plan.Tune == nil {
				t.Errorf("%s has only the steps %v", file, plan.Steps)
			}
		})
	}
	speed := filepath.Join(t.TempDir(), "speed.json")
	must.OK(t, os.WriteFile(speed, []byte(`{"games_per_second": 1000, "targets_per_second": 10000, "train_100_games_per_second": 4000, "steps": [{"examples_per_second": 1e6}]}`), 0o666))
	out := program.OK(t, "recipe", "plan", "--speed", speed, "cmd/gammonlab/internal/recipe/templates/first.yaml")
	// 300,000 games of 80 units; 20,000 games of 50 positions; their positions in 8 epochs; 4,000 games with luck
	clitest.Wants(t, out, " 0.017 ", " 0.028 ", " 0.0022 ", " 0.0089 ", "about 0.056 core-hours to do")
	must.OK(t, os.WriteFile(speed, []byte(`{"games_per_second": 1000}`), 0o666))
	program.Fails(t, 2, "--speed: "+speed+" lacks rates", "recipe", "plan", "--speed", speed, "cmd/gammonlab/internal/recipe/templates/first.yaml")
	out = program.OK(t, "recipe", "plan", "--to", "s0p", "docs/recipes/default.yaml")
	clitest.Wants(t, out, "s0 ", "s0p ", "0 of 2 steps done")
}

const smallSweep = `
recipe: sweep
steps:
  games: {dataset generate: {player: "net:TINY", trace: 0.8, games: 30, bearoff: none}}
  net: {train supervised: {data: "${games}", hidden: 4, epochs: 2, bearoff: none}}
  strength: {bench match: {a: "net:${net}", b: random, games: 20, bearoff: none}}
  final: {bench match: {a: "net:${best.net}", b: pubeval, games: 20, bearoff: none}}
sweep: {net.hidden: [4, 6], net.rate: [0.001, 0.01]}
keep: {lowest: net.validation_loss}
`

func TestRecipeSweep(t *testing.T) {
	dir := t.TempDir()
	file, store, page := filepath.Join(dir, "sweep.yaml"), filepath.Join(dir, "store"), filepath.Join(dir, "page.html")
	must.OK(t, os.WriteFile(file, []byte(strings.ReplaceAll(smallSweep, "TINY", tiny)), 0o666))
	var done struct{ Steps []struct{ Folder string } }
	program.JSON(t, &done, "recipe", "run", file, "--out", store, "--json")
	for _, s := range done.Steps {
		if !clitest.Exists(filepath.Join(s.Folder, "step.json")) {
			t.Errorf("%s has no record", s.Folder)
		}
	}
	var report struct {
		Points []struct {
			Results map[string]float64
			Best    bool
		}
		Steps []struct{ Step string }
	}
	program.JSON(t, &report, "recipe", "report", file, "--out", store, "--json", "--sort=-net.validation_loss", "--html", page)
	if len(report.Points) != 4 || len(report.Steps) != 1+4+4+1 {
		t.Fatalf("%d points and %d steps, want 4 and 10", len(report.Points), len(report.Steps))
	}
	for i, p := range report.Points {
		if p.Best != (i == 0) {
			t.Errorf("point %d of those with rising loss is best: %v", i, p.Best)
		}
		if i > 0 && p.Results["net.validation_loss"] < report.Points[i-1].Results["net.validation_loss"] {
			t.Errorf("point %d has a lower loss than the one before", i)
		}
	}
	clitest.Wants(t, clitest.File(t, page), "Recipe sweep", "The best settings are net.hidden=", "Effects on net.validation_loss", "Settings and net.validation_loss", `class="named" tabindex="0" role="img" aria-label="net.hidden=`, "net.validation_loss over net.rate", "<svg", "keep: {lowest: net.validation_loss}")
	clitest.Wants(t, program.OK(t, "recipe", "report", file, "--out", store, "--column", "strength.ppg", "--column", "net.rmse"), "net.hidden  net.rate  strength.ppg, mEq  net.rmse, mEq", " ± ", "best")
	table := filepath.Join(dir, "all.csv")
	program.OK(t, "recipe", "report", file, "--out", store, "--metrics", table)
	clitest.Wants(t, clitest.File(t, table), "run,recipe,step,command,digest,model,row,repetition,settings.final.", `"net hidden 4, rate 0.001",sweep,net,train supervised,`, `"strength hidden 6, rate 0.01",sweep,strength,bench match,`)
	program.Fails(t, 2, `--metrics: all.json has the extension ".json", want .csv or .parquet`, "recipe", "report", file, "--out", store, "--metrics", "all.json")
	program.Fails(t, 2, "strength.pgp: bench match has no result pgp; did you mean ppg?", "recipe", "report", file, "--out", store, "--sort", "strength.pgp")
	program.Fails(t, 2, "no finished step has the result strength.luck_ppg", "recipe", "report", file, "--out", store, "--column", "strength.luck_adjusted.ppg")
	must.OK(t, os.WriteFile(file+".wrong", []byte(strings.ReplaceAll(smallSweep, "net.validation_loss", "net.validation_los")), 0o666))
	program.Fails(t, 2, "keep.lowest: train supervised has no result validation_los; did you mean validation_loss?", "recipe", "plan", file+".wrong")
	clitest.Wants(t, program.OK(t, "recipe", "history", store), "sweep net", "against random", "against pubeval", "hidden ")
	var history []struct{ Model string }
	program.JSON(t, &history, "recipe", "history", "--json", store)
	if len(history) != 4 || len(history[0].Model) != 64 {
		t.Errorf("the history is %v, want four nets", history)
	}
	curve := filepath.Join(dir, "curve.svg")
	clitest.Wants(t, program.OK(t, "recipe", "history", "--plot", curve, "--against", "pubeval", store), "sweep net")
	clitest.Wants(t, clitest.File(t, curve), "<svg", "core-hours", "against pubeval")
	program.Mistakes(t, "recipe history", []clitest.Mistake{
		{[]string{"--plot", curve + ".png", store}, 2, "no net has played against gnubg's nets; --against can be "},
		{[]string{"--plot", curve + ".png", "--against", "pubevil", store}, 2, "no net has played against pubevil; did you mean pubeval?"},
		{[]string{"--plot", "curve.gif", store}, 2, `--plot is "curve.gif", want a file that ends in .png`},
		{[]string{"--against", "pubeval", store}, 2, "--against needs --plot"},
		{[]string{"--published", "x.csv", store}, 2, "--published needs --plot"},
	})
	program.Fails(t, 1, "holds no finished step of a recipe", "recipe", "history", dir)
	program.Fails(t, 2, "want folders of recipes", "recipe", "history")
}

// A plan lists what the results of the steps are. A direction that contradicts a result is remarked, and
// results in different units are not compared.
func TestRecipeResults(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "sweep.yaml")
	plan := func(replaced ...string) {
		text := strings.NewReplacer(append(replaced, "TINY", tiny)...).Replace(smallSweep)
		must.OK(t, os.WriteFile(file, []byte(text), 0o666))
	}
	plan()
	clitest.Wants(t, program.OK(t, "recipe", "plan", file, "--list-results"), "better  what it is", "net.rmse ", "core_hours ")
	var planned struct {
		Results []struct{ Result, Name, Unit, Better, Meaning string }
	}
	program.JSON(t, &planned, "recipe", "plan", file, "--list-results", "--json")
	found := map[string]string{}
	for _, of := range planned.Results {
		if of.Meaning == "" {
			t.Errorf("%s has no meaning", of.Result)
		}
		found[of.Result] = strings.Join([]string{of.Name, of.Unit, of.Better}, ", ")
	}
	for name, want := range map[string]string{
		"strength.ppg": "strength.ppg, mEq, higher", "net.rmse": "net.equity_rmse, mEq, lower", "strength.luck_ppg": "strength.luck_adjusted.ppg, mEq, higher",
		"strength.games": "strength.games, games, ", "strength.win_share": "strength.win_share, %, higher", "games.positions": "games.positions, positions, ", "core_hours": "core_hours, , lower",
	} {
		if found[name] != want {
			t.Errorf("%s is %q, want %q", name, found[name], want)
		}
	}
	plan("{lowest: net.validation_loss}", "{highest: net.rmse}")
	if _, remark, code := program.Run(t, "", "recipe", "plan", file); code != 0 || !strings.Contains(remark, "sweep.yaml: line 9: keep.highest: lower net.rmse is better; the highest counts as the best here, as asked") {
		t.Errorf("code %d, the remark is %q", code, remark)
	}
	plan("{lowest: net.validation_loss}", "strength.ppg", "net.rate: [0.001, 0.01]", "strength.match: [0, 3]")
	program.Fails(t, 2, "keep: strength.ppg is in mEq at net.hidden=4 strength.match=0 and in wins less losses at net.hidden=4 strength.match=3: results in different units cannot be compared", "recipe", "plan", file)
	program.Fails(t, 2, "results in different units cannot be compared", "recipe", "run", file, "--out", filepath.Join(dir, "store"))
}

// DuckDB reads the metrics of a recipe: settings by their types, curves, and results with the settings
// of all work on which they depend. .ci/run installs DuckDB, see package datasets.
func TestDuckDBReadsMetrics(t *testing.T) {
	duck := nodetest.Library{Name: "@duckdb/node-api", Variable: "GAMMONLAB_DUCKDB"}
	const script = `
const { DuckDBInstance } = require('@duckdb/node-api');
const jobs = JSON.parse(require('fs').readFileSync(process.argv[2]));
(async () => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const answers = [];
  for (const job of jobs) answers.push((await connection.runAndReadAll(job)).getRowsJson());
  console.log(JSON.stringify(answers));
})().catch(e => { console.error(e); process.exit(1); });
`
	var answers [][][]any
	duck.Run(t, script, []string{}, &answers) // so that what is skipped is skipped at once
	dir := t.TempDir()
	file, store, table := filepath.Join(dir, "sweep.yaml"), filepath.Join(dir, "store"), filepath.Join(dir, "all.parquet")
	must.OK(t, os.WriteFile(file, []byte(strings.ReplaceAll(smallSweep, "TINY", tiny)), 0o666))
	program.OK(t, "recipe", "run", file, "--out", store)
	program.OK(t, "recipe", "report", file, "--out", store, "--metrics", table)
	from := " from '" + table + "'"
	duck.Run(t, script, []string{
		"select column_type, count(*) from (describe select *" + from + `) where column_name in ('run', 'repetition', 'settings.net.hidden', 'settings.net.rate', 'settings.games.player', 'epoch', 'cpu_seconds', 'metrics.validation_loss', 'results.ppg') group by all order by all`,
		`select step, "row", count(*), count(distinct digest)` + from + " group by all order by all",
		`select "settings.net.hidden", "settings.net.rate"` + from + " where step = 'strength' order by all",
		`select count(*)` + from + ` where "settings.games.games" is distinct from 30 or ("row" = 'curve') <> (epoch is not null) or ("row" = 'result') = ("metrics.validation_loss" is not null)`,
		`select count(*) from (select digest, min("metrics.validation_loss") as low, max("results.validation_loss") as kept` + from + ` where step = 'net' group by all) where low = kept`,
	}, &answers)
	got := must.Get(json.Marshal(answers))(t)
	want := `[[["BIGINT","3"],["DOUBLE","4"],["VARCHAR","2"]],` +
		`[["final","result","1","1"],["games","result","1","1"],["net","curve","8","4"],["net","result","4","4"],["strength","result","4","4"]],` +
		`[["4",0.001],["4",0.01],["6",0.001],["6",0.01]],[["0"]],[["4"]]]`
	if string(got) != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
}

// A run of the same settings and data takes the place of a step's, and goes on if it is not finished; another is refused
// and leaves nothing.
func TestRecipeAdopts(t *testing.T) {
	dir := t.TempDir()
	file, store, mine := filepath.Join(dir, "r.yaml"), filepath.Join(dir, "store"), filepath.Join(dir, "mine")
	write := func(hidden string) {
		must.OK(t, os.WriteFile(file, []byte(`{"recipe": "r", "steps": {
"games": {"dataset generate": {"player": "net:`+tiny+`", "trace": 0.8, "games": 40, "bearoff": "none"}},
"net": {"train supervised": {"data": "${games}", "hidden": `+hidden+`, "epochs": 4, "bearoff": "none"}}}}`), 0o666))
	}
	write("6")
	program.OK(t, "recipe", "run", file, "--out", store, "--to", "games")
	data := must.Get(filepath.Glob(filepath.Join(store, "steps", "games-*", "out.parquet")))(t)[0]
	copied := filepath.Join(dir, "data.parquet")
	must.OK(t, os.WriteFile(copied, must.Get(os.ReadFile(data))(t), 0o666))
	program.OK(t, "train", "supervised", "--data", copied, "--hidden", "6", "--epochs", "4", "--bearoff", "none", "--out", mine)
	adopt := []string{"recipe", "run", file, "--out", store, "--adopt"}

	write("8")
	_, remarks, code := program.Run(t, "", append(adopt, "net="+mine)...)
	if want := "adopting " + mine + ": " + file + ": line 3: steps.net: hidden: the run in "; code != 2 || !strings.Contains(remarks, want) {
		t.Errorf("code %d, %s; want 2 and %s", code, remarks, want)
	}
	if left := must.Get(filepath.Glob(filepath.Join(store, "steps", "*", "run")))(t); len(left) != 0 {
		t.Errorf("a refused run left %v", left)
	}
	for text, want := range map[string]string{
		"games=" + mine: "the step games is dataset generate, which has no run folder", "other=" + mine: "there is no step other", "net=" + dir: "the folder has no run",
	} {
		program.Fails(t, 1, want, append(adopt, text)...)
	}
	program.Fails(t, 2, `--adopt is "net", want STEP=FOLDER`, append(adopt, "net")...)

	write("6")
	_, remarks, code = program.Run(t, "", append(adopt, "net="+mine)...)
	if code != 0 || strings.Contains(remarks, "examples/s") {
		t.Errorf("code %d: it was trained again: %s", code, remarks)
	}
	model := must.Get(filepath.Glob(filepath.Join(store, "steps", "net-*", "run", "model.safetensors")))(t)
	if len(model) != 1 || !bytes.Equal(must.Get(os.ReadFile(model[0]))(t), must.Get(os.ReadFile(filepath.Join(mine, "model.safetensors")))(t)) {
		t.Errorf("the nets %v, want that of the run", model)
	}
	program.OK(t, "recipe", "run", file, "--out", store)
}

// Halving ends poor points early; the nets of the others are the same.
func TestRecipeHalving(t *testing.T) {
	dir := t.TempDir()
	all := strings.NewReplacer("TINY", tiny, "games: 30", "games: 300", "epochs: 2", "epochs: 4, patience: 0, batch: 32", "net.rate: [0.001, 0.01]", "net.rate: [0.000001, 0.01]").Replace(smallSweep)
	type report struct {
		Points []struct {
			Values map[string]string
			Best   bool
			Ended  string
		}
		Steps []struct{ Step, Model string }
	}
	run := func(name, halve string) (made report) {
		file := filepath.Join(dir, name+".yaml")
		must.OK(t, os.WriteFile(file, []byte(strings.Replace(all, "sweep: {", "sweep: {"+halve, 1)), 0o666))
		program.JSON(t, &made, "recipe", "run", file, "--out", filepath.Join(dir, name), "--json")
		return made
	}
	models := map[string]bool{}
	for _, s := range run("whole", "").Steps {
		models[s.Model] = true
	}
	for name, halve := range map[string]string{
		"loss":  "halve: {setting: net.epochs, from: 1}, ",
		"match": `halve: {setting: net.epochs, from: 1, match: {bench match: {a: "net:${point.net}", b: "net:${rival.net}", games: 20, luck: a, bearoff: none}}}, `,
		"test":  `halve: {setting: net.epochs, from: 1, match: {bench sprt: {a: "net:${point.net}", b: "net:${rival.net}", equity: "-0.1,0.1", max-games: 2000, bearoff: none}}}, `,
	} {
		half := run(name, halve)
		ended := 0
		for _, p := range half.Points {
			if p.Best && (p.Values["net.rate"] != "0.01" || !models[half.Steps[len(half.Steps)-2].Model]) {
				t.Errorf("%s: the best point is %v with another net than without halving, or with the lower rate", name, p.Values)
			}
			if p.Ended != "" {
				ended++
			}
		}
		if ended != 3 {
			t.Errorf("%s: %d points have ended, want 3", name, ended)
		}
		file, store := filepath.Join(dir, name+".yaml"), filepath.Join(dir, name)
		clitest.Wants(t, program.OK(t, "recipe", "status", file, "--out", store), "dropped", "net.epochs 1: ", "net.epochs 2: ")
		clitest.Wants(t, program.OK(t, "recipe", "report", file, "--out", store), "ended at net.epochs 1", "ended at net.epochs 2", "best")
		before := results(t, store)
		program.OK(t, "recipe", "run", file, "--out", store)
		if after := results(t, store); fmt.Sprint(after) != fmt.Sprint(before) {
			t.Errorf("%s: a second run made %v, want %v", name, after, before)
		}
	}
}

func TestRecipeTune(t *testing.T) {
	dir := t.TempDir()
	file, store, page := filepath.Join(dir, "tune.yaml"), filepath.Join(dir, "store"), filepath.Join(dir, "page.html")
	player := "net:" + tiny + ",noise=${noise"
	must.OK(t, os.WriteFile(file, fmt.Appendf(nil, `
recipe: tune
tune:
  of: {noise: {from: 0.2, step: 0.1, min: 0}}
  on: {bench match: {a: "%s+}", b: "%s-}", games: 60, luck: a, bearoff: none}}
  rounds: 4
`, player, player), 0o666))
	clitest.Wants(t, program.OK(t, "recipe", "plan", file), "after 0 of 4 rounds of tune")
	clitest.Wants(t, program.OK(t, "recipe", "run", file, "--out", store), "after 4 of 4 rounds of tune", "noise 0", "at first 0.2")
	var report struct {
		Tune struct{ Rounds []struct{ Values []float64 } }
	}
	program.JSON(t, &report, "recipe", "report", file, "--out", store, "--json", "--html", page)
	if rounds := report.Tune.Rounds; len(rounds) != 4 || rounds[0].Values[0] != 0.2 || rounds[3].Values[0] >= 0.2 {
		t.Errorf("rounds %v: less noise must win", rounds)
	}
	clitest.Wants(t, clitest.File(t, page), "value before each round of the search", "<svg")
}

// A farm does the work of a recipe's steps, with the same results.
func TestRecipeOnAFarm(t *testing.T) {
	server, url := startServer(t, t.TempDir())
	worker := startWorker(t, url)
	dir := t.TempDir()
	file := filepath.Join(dir, "farm.yaml")
	must.OK(t, os.WriteFile(file, fmt.Appendf(nil, `
recipe: farm
steps:
  games: {dataset generate: {player: "net:%s", trace: 0.7, games: 40, bearoff: none}}
  net: {train supervised: {data: "${games}", hidden: 3, epochs: 1, bearoff: none}}
  match: {bench match: {a: "net:${net}", b: pubeval, games: 400, bearoff: none}}
`, tiny), 0o666))
	program.OK(t, "recipe", "run", file, "--out", filepath.Join(dir, "here"))
	program.OK(t, "recipe", "run", file, "--out", filepath.Join(dir, "there"), "--pool", url, "--shard", "10ms")
	here, there := results(t, filepath.Join(dir, "here")), results(t, filepath.Join(dir, "there"))
	if fmt.Sprint(here) != fmt.Sprint(there) || len(here) < 8 {
		t.Errorf("on a farm %v, here %v", there, here)
	}
	if ledgers := must.Get(filepath.Glob(filepath.Join(dir, "there", "steps", "*", "*.pool.jsonl")))(t); len(ledgers) != 2 {
		t.Errorf("the ledgers of workers are %v, want two", ledgers)
	}
	wantStopped(t, worker, server)
}

func TestRecipeMistakes(t *testing.T) {
	dir := t.TempDir()
	file := smallRecipe(t, dir)
	bad := filepath.Join(dir, "bad.yaml")
	must.OK(t, os.WriteFile(bad, []byte(strings.Replace(clitest.File(t, file), "trace:", "traec:", 1)), 0o666))
	for text, want := range map[string]string{
		"train td: {\nrate: fast}":                                              `line 4: steps.net.train td.rate: bad schedule "fast"`,
		"bench match: {a: random, b: random,\nvariance-reduction: full}":        "line 4: steps.net.bench match.variance-reduction: variance-reduction needs luck",
		"bench match: {a: random}":                                              "line 3: steps.net: b is required",
		"dataset label: {file: \"${first}\", method: ply1,\ntrials: 5}":         "line 4: steps.net.dataset label.trials: trials has no effect",
		"train td: {\nhidden: 6x}":                                              "line 4: steps.net.train td.hidden: ",
		"train td: {hidden: 8, games: 100,\nlambda: 2}":                         "line 4: steps.net.train td.lambda: lambda is 2, want at most 1",
		"train td: {from: \"${first}\",\nepsilon: 7}":                           "line 4: steps.net.train td.epsilon: epsilon is 7, want 0 to 1",
		"train td: {\npart: race}":                                              "line 4: steps.net.train td.part: the model has no net for positions of class crashed",
		"train supervised: {\ndata: none.parquet}":                              "line 4: steps.net.train supervised.data: there is no file none.parquet",
		"train supervised: {data: \"${first}\", average: 0.9,\nepochs: 0}":      "line 4: steps.net.train supervised.epochs: epochs is 0, want at least 1",
		"train supervised: {data: \"${first}\",\nconfig: none.json}":            "line 4: steps.net.train supervised.config: there is no file none.json",
		"train supervised: {epochs: 2}":                                         "line 3: steps.net: data is required",
		"bench match: {a: random,\nb: \"net:${first},plies=9\"}":                "line 4: steps.net.bench match.b: ",
		"bench match: {a: random,\nb: \"net:fast,met=my.xml\"}":                 `line 4: steps.net.bench match.b: "net:fast,met=my.xml": met: no match equity table "my.xml"`,
		"bench match: {a: random,\nb: net:defualt}":                             `line 4: steps.net.bench match.b: "net:defualt": model "defualt" is neither`,
		"bench tournament: {\nplayers: [random, \"net:${first},noise=-1\"]}":    "line 4: steps.net.bench tournament.players: ",
		"weights convert: {\nmodel: none.safetensors}":                          "line 4: steps.net.weights convert.model: model \"none.safetensors\" is neither a file nor a shipped net",
		"dataset import: {\nfile: [none.csv]}":                                  "line 4: steps.net.dataset import.file: there is no file none.csv",
		"weights convert: {model: fast,\nprecision: f8}":                        `line 4: steps.net.weights convert.precision: precision "f8", want f16 or f32`,
		"weights join: {model: [fast]}":                                         "line 3: steps.net: want two models or more, got 1",
		"dataset split: {file: \"${first}\", train: a,\nshares: \"0.5\"}":       `line 4: steps.net.dataset split.shares: shares is "0.5", which adds up to 0.5, want 1`,
		"bench match: {a: random, b: random,\nbearoff: \"none.bd,none\"}":       "line 4: steps.net.bench match.bearoff: there is no file none.bd",
		"bench match: {a: random, b: random,\ngames: 2.5}":                      "line 4: steps.net.bench match.games: found \"2.5\", want a whole number",
		"bench match: {a: random, b: \"rand\\0om\"}":                            "line 3: steps.net.bench match.b: found \"rand\\x00om\", want a text without control characters",
		"bench campaign play: {games: 2,\nplayer: net:defualt}":                 "line 4: steps.net.bench campaign play.player: \"net:defualt\": model \"defualt\" is neither",
		"dataset import: {file: [\"${first}\"],\nvariant: chess}":               "line 4: steps.net.dataset import.variant: ",
		"dataset generate: {positions: 10, trace: 0.7, games: 5,\nnoise: -0.1}": "line 4: steps.net.dataset generate.noise: noise is -0.1",
	} {
		wrong := filepath.Join(dir, "wrong.yaml")
		must.OK(t, os.WriteFile(wrong, []byte("recipe: wrong\nsteps:\n  net: {"+text+"}\n  first: {train td: {}}\n"), 0o666))
		program.Fails(t, 2, "wrong.yaml: "+want, "recipe", "plan", wrong)
	}
	wide := filepath.Join(dir, "wide.yaml")
	must.OK(t, os.WriteFile(wide, []byte("recipe: wide\nsteps:\n  net: {train td: {games: 100}}\nsweep:\n  net.epsilon: [0, 7]\n"), 0o666))
	program.Fails(t, 2, "wide.yaml: line 5: sweep.net.epsilon: epsilon is 7, want 0 to 1", "recipe", "plan", wide)
	must.OK(t, os.WriteFile(wide, []byte(strings.NewReplacer("TINY", tiny, "b: pubeval, games: 20", "b: pubeval,\n games: -1").Replace(smallSweep)), 0o666))
	program.Fails(t, 2, "wide.yaml: line 8: steps.final.bench match.games: games is -1", "recipe", "plan", wide)
	program.Mistakes(t, "recipe", []clitest.Mistake{
		{[]string{"run", file}, 2, "--out is required"},
		{[]string{"status", file}, 2, "--out is required"},
		{[]string{"run", "--out", dir, "--jobs", "0", file}, 2, "--jobs is 0"},
		{[]string{"plan"}, 2, "0 arguments, want the file of a recipe"},
		{[]string{"plan", filepath.Join(dir, "none.yaml")}, 2, "none.yaml"},
		{[]string{"plan", bad}, 2, "bad.yaml: line 17: steps.games.dataset generate.traec: unknown setting of dataset generate; did you mean trace?"},
		{[]string{"plan", "--to", "nett", file}, 2, "there is no step nett; did you mean net?"},
		{[]string{"init", "frist", "-"}, 2, `no recipe "frist", want one of`},
		{[]string{"init", "first", file}, 2, "already exists"},
	})
}

// A step names a shipped suite as the command does, and a file that is not there is none.
func TestSuiteOfAStep(t *testing.T) {
	path := filepath.Join(t.TempDir(), "suite.yaml")
	clitest.Write(t, path, "recipe: suites\nsteps:\n  a:\n    bench suite: {file: [race, opening], player: [pubeval], bearoff: none}\n")
	clitest.Wants(t, program.OK(t, "recipe", "plan", path), "bench suite")
	clitest.Write(t, path, "recipe: values\nsteps:\n  a:\n    bench values: {file: [race], model: [td512], bearoff: none}\n")
	program.Fails(t, 2, "there is no file race", "recipe", "plan", path)
}

// The best net of a sweep is the winner of a test between all of them, whose rungs drop the worse half. A farm
// makes the same files in the same folder.
func TestRecipeWinner(t *testing.T) {
	server, url := startServer(t, t.TempDir())
	worker := startWorker(t, url)
	dir := t.TempDir()
	file, store := filepath.Join(dir, "winner.yaml"), filepath.Join(dir, "store")
	must.OK(t, os.WriteFile(file, []byte(strings.ReplaceAll(`
recipe: winner
steps:
  games: {dataset generate: {player: "net:TINY", trace: 0.8, games: 30, bearoff: none}}
  net: {train supervised: {data: "${games}", hidden: 4, epochs: 2, patience: 0, bearoff: none}}
  choose: {bench sprt: {a: "net:${points.net}", b: random, equity: "0,0.9", max-games: 400, bearoff: none}}
  final: {bench match: {a: "net:${best.net}", b: pubeval, games: 20, bearoff: none}}
sweep: {net.rate: [0.000001, 0.01, 0.001, 0.0001], halve: {setting: net.epochs, from: 1}}
keep: {winner: choose}
`, "TINY", tiny)), 0o666))
	clitest.Wants(t, program.OK(t, "recipe", "plan", file), "choose", "waits for other points of the sweep")
	var made struct {
		Points []struct {
			Values  map[string]string
			Results map[string]float64
			Best    bool
			Ended   string
		}
		Steps []struct{ Step, Folder string }
	}
	program.JSON(t, &made, "recipe", "run", file, "--out", store, "--json")
	best, ended := "", 0
	for _, p := range made.Points {
		if _, tested := p.Results["choose.ppg"]; tested != (p.Ended == "") {
			t.Errorf("%v: results %v, ended %q", p.Values, p.Results, p.Ended)
		}
		if p.Best {
			best = p.Values["net.rate"]
		}
		if p.Ended != "" {
			clitest.Wants(t, p.Ended, "net.epochs 1: ", " in choose, ", "not in the better half of 4")
			ended++
		}
	}
	if ended != 2 || best == "" {
		t.Errorf("%d points ended, the best has rate %q", ended, best)
	}
	clitest.Wants(t, program.OK(t, "recipe", "report", file, "--out", store), "net.rate="+best, "choose.ppg", "ended at net.epochs 1", "best")
	tests := func() map[string]string {
		all := results(t, store)
		for name := range all {
			if file := filepath.Base(name); strings.HasPrefix(name, "choose-") && file != "step.json" {
				all[name] = must.Get(digest.File(filepath.Join(store, "steps", name)))(t)
			}
		}
		return all
	}
	here := tests()
	must.OK(t, os.Rename(store, store+".here"))
	program.OK(t, "recipe", "run", file, "--out", store, "--pool", url, "--shard", "10ms")
	if there := tests(); fmt.Sprint(there) != fmt.Sprint(here) || len(here) < 16 {
		t.Errorf("on a farm %v, here %v", there, here)
	}
	wantStopped(t, worker, server)
}
