package recipe

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"gammonlab/internal/must"
	"gammonlab/internal/runfolder"
)

// toy is a program with two commands: make writes the digest of its settings and inputs,
// measure prints a number.
type toy struct {
	*Program
	did  []string // command lines, without the folder
	fail string   // a part of the command line of work that fails
}

func newToy() *toy {
	p := &toy{}
	p.Program = &Program{
		Class:  "toy",
		Files:  func(_, value string) []string { return existing(value) },
		Digest: Content,
		Run:    p.run,
		Kinds: []*Kind{
			{Name: "make net", Version: 1, Seeded: true, Main: "out", Flags: []string{"threads"}, Settings: []Setting{
				{Name: "size", Type: Number, Default: "8"}, {Name: "part", Join: ","}, {Name: "data", Type: List}, {Name: "fast", Type: Bool},
				{Name: "seed", Type: Number, Default: "1"}, {Name: "out", Output: "out.txt"}, {Name: "log", Output: "log.txt"}, {Name: "from", Place: 1},
			}},
			{Name: "measure", Version: 1, Always: []string{"--json"}, Settings: []Setting{{Name: "a"}, {Name: "b"}, {Name: "seed", Default: "1"}}},
		},
	}
	return p
}

func existing(value string) []string {
	if _, err := os.Stat(value); err == nil && filepath.IsAbs(value) {
		return []string{value}
	}
	return nil
}

func (p *toy) run(ctx context.Context, args []string, out, _ io.Writer) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	content, main := "", ""
	for _, arg := range args {
		_, value, _ := strings.Cut(arg, "=")
		if strings.HasPrefix(arg, "--out=") {
			main = value
			continue
		}
		for _, name := range append(existing(arg), existing(value)...) {
			sum, err := Content(name)
			if err != nil {
				return err
			}
			arg = strings.ReplaceAll(arg, name, sum[:8])
		}
		content += arg + " "
	}
	p.did = append(p.did, strings.TrimSpace(content))
	if p.fail != "" && strings.Contains(content, p.fail) {
		return errors.New("it failed")
	}
	if main == "" {
		_, err := fmt.Fprintf(out, `{"score": %d, "score_low": 1, "score_high": 99}`, len(content))
		return err
	}
	return os.WriteFile(main, []byte(content), 0o666)
}

// do runs a recipe in the store of a folder, and returns the number of commands that ran.
func (p *toy) do(t *testing.T, dir, text string) int {
	t.Helper()
	before := len(p.did)
	if _, err := p.try(t, dir, text); err != nil {
		t.Fatal(err)
	}
	return len(p.did) - before
}

func (p *toy) try(t *testing.T, dir, text string) (*Plan, error) {
	t.Helper()
	return p.tryJobs(t, dir, text, 1)
}

func (p *toy) tryJobs(t *testing.T, dir, text string, jobs int) (*Plan, error) {
	t.Helper()
	r := must.Get(Parse(p.Program, "toy.yaml", []byte(text)))(t)
	store := must.Get(OpenStore(dir))(t)
	runner := &Runner{Recipe: r, Store: store, Jobs: jobs,
		Flags: func(*Kind) []string { return nil }, Errors: func(string) io.Writer { return io.Discard }}
	return runner.All(t.Context())
}

// planOf returns the plan of a recipe of which nothing is done.
func planOf(t *testing.T, r *Recipe) *Plan {
	t.Helper()
	return must.Get(must.Get(OpenStore(t.TempDir()))(t).Plan(r))(t)
}

const chain = `
recipe: chain
steps:
  first: {make net: {size: 3}}
  second: {make net: {from: "${first}", size: 4}}
  score: {measure: {a: "net:${second}", b: "net:${first}"}}
`

