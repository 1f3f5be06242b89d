package recipe

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gammonlab/internal/digest"
	"gammonlab/internal/longtest"
	"gammonlab/internal/must"
)

// reader is a recipe of a step, and one that reads an external input.
const reader = `
recipe: reader
steps:
  first: {make net: {size: 3}}
  second: {make net: {from: INPUT, data: ["${first}"]}}
`

// rewrite gives a file another content of the same size, and keeps its time of modification.
func rewrite(t *testing.T, path, content string) {
	t.Helper()
	info := must.Get(os.Stat(path))(t)
	must.OK(t, os.WriteFile(path, []byte(content), 0o666))
	must.OK(t, os.Chtimes(path, info.ModTime(), info.ModTime()))
}

// An input that changes while the recipe is at work, also back, leaves no result; when it stays
// as it is, the recipe is done, and the record has its digest.
func TestInputsThatChange(t *testing.T) {
	old, other := "old text", "new text"
	for name, test := range map[string]struct {
		step    string // during which the input changes
		input   func(dir string) string
		change  func(t *testing.T, dir string)
		restore func(t *testing.T, dir string)
		culprit string
	}{
		"before": {
			step: "first", change: func(t *testing.T, dir string) { rewrite(t, filepath.Join(dir, "in", "x"), other) },
			restore: func(t *testing.T, dir string) { rewrite(t, filepath.Join(dir, "in", "x"), old) }, culprit: "in/x changed",
		},
		"and back": {step: "second", change: func(t *testing.T, dir string) {
			rewrite(t, filepath.Join(dir, "in", "x"), other)
			rewrite(t, filepath.Join(dir, "in", "x"), old)
		}, culprit: "in/x changed"},
		"for another file": {step: "second", change: func(t *testing.T, dir string) {
			x, y, z := filepath.Join(dir, "in", "x"), filepath.Join(dir, "y"), filepath.Join(dir, "z")
			must.OK(t, errors.Join(os.WriteFile(y, []byte(other), 0o666), os.Rename(x, z), os.Rename(y, x), os.Rename(z, x)))
		}, culprit: "in/x changed"},
		"in a folder": {
			input: func(dir string) string { return filepath.Join(dir, "in") }, step: "second", change: func(t *testing.T, dir string) {
				rewrite(t, filepath.Join(dir, "in", "x"), other)
				rewrite(t, filepath.Join(dir, "in", "x"), old)
			}, culprit: "in/x changed",
		},
		"more in a folder": {
			input: func(dir string) string { return filepath.Join(dir, "in") }, step: "second", change: func(t *testing.T, dir string) {
				name := filepath.Join(dir, "in", "more")
				must.OK(t, errors.Join(os.WriteFile(name, nil, 0o666), os.Remove(name)))
			}, culprit: "in changed",
		},
		"behind a link": {
			input: func(dir string) string { return filepath.Join(dir, "link", "x") }, step: "second", change: func(t *testing.T, dir string) {
				link := filepath.Join(dir, "link")
				for _, to := range []string{"out", "in"} {
					must.OK(t, errors.Join(os.Remove(link), os.Symlink(to, link)))
				}
			}, culprit: "link/x link 1 changed",
		},
		"an output": {step: "second", change: func(t *testing.T, dir string) {
			out := must.Get(filepath.Glob(filepath.Join(dir, "store", "steps", "first-*", "out.txt")))(t)[0]
			text := string(must.Get(os.ReadFile(out))(t))
			rewrite(t, out, strings.ToUpper(text))
			rewrite(t, out, text)
		}, culprit: "/out.txt changed"},
	} {
		dir := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
		must.OK(t, errors.Join(os.Mkdir(filepath.Join(dir, "in"), 0o777), os.Mkdir(filepath.Join(dir, "out"), 0o777), os.Symlink("in", filepath.Join(dir, "link"))))
		must.OK(t, errors.Join(os.WriteFile(filepath.Join(dir, "in", "x"), []byte(old), 0o666), os.WriteFile(filepath.Join(dir, "out", "x"), []byte(other), 0o666)))
		p := newToy()
		run := p.Run
		p.Run = func(ctx context.Context, args []string, out, errOut io.Writer) error {
			if strings.Contains(strings.Join(args, " "), filepath.Join(dir, "")+"/in") == (test.step == "second") || strings.Contains(args[len(args)-1], "link") {
				test.change(t, dir)
			}
			return run(ctx, args, out, errOut)
		}
		input := filepath.Join(dir, "in", "x")
		if test.input != nil {
			input = test.input(dir)
		}
		text, store := strings.Replace(reader, "INPUT", input, 1), filepath.Join(dir, "store")
		_, err := p.try(t, store, text)
		must.Fail(t, err, test.culprit, name)
		must.Fail(t, err, "toy.yaml: line 5: steps.second: ", name)
		if left := must.Get(filepath.Glob(filepath.Join(store, "steps", "second-*")))(t); left != nil {
			t.Errorf("%s: %v has a result", name, left)
		}
		if p.Run = run; test.restore != nil {
			test.restore(t, dir)
		}
		before := len(p.did)
		if plan := must.Get(p.try(t, store, text))(t); len(p.did) != before+1 {
			t.Errorf("%s: %d commands afterwards, want one", name, len(p.did)-before)
		} else if record := must.Get((&Store{Dir: store}).Find(plan.Works[1]))(t); record.External[input] != must.Get(Content(input))(t) || len(record.External) != 1 {
			t.Errorf("%s: external inputs %v", name, record.External)
		}
	}
}

