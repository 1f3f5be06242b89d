package main

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/digest"
	"gammonlab/internal/longtest"
	"gammonlab/internal/must"
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
	longtest.Skip(t, "package internal/recipe tests that failed steps resume, the tests of commands that they do")
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
	files := must.Get(filepath.Glob("../../docs/recipes/*.yaml"))(t)
	if len(files) < 3 {
		t.Fatalf("only %v", files)
	}
	for _, file := range append(files, must.Get(filepath.Glob("internal/recipe/templates/*.yaml"))(t)...) {
		var plan struct{ Steps []struct{ Step string } }
		program.JSON(t, &plan, "recipe", "plan", "--json", file)
		if len(plan.Steps) < 3 {
			t.Errorf("%s has only the steps %v", file, plan.Steps)
		}
	}
	out := program.OK(t, "recipe", "plan", "--to", "s0p", "../../docs/recipes/default.yaml")
	clitest.Wants(t, out, "s0 ", "s0p ", "0 of 2 steps done")
}

func TestRecipeMistakes(t *testing.T) {
	dir := t.TempDir()
	file := smallRecipe(t, dir)
	bad := filepath.Join(dir, "bad.yaml")
	must.OK(t, os.WriteFile(bad, []byte(strings.Replace(clitest.File(t, file), "trace:", "traec:", 1)), 0o666))
	wrong := filepath.Join(dir, "wrong.yaml")
	must.OK(t, os.WriteFile(wrong, []byte("recipe: wrong\nsteps:\n  net: {train td: {rate: fast}}\n"), 0o666))
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
	_, errOut, code := program.Run(t, "", "recipe", "run", wrong, "--out", dir)
	if code != 2 || !strings.Contains(errOut, "wrong.yaml: line 3: steps.net: ") {
		t.Errorf("code %d, %s", code, errOut)
	}
}