func TestErrors(t *testing.T) {
	step := func(text string) string { return "recipe: r\nsteps:\n  first: {make net: }\n" + text }
	for _, test := range []struct{ text, want string }{
		{"", "r.yaml: empty"},
		{"[1]", "r.yaml: line 1: found a list, want a recipe"},
		{"recipe: r", "r.yaml: line 1: steps is missing"},
		{"steps: {a: {make net: }}", "r.yaml: line 1: recipe is missing"},
		{"recipe: r\nstepps: {}", "line 2: stepps: unknown field; did you mean steps?"},
		{"recipe: r\nrecipe: s", "line 2: recipe: repeated"},
		{"recipe: 1x", `line 1: recipe: "1x" is no name: want letters, digits, - and _`},
		{"recipe: r\nseed: x", `line 2: seed: found "x", want a whole number`},
		{"recipe: r\n steps: x", "r.yaml: yaml: "},
		{step("---\nrecipe: s"), "line 4: a second document"},
		{step("  a: {make net: {threads: 2}}"), "steps.a.make net.threads: does not change the result"},
		{step("  a: {make nett: {}}"), "line 4: steps.a.make nett: unknown command or field; did you mean make net?"},
		{step("  a: {repeat: 2}"), "line 4: steps.a: no command"},
		{step("  a: {make net: {}, measure: {}}"), "line 4: steps.a.measure: a second command"},
		{step("  a:\n    make net:\n      sise: 3"), "line 6: steps.a.make net.sise: unknown setting of make net; did you mean size?"},
		{step("  a: {make net: {size: big}}"), `line 4: steps.a.make net.size: found "big", want a number`},
		{step("  a: {make net: {fast: 1}}"), `steps.a.make net.fast: found "1", want true or false`},
		{step("  a: {make net: {size: [1, 2]}}"), "steps.a.make net.size: found a list, want a number"},
		{step("  a: {make net: {size: {x: 1}}}"), "steps.a.make net.size: found a mapping, want a number"},
		{step("  a: {make net: {size: }}"), "steps.a.make net.size: found nothing, want a number"},
		{step("  a: {make net: {from: \"${firts}\"}}"), "steps.a.make net.from: ${firts}: there is no step firts; did you mean first?"},
		{step("  a: {make net: {from: \"${first\"}}"), "steps.a.make net.from: found ${first, want a reference"},
		{step("  a: {make net: {from: \"${first.log}\"}}"), "${first.log}: the step first names no output log"},
		{step("  a: {make net: {from: \"${first[0]}\"}}"), "${first[0]}: the step first has neither repeat nor each"},
		{step("  a: {make net: {from: \"${a}\"}}"), "line 4: steps.a: a step cannot need itself: a needs a"},
		{step("  a: {make net: {from: \"${b}\"}}\n  b: {make net: {from: \"${a}\"}}"), "line 4: steps.a: a step cannot need itself: a needs b needs a"},
		{step("  a: {make net: {out: x, log: x}}"), "out and log name the same output, x"},
		{step("  a: {make net: {out: ../x}}"), `out is "../x", want the name of a file`},
		{step("  a: {make net: {}, repeat: 0}"), "steps.a.repeat: 0, want 1 to"},
		{step("  a: {make net: {}, repeat: 2, with: b}"), "steps.a: want only one of repeat, each and with"},
		{step("  a: {make net: {}, with: firts}"), "with: no step firts; did you mean first?"},
		{step("  a: {make net: {}, with: first}"), "with: the step first has neither repeat nor each"},
		{step("  a: {make net: {}, each: {x: []}}"), "steps.a.each.x: 0 values"},
		{step("  a: {make net: {}, each: {x: [1], y: [1, 2]}}"), "steps.a.each.y: 2 values, but x has 1"},
		{step("  a: {make net: {from: \"${prev}\"}}"), "${prev}: want prev: {first: …, then: …} in a step with repeat"},
		{step("  a: {make net: {}, prev: {first: x, then: y}}"), "prev needs repeat"},
		{step("  a: {make net: {}, repeat: 2, prev: {first: x}}"), "steps.a.prev: want first and then"},
		{step("  a: {make net: {data: [\"${b[7]}\"]}}\n  b: {make net: {}, repeat: 3}"), "${b[7]}: there are 3 runs, the first is [0]"},
		{step("  a: {make net: {from: \"${b[:]}\"}}\n  b: {make net: {}, repeat: 3}"), "steps.a.make net.from: 3 values, want a text"},
		{step("  a: {make net: {from: \"${best.first}\"}}"), "steps.a: ${best}: the recipe has no sweep and keep"},
		{step("  prev: {make net: {}}"), `"prev" cannot be the name of a step`},
		{step("sweep: {first.sise: [1]}"), "sweep.first.sise: unknown setting of make net; did you mean size?"},
		{step("sweep: {firts.size: [1]}"), "sweep.firts.size: there is no step firts; did you mean first?"},
		{step("sweep: {first.size: [x]}"), `sweep.first.size: found "x", want a number`},
		{step("sweep: {first.size: {from: 1, to: 2}}"), "a range needs sample"},
		{step("sweep: {sample: 2, first.size: {from: 2, to: 1}}"), "want from below to"},
		{step("sweep: {sample: 2, first.size: {from: 2, to: 2}}"), "want from below to"},
		{step("sweep: {sample: 2, first.size: {from: 0, to: 1, log: true}}"), "and with log from above 0"},
		{step("sweep: {sample: 2, first.size: {from: 0, to: .inf}}"), "want from below to"},
		{step("sweep: {sample: 0, first.size: [1]}"), "sweep.sample: 0, want 1 to 10000"},
		{step("sweep: {first.size: []}"), "sweep.first.size: no values"},
		{step("sweep: {one-at-a-time: true, sample: 2, first.size: [1]}"), "sweep: one-at-a-time contradicts sample"},
		{step("sweep: {one-at-a-time: 2, first.size: [1]}"), "sweep.one-at-a-time: found"},
		{step("sweep: {sample: 1}"), "sweep: no settings, want for example"},
		{step("sweep: {seed: [a]}"), `sweep.seed: "a" is not a whole number from 0 up`},
		{step("sweep: {halve: {setting: first.size}, first.fast: [true]}"), "sweep.halve: want setting and from"},
		{step("sweep: {halve: {setting: first.size, from: 2}, first.fast: [true]}"), "sweep.halve: want by, match, or keep"},
		{step("sweep: {halve: {setting: first.sise, from: 2, by: {best: first.x}}, first.fast: [true]}"), "sweep.halve: unknown setting of make net; did you mean size?"},
		{step("sweep: {halve: {setting: first.size, from: 9, by: {best: first.x}}, first.fast: [true]}"), `sweep.halve: first.size is "8" in the recipe, want a number above 9`},
		{step("sweep: {halve: {setting: first.size, from: 2, by: {best: first.x}}, first.size: [8]}"), "sweep.halve: first.size is a setting of the sweep itself"},
		{step("sweep: {halve: {setting: first.size, from: 2, by: {best: firts.x}}, first.fast: [true]}"), "sweep.halve.by.best: there is no step firts"},
		{step("sweep: {halve: {setting: first.size, from: 2, match: {measure: {a: \"${point.firts}\"}}}, first.fast: [true, false]}"), "sweep.halve.match.measure.a: ${point.firts}: there is no step \"firts\"; did you mean first?"},
		{step("  rival: {make net: {}}"), `"rival" cannot be the name of a step`},
		{step("tune: {of: {x: {from: 1}}, on: {measure: }, rounds: 3}"), "tune.of.x: want from between min and max, and step above 0"},
		{step("tune: {of: {x: {from: 1, step: 1}}, on: {measure: }}"), "tune: rounds is 0"},
		{step("tune: {of: {x: {from: 1, step: 1, min: 2}}, on: {measure: }, rounds: 3}"), "tune.of.x: want from between min and max"},
		{step("tune: {of: {x: {from: 1, step: 1, max: 0}}, on: {measure: }, rounds: 3}"), "tune.of.x: want from between min and max"},
		{step("tune: {of: {x: {from: 1, step: .inf}}, on: {measure: }, rounds: 3}"), "tune.of.x: want from between min and max"},
		{step("tune: {of: {x: {from: -.inf, step: 1}}, on: {measure: }, rounds: 3}"), "tune.of.x: want from between min and max"},
		{step("tune: {of: {x: {from: 1, step: 1}}, on: {measure: , repeat: 2}, rounds: 3}"), "tune: on: a loop cannot be tuned"},
		{step("tune: {of: {x: {from: 1, stepp: 1}}, on: {measure: }, rounds: 3}"), "tune.of.x.stepp: unknown field; did you mean step?"},
		{step("tune: {of: {x: {from: 1, step: 1}}, on: {measure: }, rounds: 3, gain: 0}"), "tune: gain is 0"},
		{step("tune: {on: {measure: }, rounds: 3}"), "tune: want of, on and rounds"},
		{step("keep: {best: score}"), "keep.best: found \"score\", want a result such as strength.ppg"},
		{step("keep: {best: scores.x}"), "keep.best: there is no step scores"},
		{step("  a: {make net: &x {<<: *x}}"), "mappings are merged 5 deep, want at most 4"},
	} {
		r, err := Parse(newToy().Program, "r.yaml", []byte(test.text))
		if err == nil {
			_, err = must.Get(OpenStore(t.TempDir()))(t).Plan(r)
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s\ngives %v, want %s", test.text, err, test.want)
		}
	}
}