// The rest of an interrupted step is continued, unless an input may have changed since.
func TestInterruptedWorkContinues(t *testing.T) {
	p, dir := newToy(), t.TempDir()
	input := filepath.Join(dir, "x")
	must.OK(t, os.WriteFile(input, []byte("old"), 0o666))
	p.Kinds[0].setting("out").Keeps = func(string) bool { return true }
	p.Run = func(_ context.Context, args []string, _, _ io.Writer) error {
		for _, arg := range args {
			if name, ok := strings.CutPrefix(arg, "--out="); ok {
				before, _ := os.ReadFile(name)
				must.OK(t, os.WriteFile(name, append(before, must.Get(os.ReadFile(input))(t)...), 0o666))
				if len(before) < 6 {
					return errors.New("interrupted")
				}
			}
		}
		return nil
	}
	text := "recipe: r\nsteps: {net: {make net: {from: " + input + "}}}"
	for i, change := range []func(){func() {}, func() {}, func() { rewrite(t, input, "new"); rewrite(t, input, "old") }, func() {}, func() {}} {
		change()
		_, err := p.try(t, dir, text)
		if (err == nil) != (i == 4) {
			t.Errorf("attempt %d: %v", i, err)
		}
		if i == 1 {
			rewrite(t, input, "new") // under another identity, from the beginning
			must.Fail(t, must.Err(p.try(t, dir, text)), "interrupted")
			rewrite(t, input, "old")
		}
	}
	out := must.Get(filepath.Glob(filepath.Join(dir, "steps", "net-*", "*")))(t)
	if text := must.Get(os.ReadFile(out[0]))(t); string(text) != "oldoldold" || len(out) != 3 {
		t.Errorf("%v: %s, want three parts and step.json and result.txt", out, text)
	}
}

// Work that reads a file while somebody changes it there and back at random moments is never kept
// under the identity of the other content.
func TestRacesOfInputs(t *testing.T) {
	runs := 8
	if longtest.On() {
		runs = 200
	}
	const old, other = "old text", "new text"
	dir := t.TempDir()
	input := filepath.Join(dir, "x")
	must.OK(t, os.WriteFile(input, []byte(old), 0o666))
	rng := rand.New(rand.NewPCG(1, 2))
	finished, refused, wrong := 0, 0, 0
	for i := range runs {
		p, store := newToy(), filepath.Join(dir, fmt.Sprint(i))
		run, pause := p.Run, time.Duration(rng.IntN(3000))*time.Microsecond
		p.Run = func(ctx context.Context, args []string, out, errOut io.Writer) error {
			time.Sleep(pause)
			return run(ctx, args, out, errOut)
		}
		var attack sync.WaitGroup
		first, second := time.Duration(rng.IntN(60))*time.Millisecond, time.Duration(rng.IntN(4000))*time.Microsecond
		attack.Go(func() {
			for _, change := range []struct {
				after time.Duration
				to    string
			}{{first, other}, {second, old}} {
				time.Sleep(change.after)
				if i%2 == 0 {
					rewrite(t, input, change.to)
					continue
				}
				must.OK(t, errors.Join(os.WriteFile(input+".new", []byte(change.to), 0o666), os.Chtimes(input+".new", time.Unix(1, 0), time.Unix(1, 0)), os.Rename(input+".new", input)))
			}
		})
		text := strings.NewReplacer("INPUT", input, "size: 3", fmt.Sprint("size: ", i)).Replace(reader)
		_, err := p.try(t, store, text)
		attack.Wait()
		if err != nil {
			refused++
		}
		for _, content := range []string{old, other} {
			rewrite(t, input, content)
			works := planOf(t, must.Get(Parse(p.Program, "toy.yaml", []byte(text)))(t)).Works
			record := must.Get((&Store{Dir: store}).Find(works[1]))(t)
			if record == nil {
				continue
			}
			finished++
			made := string(must.Get(os.ReadFile(filepath.Join(record.Dir, "out.txt")))(t))
			if sum := digest.Bytes([]byte(content)); !strings.Contains(made, sum[:8]) || record.External[input] != sum {
				wrong++
			}
		}
		rewrite(t, input, old)
	}
	t.Logf("%d runs: %d results, %d refused, %d wrong", runs, finished, refused, wrong)
	if wrong > 0 || finished+refused != runs {
		t.Errorf("%d results of the other content, and %d results and %d errors of %d runs", wrong, finished, refused, runs)
	}
}

// The digest of a folder is that of the names and contents in it, also behind links.
func TestContent(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	must.OK(t, errors.Join(os.MkdirAll(at("a/b"), 0o777), os.WriteFile(at("a/b/x"), []byte("x"), 0o666), os.WriteFile(at("y"), []byte("y"), 0o666)))
	must.OK(t, errors.Join(os.Symlink("../y", at("a/link")), os.Symlink("a", at("folder")), os.Symlink("none", at("a/nowhere"))))
	seen := map[string]bool{}
	for i, change := range []func() error{
		func() error { return nil },
		func() error { return os.WriteFile(at("y"), []byte("z"), 0o666) },
		func() error { return os.WriteFile(at("a/b/x"), []byte("z"), 0o666) },
		func() error { return os.Rename(at("a/b/x"), at("a/b/z")) },
		func() error { return os.Rename(at("a/b"), at("a/c")) },
	} {
		must.OK(t, change())
		sum := must.Get(Content(at("a")))(t)
		if seen[sum] || sum != must.Get(Content(at("folder")))(t) {
			t.Errorf("after change %d the digest is the same, or another one through a link", i)
		}
		seen[sum] = true
	}
	must.OK(t, os.Symlink("..", at("a/c/back")))
	must.Fail(t, must.Err(Content(at("a"))), "a/c/back leads back to a folder that contains it")
	must.Fail(t, must.Err(Content(at("none"))), "none")
}