func TestOnlyWhatChangedIsDoneAgain(t *testing.T) {
	p, dir := newToy(), t.TempDir()
	steps := func(text string, want int) {
		t.Helper()
		if got := p.do(t, dir, text); got != want {
			t.Errorf("%d commands ran, want %d", got, want)
		}
	}
	steps(chain, 3)
	steps(chain, 0)
	steps(strings.Replace(chain, "size: 4", "size: 5", 1), 2)
	steps(strings.Replace(chain, "size: 3", "size: 8", 1), 3)
	steps(strings.Replace(chain, "{size: 3}", "", 1), 0) // 8 is the default
	steps("recipe: other\nsteps: {net: {make net: {size: 3}}}", 0)
	steps("recipe: other\nseed: 2\nsteps: {net: {make net: {size: 3}}}", 1)
	p.Class = "other"
	store, r := must.Get(OpenStore(dir))(t), must.Get(Parse(p.Program, "toy.yaml", []byte(chain)))(t)
	if states := must.Get(store.States(planOf(t, r), nil))(t); states[0].Why != "the result is that of kernels of the class toy, not other" {
		t.Errorf("new because %s", states[0].Why)
	}
	steps(chain, 3)
	p.Kinds[0].Version++
	steps(chain, 3)
	p.Kinds[0].Settings = append(p.Kinds[0].Settings, Setting{Name: "new"}) // of a later program
	steps(chain, 0)
	p.Kinds[0].setting("new").Default = "7"
	steps(chain, 3)
	p.Check = func(_ *Kind, values map[string][]string) (map[string]string, error) {
		return map[string]string{"new": "7"}, nil
	}
	steps(chain, 0)
	p.Check = func(_ *Kind, values map[string][]string) (map[string]string, error) {
		if values["size"] == nil || values["size"][0] != "4" {
			return nil, nil
		}
		return map[string]string{"new": "of size"}, nil
	}
	steps(chain, 2)
}

func TestInputsCountByContent(t *testing.T) {
	p, dir := newToy(), t.TempDir()
	one, two := filepath.Join(dir, "one"), filepath.Join(dir, "two")
	must.OK(t, os.WriteFile(one, []byte("a"), 0o666))
	must.OK(t, os.WriteFile(two, []byte("a"), 0o666))
	text := "recipe: r\nsteps: {net: {make net: {from: FILE}}}"
	for i, test := range []struct {
		name string
		want int
	}{{one, 1}, {two, 0}, {two, 1}} {
		if i == 2 {
			must.OK(t, os.WriteFile(two, []byte("b"), 0o666))
		}
		if got := p.do(t, dir, strings.Replace(text, "FILE", test.name, 1)); got != test.want {
			t.Errorf("run %d: %d commands, want %d", i, got, test.want)
		}
	}
}

const loop = `
recipe: loop
seed: 5
define: {small: &small {size: 2, fast: true}}
steps:
  first: {make net: }
  games:
    make net: {<<: *small, from: "${prev}", data: ["${games[-3:-1]}"]}
    repeat: 3
    prev: {first: "${first}", then: "${net}"}
  net: {make net: {from: "${games}", part: "g${generation}"}, with: games}
  pools: {make net: {part: [x, "${kind}"], size: 7}, each: {kind: [a, b]}}
  last: {make net: {data: ["${pools[:]}=1", "${net}"]}}
`

func TestLoops(t *testing.T) {
	p := newToy()
	plan := planOf(t, must.Get(Parse(p.Program, "loop.yaml", []byte(loop)))(t))
	folders := map[string]string{}
	var got []string
	for _, w := range plan.Works {
		folders[w.Digest] = w.Label
		got = append(got, strings.Join(w.Args(func(d string) string { return folders[d] }, w.Label), " "))
	}
	want := []string{
		"make net --seed=5 --out=first/out.txt",
		"make net --size=2 --fast --seed=5 --out=games-1/out.txt first/out.txt",
		"make net --part=g1 --seed=5 --out=net-1/out.txt games-1/out.txt",
		"make net --size=2 --data=games-1/out.txt --fast --seed=1005 --out=games-2/out.txt net-1/out.txt",
		"make net --part=g2 --seed=1005 --out=net-2/out.txt games-2/out.txt",
		"make net --size=2 --data=games-1/out.txt --data=games-2/out.txt --fast --seed=2005 --out=games-3/out.txt net-2/out.txt",
		"make net --part=g3 --seed=2005 --out=net-3/out.txt games-3/out.txt",
		"make net --size=7 --part=x,a --seed=5 --out=pools-a/out.txt",
		"make net --size=7 --part=x,b --seed=5 --out=pools-b/out.txt",
		"make net --data=pools-a/out.txt=1 --data=pools-b/out.txt=1 --data=net-3/out.txt --seed=5 --out=last/out.txt",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Steps read the result in an output that is a folder; the output itself has a name of its own.
func TestResultsInFolders(t *testing.T) {
	p := newToy()
	p.Kinds[0].Result = "model"
	for ref, want := range map[string]string{"${first}": "F/out.txt/model", "${first.out}": "F/out.txt"} {
		r := must.Get(Parse(p.Program, "toy.yaml", []byte("recipe: r\nsteps: {first: {make net: }, second: {make net: {from: \""+ref+"\"}}}")))(t)
		args := planOf(t, r).Works[1].Args(func(string) string { return "F" }, "own")
		if got := args[len(args)-1]; got != filepath.FromSlash(want) {
			t.Errorf("%s is %s, want %s", ref, got, want)
		}
	}
}

const sweep = `
recipe: sweep
steps:
  first: {make net: }
  net: {make net: {from: "${first}"}}
  score: {measure: {a: "${net}"}}
  again: {make net: {from: "${best.net}", size: 1}}
sweep: {net.size: [1, 20, 300], seed: [1, 2]}
keep: {best: score.score}
`

func TestSweep(t *testing.T) {
	p, dir := newToy(), t.TempDir()
	before := len(p.did)
	plan, err := p.try(t, dir, sweep)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(p.did) - before; got != 2+6+6+1 { // first has no size: two seeds
		t.Errorf("%d commands, want 15", got)
	}
	if _, err := p.try(t, dir, strings.Replace(sweep, "best: score.score", "lowest: score.scoore", 1)); err == nil || !strings.Contains(err.Error(), "toy.yaml: line 9: keep.lowest: no point has the result score.scoore; did you mean score.score?") {
		t.Errorf("got %v", err)
	}
	store := must.Get(OpenStore(dir))(t)
	r := must.Get(Parse(p.Program, "sweep.yaml", []byte(sweep)))(t)
	if best := must.Get(store.Best(r, plan))(t); best != 0 { // all scores are equal
		t.Errorf("the best point is %d", best)
	}
	if plan = must.Get(store.Plan(r))(t); len(plan.Works) != 15 || plan.After != nil {
		t.Errorf("%d pieces of work are known, want 15", len(plan.Works))
	}
}

// Halving does poor points with small values of a setting only: by a result, or by matches,
// in which the first point with a longer command line scores more. The score of the toy is the
// length of a command line.
func TestHalving(t *testing.T) {
	const steps = `
recipe: halving
steps:
  net: {make net: {size: 8}}
  score: {measure: {a: "${net}"}}
  again: {make net: {from: "${best.net}", size: 1}}
keep: {best: score.score}
sweep:
  net.part: [a, bbb, cc, dddd]
  halve: {setting: net.size, from: 2, `
	for _, test := range []struct {
		halve string
		did   int
		ended []string
	}{
		// rungs of 2 and 4 have 4 and 2 points, each with two steps; then one point, and again
		{"by: {best: score.score}", 8 + 4 + 2 + 1, []string{"net.size 2: score.score ", "net.size 4: score.score ", "net.size 2: score.score ", ""}},
		{`match: {measure: {a: "${point.net}", b: "${rival.net}"}}`, 6 + 3 + 2 + 1, []string{
			"net.size 2: lost 1 ppg against net.part=cc", "net.size 2: lost 1 ppg against net.part=dddd", "net.size 4: lost 1 ppg against net.part=dddd", "",
		}},
	} {
		p, dir := newToy(), t.TempDir()
		run := p.Run
		p.Run = func(ctx context.Context, args []string, out, errOut io.Writer) error {
			content := ""
			for _, arg := range args {
				_, name, _ := strings.Cut(arg, "=")
				if text, err := os.ReadFile(name); err == nil {
					content = fmt.Sprintf("%s %d", content, len(text))
				}
			}
			if args[0] != "measure" {
				return run(ctx, args, out, errOut)
			}
			p.did = append(p.did, content)
			var a, b int
			fmt.Sscan(content, &a, &b)
			_, err := fmt.Fprintf(out, `{"score": %d, "ppg": %d}`, a, max(-1, min(a-b, 1)))
			return err
		}
		plan, err := p.try(t, dir, steps+test.halve+"}\n")
		if err != nil {
			t.Fatal(err)
		}
		if len(p.did) != test.did {
			t.Errorf("%s: %d commands, want %d: %q", test.halve, len(p.did), test.did, p.did)
		}
		for i, point := range plan.Points {
			if !strings.HasPrefix(point.Ended, test.ended[i]) || (point.Ended == "") != (test.ended[i] == "") {
				t.Errorf("%s: %s ended: %q, want %q", test.halve, point.Label(), point.Ended, test.ended[i])
			}
		}
		if before := len(p.did); p.do(t, dir, steps+test.halve+"}\n") != 0 {
			t.Errorf("%s: did again %q", test.halve, p.did[before:])
		}
	}
}

func TestSlices(t *testing.T) {
	for slice, want := range map[string]string{
		"0": "[0]", "-1": "[4]", "-4:": "[1 2 3 4]", ":2": "[0 1]", ":": "[0 1 2 3 4]", "1:-1": "[1 2 3]", "-9:": "[0 1 2 3 4]", "7:": "[]", "3:1": "[]",
		"::-1": "[4 3 2 1 0]", ":-4:-1": "[4 3 2]", ":-9:-1": "[4 3 2 1 0]", "1::-1": "[1 0]", "99999999999999999999:": "[]",
	} {
		if got := fmt.Sprint(must.Get(reference{name: "x", slice: slice}.of(5))(t)); got != want {
			t.Errorf("[%s] selects %s, want %s", slice, got, want)
		}
		if text, err := parseText("${x[" + slice + "]}"); err != nil || len(text) != 1 {
			t.Errorf("[%s]: %v", slice, err)
		}
	}
}

func TestInclude(t *testing.T) {
	p, dir := newToy(), t.TempDir()
	write := func(name, text string) string {
		must.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
		return filepath.Join(dir, name)
	}
	write("chain.yaml", chain)
	r := must.Get(Read(p.Program, write("more.yaml", "recipe: more\ninclude: chain.yaml\nsteps: {third: {make net: {from: \"${second}\"}}}")))(t)
	plan := planOf(t, r)
	if len(plan.Works) != 4 {
		t.Errorf("%d pieces of work, want 4", len(plan.Works))
	}
	if works := must.Get(plan.To(r, "second"))(t); len(works) != 2 {
		t.Errorf("%d pieces of work up to second, want 2", len(works))
	}
	loop := must.Get(Read(p.Program, write("loop.yaml", "recipe: loop\nsteps: {net: {make net: {from: \"${prev}\"}, repeat: 3, prev: {first: a, then: \"${net}\"}}}")))(t)
	for name, want := range map[string]int{"net": 3, "net-3": 3, "net-2": 2, "": 3} {
		if works := must.Get(planOf(t, loop).To(loop, name))(t); len(works) != want {
			t.Errorf("%d pieces of work up to %s, want %d", len(works), name, want)
		}
	}
	must.Fail(t, must.Err(planOf(t, loop).To(loop, "net-4")), "loop.yaml: there is no step net-4; did you mean net-1?")
	for text, want := range map[string]string{
		"recipe: r\ninclude: chain.yaml\nsteps: {first: {make net: }}":        "line 3: steps.first: repeated",
		"recipe: r\ninclude: none.yaml\nsteps: {first: {make net: }}":         "line 2: include: ",
		"recipe: r\ninclude: bad.yaml\nsteps: {first: {make net: }}":          "include each other more than 8 deep",
		"recipe: r\ninclude: /dev/null\nsteps: {first: {make net: }}":         "/dev/null is no regular file",
		"recipe: r\ninclude: [chain.yaml]\nsteps: {first: {make net: }}":      "include: found a list, want the file of a recipe",
		"recipe: r\ninclude: chain.yaml\nsteps: {a: {make net: {size: big}}}": "steps.a.make net.size",
	} {
		r, err := Read(p.Program, write("bad.yaml", text))
		if err == nil {
			_, err = must.Get(OpenStore(t.TempDir()))(t).Plan(r)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngives %v, want %s", text, err, want)
		}
	}
}

func TestHistory(t *testing.T) {
	digest := func(c string) string { return strings.Repeat(c, 64) }
	output := func(c string) string { return "net:" + digest(c)[:shortDigest] + "/run/model.safetensors" }
	at := time.Unix(1000, 0)
	record := func(step, command, of, model string, settings map[string]any, inputs ...string) *Record {
		at = at.Add(time.Second)
		r := &Record{Step: step, Recipe: "r", Command: command, Digest: digest(of), Model: model, Settings: settings, Inputs: map[string]string{}, Finished: at, Cores: secondsPerHour}
		for _, name := range inputs {
			label, from, _ := strings.Cut(name, "=")
			r.Inputs[digest(from)] = label
		}
		return r
	}
	train := func(rate any, data string) map[string]any { return map[string]any{"rate": rate, "data": []any{data}} }
	measured := func(a, b string, ppg float64, inputs ...string) *Record {
		r := record("match", "bench match", digest(a)[:1]+"0", "", map[string]any{"a": a, "b": b}, inputs...)
		r.Digest = digest(fmt.Sprintf("%x", at.Unix()%16))
		r.Results = map[string]float64{"ppg": ppg, "ppg_low": ppg - 0.125, "ppg_high": ppg + 0.125}
		return r
	}
	values := record("errors", "bench values", "e", "", map[string]any{"model": []any{strings.TrimPrefix(output("3"), "net:")}}, "second=3")
	values.Results = map[string]float64{"groups.equity_rmse": 0.5, "groups.equity_rmse_low": 0.25, "groups.equity_rmse_high": 0.75}
	before := at
	lucky := measured("net:/usr/lib/gnubg/gnubg.wd", output("4"), 5, "third=4") // the adjusted points count
	lucky.Digest, at = strings.Repeat("f0", 32), before
	lucky.Results["luck_adjusted.ppg"], lucky.Results["luck_adjusted.ppg_low"], lucky.Results["luck_adjusted.ppg_high"] = 0.0625, 0.03125, 0.09375
	nets := tree([]*Record{
		values, lucky,
		measured(output("3"), output("1")+",plies=1", 0.125, "second=3", "first=1"),
		measured("net:/usr/lib/gnubg/gnubg.wd", output("3"), 0.25, "second=3"),
		measured(output("4"), output("3"), 0.5, "third=4", "second=3"),
		measured(output("4"), "net:gnubg-512.wd", 1, "third=4"),
		record("first", "train", "1", "m1", train("1", "x")),
		record("games", "generate", "2", "", nil, "first=1"),
		record("second", "train", "3", "m2", train("2", digest("2")[:shortDigest]+"/out.parquet"), "games=2"),
		record("third", "train", "4", "m3", train("1", digest("2")[:shortDigest]+"/out.parquet"), "second=3", "games=2"),
		record("better", "choose", "6", "m2", nil, "third=4", "second=3"),
		record("last", "prune", "7", "m4", nil, "better=6"),
	})
	var lines []string
	var walk func(nets []Net, depth int)
	walk = func(nets []Net, depth int) {
		for _, n := range nets {
			lines = append(lines, fmt.Sprintf("%d %s %s %g %s %v %v", depth, n.Step, n.Fate, n.SoFar, n.Changed, n.Matches, n.Errors))
			walk(n.Children, depth+1)
		}
	}
	walk(nets, 0)
	want := []string{
		"0 first kept 1  [] []",
		"1 second kept 3 data games, was x; rate 2, was 1 [{first parent 125 125} {net:/usr/lib/gnubg/gnubg.wd gnubg -250 125}] [{errors 500 250}]",
		"2 third dropped 4 rate 1, was 2 [{net:/usr/lib/gnubg/gnubg.wd gnubg -62.5 31.25} {second parent 500 125} {net:gnubg-512.wd  1000 125}] []",
		"2 last open 6  [] []",
	}
	if !slices.Equal(lines, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
}

// A search finds the maximum of a known function of two numbers, and resumes.
func TestTune(t *testing.T) {
	p, dir := newToy(), t.TempDir()
	p.Kinds[1].Settings = append(p.Kinds[1].Settings, Setting{Name: "x"}, Setting{Name: "y"})
	left := 40 // rounds until it fails
	p.Run = func(_ context.Context, args []string, out, _ io.Writer) error {
		if left--; left == 0 {
			return errors.New("no more")
		}
		value := func(name string) float64 { // the function has its maximum at 3, -1
			for _, arg := range args {
				if text, ok := strings.CutPrefix(arg, "--"+name+"="); ok {
					var x, y float64
					must.Get(fmt.Sscanf(text, "%g,%g", &x, &y))(t)
					return -(x-3)*(x-3) - (y+1)*(y+1)
				}
			}
			return 0
		}
		ppg := value("a") - value("b")
		_, err := fmt.Fprintf(out, `{"ppg": %g, "ppg_low": %g, "ppg_high": %g}`, ppg, ppg-1, ppg+1)
		return err
	}
	text := `
recipe: tune
tune:
  of: {x: {from: 1, step: 0.1}, y: {from: 1, step: 0.1, min: -0.9}}
  on: {measure: {a: "${x+},${y+}", b: "${x-},${y-}"}}
  rounds: 300
`
	if _, err := p.try(t, dir, text); err == nil || !strings.Contains(err.Error(), "no more") {
		t.Fatalf("got %v", err)
	}
	store := must.Get(OpenStore(dir))(t)
	r := must.Get(Parse(p.Program, "toy.yaml", []byte(text)))(t)
	if state := must.Get(store.Tuning(r))(t); len(state.Rounds) != 39 || state.Next == nil {
		t.Errorf("after the failure %d rounds are finished", len(state.Rounds))
	}
	must.Get(p.try(t, dir, text))(t)
	state := must.Get(store.Tuning(r))(t)
	if x, y := state.Values[0], state.Values[1]; len(state.Rounds) != 300 || math.Abs(x-3) > 0.05 || y != -0.9 {
		t.Errorf("after %d rounds x = %v, y = %v, want 3 and -0.9, the least", len(state.Rounds), x, y)
	}
	if label := state.plan.Works[0].Label; label != "tune-300" {
		t.Errorf("the last round is %s", label)
	}
	if state.Rounds[0].Margin != 1 {
		t.Errorf("the margin is %v, want 1", state.Rounds[0].Margin)
	}
}

// A sweep of one setting at a time has the first values, and each other value beside the first ones
// of all other settings, with all seeds.
func TestOneAtATime(t *testing.T) {
	p := newToy()
	r := must.Get(Parse(p.Program, "r.yaml", []byte("recipe: r\nsteps: {net: {make net: }}\n"+
		"sweep: {one-at-a-time: true, net.size: [8, 9, 10], seed: [1, 2], net.part: [a, b]}")))(t)
	var got []string
	for _, point := range planOf(t, r).Points {
		var values []string
		for _, v := range point.Values {
			values = append(values, v.Value)
		}
		got = append(got, strings.Join(values, " "))
	}
	if want := "8 1 a, 8 1 b, 8 2 a, 8 2 b, 9 1 a, 9 2 a, 10 1 a, 10 2 a"; strings.Join(got, ", ") != want {
		t.Errorf("the points are %s, want %s", strings.Join(got, ", "), want)
	}
}

func TestSample(t *testing.T) {
	text := "recipe: r\nsteps: {net: {make net: }}\nsweep: {sample: %d, net.size: {from: 1, to: 100, log: true}, net.part: [a, b]}"
	labels := func(n int) (all []string) {
		plan := planOf(t, must.Get(Parse(newToy().Program, "r.yaml", fmt.Appendf(nil, text, n)))(t))
		for _, p := range plan.Points {
			all = append(all, p.Label())
		}
		return all
	}
	few, many := labels(3), labels(9)
	if len(many) != 9 || !slices.Equal(few, many[:3]) {
		t.Errorf("samples %q and %q, want the beginning of the same", few, many)
	}
}

func TestFailedWorkIsTriedAgain(t *testing.T) {
	p, dir := newToy(), t.TempDir()
	p.fail = "--size=4"
	if _, err := p.try(t, dir, chain); err == nil || !strings.Contains(err.Error(), "toy.yaml: line 5: steps.second: it failed") {
		t.Fatalf("got %v", err)
	}
	r := must.Get(Parse(p.Program, "toy.yaml", []byte(chain)))(t)
	store := must.Get(OpenStore(dir))(t)
	states := must.Get(store.States(planOf(t, r), nil))(t)
	for i, want := range []string{Done, Failed, New} {
		if states[i].What != want {
			t.Errorf("step %d is %s, want %s", i, states[i].What, want)
		}
	}
	must.OK(t, os.Remove(filepath.Join(store.part(states[1].Work), errorName)))
	if state := must.Get(store.States(planOf(t, r), nil))(t)[1]; state.What != Interrupted || state.Why != "resumes" {
		t.Errorf("step 1 is %s: %s", state.What, state.Why)
	}
	p.fail = ""
	if got := p.do(t, dir, chain); got != 2 {
		t.Errorf("%d commands, want 2", got)
	}
}

func TestOneProcessAtATime(t *testing.T) {
	p, dir := newToy(), t.TempDir()
	r := must.Get(Parse(p.Program, "toy.yaml", []byte(chain)))(t)
	store := must.Get(OpenStore(dir))(t)
	works := planOf(t, r).Works
	must.OK(t, store.create())
	unlock := must.Get(store.lock(works[0]))(t)
	must.OK(t, os.MkdirAll(store.part(works[0]), 0o777))
	if states := must.Get(store.States(planOf(t, r), nil))(t); states[0].What != Running {
		t.Errorf("the locked step is %s", states[0].What)
	}
	others := "  other: {make net: {size: 7}}\n"
	waited := 0
	runner := &Runner{Recipe: must.Get(Parse(p.Program, "toy.yaml", []byte(chain+others)))(t), Store: store,
		Flags: func(*Kind) []string { return nil }, Errors: func(string) io.Writer { return io.Discard },
		Waits: func(w *Work) {
			if waited++; w.Label != "first" || len(p.did) != 1 {
				t.Errorf("waits for %s after %q, want first after the other step", w.Label, p.did)
			}
			unlock()
		}}
	must.Get(runner.All(t.Context()))(t)
	if len(p.did) != 4 || waited != 1 {
		t.Errorf("%d commands after waiting %d times, want 4 after once", len(p.did), waited)
	}
	if left := must.Get(filepath.Glob(filepath.Join(dir, "steps", "*.*")))(t); left != nil {
		t.Errorf("%v are left", left)
	}
}

func TestChangedFiles(t *testing.T) {
	p, dir := newToy(), t.TempDir()
	p.do(t, dir, chain)
	out := must.Get(filepath.Glob(filepath.Join(dir, "steps", "first-*", "out.txt")))(t)[0]
	wants := func(want string) {
		t.Helper()
		if _, err := p.try(t, dir, chain); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	text := must.Get(os.ReadFile(out))(t)
	for _, changed := range []string{"x", strings.ToUpper(string(text))} { // with another size, or only another time
		must.OK(t, os.WriteFile(out, []byte(changed), 0o666))
		wants("out.txt was changed after the step first had made it: remove ")
	}
	must.OK(t, os.WriteFile(out, text, 0o666)) // another time, but the same content
	if got := p.do(t, dir, chain); got != 0 {
		t.Errorf("%d commands, want none", got)
	}
	must.OK(t, os.Remove(out))
	wants("the step first had made it; remove ")
	record := filepath.Join(filepath.Dir(out), RecordFile)
	must.OK(t, os.WriteFile(record, []byte("{"), 0o666))
	wants(record + ": ")
	must.OK(t, os.WriteFile(filepath.Join(dir, storeFile), []byte(`{"format": "gammonlab-recipe-store 9"}`), 0o666))
	if _, err := OpenStore(dir); err == nil || !strings.Contains(err.Error(), `format is "gammonlab-recipe-store 9"`) {
		t.Errorf("a store of another version: %v", err)
	}
}

// A recipe gives a plan or an error, whatever the text.
func FuzzParse(f *testing.F) {
	for _, text := range []string{chain, loop, sweep, "recipe: r\nsteps: {a: {make net: {data: [], out: []}}}", "recipe: r\nsteps: {a: {measure: {a: \"\\0aaaaaaaaaaaaaaaa/b\\0\"}}}"} {
		f.Add([]byte(text))
	}
	p := newToy().Program
	p.Files = func(string, string) []string { return nil }
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := Parse(p, "fuzz.yaml", text)
		if err != nil {
			return
		}
		for _, s := range r.Steps {
			if s.Repeat > 20 {
				t.Skip("a long loop")
			}
		}
		plan, err := (&Store{Dir: "none"}).Plan(r)
		if err != nil {
			return
		}
		if len(plan.Points) == 0 {
			t.Error("a plan without a point")
		}
		for _, w := range plan.Works {
			for _, arg := range w.Args(func(identity string) string { return identity[:shortDigest] }, "own") {
				if strings.ContainsFunc(arg, unicode.IsControl) {
					t.Errorf("the command of %s has the argument %q", w.Label, arg)
				}
			}
			w.Setting("size")
		}
	})
}

// The rest of an interrupted training says from where it goes on.
func TestInterruptedRun(t *testing.T) {
	const training = "recipe: r\nsteps: {net: {make net: {size: 3}}}"
	p, dir := newToy(), t.TempDir()
	p.Kinds[0].setting("out").Keeps = func(string) bool { return true }
	p.fail = "--size=3"
	if _, err := p.try(t, dir, training); err == nil {
		t.Fatal("it did not fail")
	}
	plan, store := planOf(t, must.Get(Parse(p.Program, "toy.yaml", []byte(training)))(t)), must.Get(OpenStore(dir))(t)
	part := store.part(plan.Works[0])
	must.OK(t, os.Remove(filepath.Join(part, errorName)))
	out := ""
	for _, v := range plan.Works[0].values {
		if v.Name == "out" {
			out = filepath.Join(part, v.values[0])
		}
	}
	must.OK(t, os.RemoveAll(out))
	f := runfolder.New(out)
	must.OK(t, f.Begin(runfolder.CheckpointDir))
	must.OK(t, f.WriteConfig(runfolder.NewHead("gammonlab-toy-run 1", "")))
	must.OK(t, f.SaveCheckpoint(12345, &runfolder.Checkpoint{Kind: "toy"}, 1))
	f.Unlock()
	state := must.Get(store.States(plan, nil))(t)[0]
	if want := "resumes from checkpoint 12,345"; state.What != Interrupted || state.Why != want {
		t.Errorf("it is %s: %q, want %q", state.What, state.Why, want)
	}
}
