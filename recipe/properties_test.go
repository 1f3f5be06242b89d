package recipe

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"gammonlab/internal/must"
	"gammonlab/internal/setting"
)

// randomSteps returns the steps of a recipe, of which each needs some of those before it.
func randomSteps(rng *rand.Rand, n int) (steps []string) {
	for i := range n {
		var data []string
		for k := range i {
			if rng.IntN(3) == 0 {
				data = append(data, fmt.Sprintf(`"${s%d}"`, k))
			}
		}
		steps = append(steps, fmt.Sprintf("  s%d: {make net: {part: p%d, data: [%s]}}\n", i, rng.IntN(3), strings.Join(data, ", ")))
	}
	return steps
}

// content returns the files of steps, by the folder and the name.
func content(t *testing.T, store string) map[string]string {
	all := map[string]string{}
	for _, path := range must.Get(filepath.Glob(filepath.Join(store, stepsDir, "*", "*.txt")))(t) {
		_, identity, _ := strings.Cut(filepath.Base(filepath.Dir(path)), "-") // equal steps have the name of the first
		all[identity+filepath.Base(path)] = string(must.Get(os.ReadFile(path))(t))
	}
	return all
}

// Whatever the order of the steps, the number of jobs and the interruptions: the same pieces of
// work, after those that they need, each done once, with the same results. To is the work that a
// step needs, directly or not.
func TestRandomRecipes(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for round := range 8 {
		steps := randomSteps(rng, 7)
		text := func() string { return "recipe: r\nsteps:\n" + strings.Join(steps, "") }
		p := newToy()
		r := must.Get(Parse(p.Program, "r.yaml", []byte(text())))(t)
		plan := planOf(t, r)
		for i, w := range plan.Works {
			for _, n := range w.Needs {
				if slices.Index(plan.Works, n) >= i {
					t.Fatalf("%s before %s, which it needs", w.Label, n.Label)
				}
			}
		}
		for _, s := range r.Steps {
			to := must.Get(plan.To(r, s.Name))(t)
			own := plan.Points[0].runs[place{s, 0}]
			for _, w := range plan.Works {
				needed := w == own || slices.ContainsFunc(to, func(of *Work) bool { return slices.Contains(of.Needs, w) })
				if slices.Contains(to, w) != needed {
					t.Fatalf("%s up to %s: %v, want %v", w.Label, s.Name, !needed, needed)
				}
			}
		}
		whole, broken := t.TempDir(), t.TempDir()
		if did := p.do(t, whole, text()); did != len(plan.Works) {
			t.Fatalf("%d commands for %d pieces of work", did, len(plan.Works))
		}
		rng.Shuffle(len(steps), func(i, k int) { steps[i], steps[k] = steps[k], steps[i] })
		if did := p.do(t, whole, text()); did != 0 {
			t.Fatalf("%d commands after another order of the steps:\n%s", did, text())
		}
		run, commands := p.Run, 0
		for attempt := 0; ; attempt++ {
			left := rng.IntN(4)
			p.Run = func(ctx context.Context, args []string, out, errOut io.Writer) error {
				if left--; left < 0 && attempt < 9 {
					return errors.New("interrupted")
				}
				commands++
				return run(ctx, args, out, errOut)
			}
			if _, err := p.try(t, broken, text()); err == nil {
				break
			}
		}
		if commands != len(plan.Works) || !maps.Equal(content(t, whole), content(t, broken)) {
			t.Fatalf("round %d: %d commands with interruptions, want %d; files\n%v\nwant\n%v", round, commands, len(plan.Works), content(t, broken), content(t, whole))
		}
	}
}

// Two processes do each piece of work once, and so does one with several jobs.
func TestSeveralProcesses(t *testing.T) {
	p, dir := newToy(), t.TempDir()
	steps := randomSteps(rand.New(rand.NewPCG(5, 6)), 20)
	r := must.Get(Parse(p.Program, "r.yaml", []byte("recipe: r\nsteps:\n"+strings.Join(steps, ""))))(t)
	works := planOf(t, r).Works
	run, began := p.Run, make(chan string, 1000)
	p.Run = func(ctx context.Context, args []string, out, errOut io.Writer) error {
		began <- args[len(args)-1]
		return (&toy{}).run(ctx, args, out, errOut)
	}
	ends := make(chan error)
	for i := range 3 {
		go func() {
			runner := &Runner{Recipe: r, Store: must.Get(OpenStore(dir))(t), Jobs: 2 + i, plan: &Plan{},
				Flags: func(*Kind) []string { return nil }, Errors: func(string) io.Writer { return io.Discard }}
			ends <- runner.Run(t.Context(), works)
		}()
	}
	for range 3 {
		must.OK(t, <-ends)
	}
	for _, record := range must.Get(Records([]string{dir}))(t) {
		if record.Cores != record.Seconds || record.Seconds <= 0 { // the time of all work at the time
			t.Errorf("%v core-seconds in %v seconds", record.Cores, record.Seconds)
		}
	}
	if len(began) != len(works) {
		t.Errorf("%d commands for %d pieces of work", len(began), len(works))
	}
	p.Run = run
	runner := &Runner{Recipe: r, Store: must.Get(OpenStore(dir))(t), Flags: func(*Kind) []string { return nil }}
	must.OK(t, runner.locked(t.Context(), works[0])) // done between the look and the lock
	if len(p.did) != 0 {
		t.Errorf("done work is done again: %q", p.did)
	}
}

// Any change of a byte of a result or of a number of its record is refused where it is read, also
// if the time of the file is the old one, and in a copy of the store.
func TestDamagedResults(t *testing.T) {
	p, dir := newToy(), t.TempDir()
	p.do(t, dir, sweep)
	r := must.Get(Parse(p.Program, "sweep.yaml", []byte(sweep)))(t)
	copied := filepath.Join(t.TempDir(), "copy")
	must.OK(t, os.CopyFS(copied, os.DirFS(dir)))
	if p.do(t, copied, sweep) != 0 {
		t.Error("a copy of the store has no results")
	}
	rng := rand.New(rand.NewPCG(7, 8))
	for _, store := range []string{dir, copied} {
		for _, path := range must.Get(filepath.Glob(filepath.Join(store, stepsDir, "score-*", "*.json")))(t)[:4] {
			text := must.Get(os.ReadFile(path))(t)
			for range 12 {
				at := rng.IntN(len(text))
				damaged := slices.Clone(text)
				for damaged[at] == text[at] {
					damaged[at] = "0123456789abc}"[rng.IntN(14)]
				}
				rewrite(t, path, string(damaged))
				s := must.Get(OpenStore(store))(t)
				_, err := s.Plan(r)
				if strings.TrimSpace(string(text[at:at+1])) == "" && err == nil {
					continue // a blank between the words of the record
				}
				must.Fail(t, err, "remove ", path, " at ", at)
				must.Fail(t, err, path)
				if _, err := Records([]string{store}); filepath.Base(path) == RecordFile {
					must.Fail(t, err, "remove ", path, " at ", at)
				}
			}
			rewrite(t, path, string(text))
		}
	}
	s := must.Get(OpenStore(dir))(t)
	plan := must.Get(s.Plan(r))(t)
	record := must.Get(s.Find(plan.Points[3].Works[2]))(t)
	record.Results["score"] = 1e9
	text := must.Get(os.ReadFile(filepath.Join(record.Dir, RecordFile)))(t)
	better := strings.Replace(string(text), `"score": `, `"score": 9`, 1)
	must.OK(t, os.WriteFile(filepath.Join(record.Dir, RecordFile), []byte(better), 0o666))
	for what, err := range map[string]error{
		"best": must.Err(s.Best(r, plan)), "results": must.Err(s.Results(plan.Points[3])), "states": must.Err(s.States(plan, nil)), "history": must.Err(History([]string{dir})),
	} {
		must.Fail(t, err, "step.json was changed after the step score had made it: remove ", what)
	}
	must.OK(t, record.Write(record.Dir))
	if best := must.Get(s.Best(r, plan))(t); best != 2 { // the other seed of the same settings, as near to their mean
		t.Errorf("the best point is %d, want 2", best)
	}
}

// A control character anywhere in a recipe, or in a default of a config, is refused with its place.
func TestControlCharacters(t *testing.T) {
	p := newToy()
	for _, text := range []string{loop, sweep, "recipe: tune\ntune: {of: {x: {from: 1, step: 1}}, on: {measure: {a: \"${x+}\"}}, rounds: 3}"} {
		var root yaml.Node
		must.OK(t, yaml.Unmarshal([]byte(text), &root))
		var at []*yaml.Node
		var find func(n *yaml.Node)
		find = func(n *yaml.Node) {
			if n.Kind == yaml.ScalarNode && n.Tag != "!!merge" {
				at = append(at, n)
			}
			for _, of := range n.Content {
				find(of)
			}
		}
		find(&root)
		for i, n := range at {
			whole := *n
			control := "\x00\x01\n\x7f\u0085"
			n.Value, n.Tag, n.Style = n.Value+string([]rune(control)[i%5])+"x", "!!str", yaml.DoubleQuotedStyle
			damaged := must.Get(yaml.Marshal(&root))(t)
			_, err := Parse(p.Program, "r.yaml", damaged)
			var place *Error
			if !errors.As(err, &place) || place.Line == 0 || !strings.Contains(err.Error(), "want a text without control characters") {
				t.Errorf("%s\ngives %v", damaged, err)
			} else if line := strings.Split(string(damaged), "\n")[place.Line-1]; !strings.Contains(line, `\`) {
				t.Errorf("the error is about line %d: %s", place.Line, line)
			}
			*n = whole
		}
		if len(at) < 10 {
			t.Errorf("only %d texts", len(at))
		}
	}
	_, err := Parse(p.Program, "r.yaml", []byte("recipe: r\nsteps:\n  net: {make net: {\n    from: \"\\0aaaaaaaaaaaaaaaa/x\\0\"}}"))
	must.Fail(t, err, `r.yaml: line 4: steps.net.make net.from: found "\x00aaaaaaaaaaaaaaaa/x\x00", want a text without control characters such as U+0000`)
	p.Check = func(*Kind, map[string][]string) (map[string]string, error) {
		return map[string]string{"log": "\x00a/b\x00"}, nil
	}
	r := must.Get(Parse(p.Program, "r.yaml", []byte(chain)))(t)
	must.Fail(t, must.Err((&Store{Dir: t.TempDir()}).Plan(r)), `r.yaml: line 4: steps.first: log: found "\x00a/b\x00"`)
}

// Plans that are too large are refused, with the number, before they take time or memory.
func TestLimits(t *testing.T) {
	for text, want := range map[string]string{
		"  a: {make net: , repeat: 200}\n  b: {measure: {a: \"${a[:]}${a[:]}${a[:]}${a[:]}${a[:]}\"}}": "line 4: steps.b.measure.a: the lists in the text have 40000 combinations, want at most 10000",
		"  a: {make net: , repeat: 9999}\n  b: {make net: {data: [\"${a[:]}\", x, y]}}":                "steps.b.make net.data: 10001 values, want at most 10000",
		"  a: {make net: , repeat: 100}\n  b: {measure: {a: \"${a[-7:]}\"}}":                           "steps.b.measure.a: 7 values, want a text",
		"  a: {make net: , repeat: 100}\n  b: {make net: {data: [\"${a[:]}${a[:]}\"]}}":                "",
		"  a: {make net: {part: [\"${seed}\"]}, each: {seed: [a, b]}}\nsweep: {seed: [1, 2]}":          "",
	} {
		_, err := (&Store{Dir: "none"}).Plan(must.Get(Parse(newToy().Program, "r.yaml", []byte("recipe: r\nsteps:\n"+text)))(t))
		if want == "" {
			must.OK(t, err)
		} else {
			must.Fail(t, err, want, text)
		}
	}
	r := must.Get(Parse(newToy().Program, "r.yaml", []byte(chain)))(t)
	for _, test := range []struct {
		works, outputs int
		want           string
	}{
		{mostWorks - 3, mostOutputs - 3, ""},
		{mostWorks - 2, 0, "r.yaml: line 6: steps.score: more than 20000 pieces of work: want fewer points, runs or steps"},
		{0, mostOutputs - 2, "r.yaml: line 6: steps.score.measure.b: all settings together name more than 1000000 outputs of steps"},
	} {
		plan := &Plan{known: map[string]*Work{}, Works: make([]*Work, test.works), outputs: test.outputs}
		if err := plan.add(plan.planner(r, nil), ""); test.want == "" {
			must.OK(t, err)
		} else {
			must.Fail(t, err, test.want)
		}
	}
}

// Samples of settings that are whole numbers are whole, within the range and all of them.
func TestWholeSamples(t *testing.T) {
	for _, test := range []struct {
		name, bounds string
		want         []string // nil for others than whole numbers
		err          string
	}{
		{"net.games", "from: 2, to: 6", []string{"2", "3", "4", "5", "6"}, ""},
		{"net.games", "from: 1.5, to: 4.2, log: true", []string{"2", "3", "4"}, ""},
		{"net.games", "from: 0.8, to: 4.4, log: true", []string{"1", "2", "3", "4"}, ""},
		{"seed", "from: 0, to: 2", []string{"0", "1", "2"}, ""},
		{"net.size", "from: 2, to: 6", nil, ""},
		{"net.games", "from: 1.1, to: 1.9", nil, "sweep.net.games: no whole number is between 1.1 and 1.9"},
		{"seed", "from: -2, to: 1", nil, "sweep.seed: want a range of seeds from 0 up"},
		{"net.games", "from: 1e9, to: 3e9", nil, ""},
	} {
		p := newToy()
		p.Kinds[0].Settings = append(p.Kinds[0].Settings, Setting{Name: "games", Type: Whole})
		text := fmt.Sprintf("recipe: r\nsteps: {net: {make net: }}\nsweep: {sample: 60, %s: {%s}}", test.name, test.bounds)
		plan, err := (&Store{Dir: "none"}).Plan(must.Get(Parse(p.Program, "r.yaml", []byte(text)))(t))
		if test.err != "" {
			must.Fail(t, err, test.err)
			continue
		}
		must.OK(t, err)
		found := map[string]bool{}
		for _, point := range plan.Points {
			value := point.Values[0].Value
			found[value] = true
			if _, err := strconv.ParseInt(value, 10, 64); (err == nil) != (test.name != "net.size") {
				t.Errorf("%s {%s}: the sample has %s", test.name, test.bounds, value)
			}
		}
		if test.want != nil && !slices.Equal(slices.Sorted(maps.Keys(found)), test.want) {
			t.Errorf("%s {%s}: the sample has %v, want %v", test.name, test.bounds, found, test.want)
		}
	}
	for text, want := range map[string]string{
		"steps: {net: {make net: {games: 2.5}}}":                           `steps.net.make net.games: found "2.5", want a whole number`,
		"steps: {net: {make net: }}\nsweep: {seed: [1, 1.5]}":              `sweep.seed: "1.5" is not a whole number from 0 up`,
		"steps: {net: {make net: {part: }}}":                               "want a text",
		"steps: {net: {make net: {part: \"\"}}}":                           "steps.net.make net.part: an empty value, want a text",
		"steps: {net: {make net: {data: [x, \"\"]}}}":                      "steps.net.make net.data: an empty value, want a list",
		"steps: {net: {make net: }}\nsweep: {net.part: [a, \"\"]}":         "sweep.net.part: an empty value",
		"steps: {net: {make net: {games: 18446744073709551615, size: 1}}}": "",
	} {
		p := newToy()
		p.Kinds[0].Settings = append(p.Kinds[0].Settings, Setting{Name: "games", Type: Whole})
		r, err := Parse(p.Program, "r.yaml", []byte("recipe: r\n"+text))
		if err == nil {
			_, err = (&Store{Dir: "none"}).Plan(r)
		}
		if want == "" {
			must.OK(t, err)
		} else {
			must.Fail(t, err, want, text)
		}
	}
}

// scored is a sweep of five points, whose scores are those of a function of the point and the
// rung. Only the order of the scores matters.
func scored(t *testing.T, score func(point, size int) float64, keep, halve string) *Plan {
	t.Helper()
	p := newToy()
	p.Run = func(_ context.Context, args []string, out, _ io.Writer) error {
		point, size := 0, 8
		for _, arg := range args {
			if value, ok := strings.CutPrefix(arg, "--part=p"); ok {
				point, _ = strconv.Atoi(value)
			} else if value, ok := strings.CutPrefix(arg, "--size="); ok {
				size, _ = strconv.Atoi(value)
			}
		}
		_, err := fmt.Fprintf(out, `{"score": %g}`, score(point, size))
		return err
	}
	p.Kinds[1].Settings = append(p.Kinds[1].Settings, Setting{Name: "part"}, Setting{Name: "size", Default: "8"})
	p.Kinds[0].Always = []string{"--json"}
	text := "recipe: r\nsteps: {score: {measure: }, last: {measure: {part: x, b: \"${best.score}\"}}}\nkeep: {" + keep + ": score.score}\nsweep: {score.part: [p0, p1, p2, p3, p4]" + halve + "}\n"
	return must.Get(p.try(t, t.TempDir(), text))(t)
}

// The best point is that of the highest or lowest score, the first of equal ones, and never one
// that halving has ended, whatever its score was; of n points, the better half goes on, and of an
// odd number the larger half.
func TestBestPoint(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range 5 {
		var scores []float64
		for range 5 {
			scores = append(scores, float64(rng.IntN(4)))
		}
		for _, keep := range []string{"best", "lowest"} {
			sign := map[string]float64{"best": 1, "lowest": -1}[keep]
			order := slices.SortedStableFunc(slices.Values([]int{0, 1, 2, 3, 4}), func(a, b int) int { return int(sign * (scores[b] - scores[a])) })
			plan := scored(t, func(point, _ int) float64 { return scores[point] }, keep, "")
			if needed := plan.Works[len(plan.Works)-1].Needs[0]; plan.PointOf(needed) != fmt.Sprintf("score.part=p%d", order[0]) {
				t.Errorf("%s of %v is %s", keep, scores, plan.PointOf(needed))
			}
			// early scores are better than later ones, so those of ended points are the best
			plan = scored(t, func(point, size int) float64 { return scores[point] + sign*float64(10*(8-size)) }, keep, ", halve: {setting: score.size, from: 2}")
			var ended []string
			for _, point := range plan.Points {
				at, _, _ := strings.Cut(point.Ended, ":")
				ended = append(ended, at)
			}
			want := make([]string, 5) // 5 points, 3 after the first rung, 2 after the second
			for i, point := range order {
				want[point] = []string{"", "", "score.size 4", "score.size 2", "score.size 2"}[i]
			}
			needed := plan.Works[len(plan.Works)-1].Needs[0]
			if !slices.Equal(ended, want) || plan.PointOf(needed) != fmt.Sprintf("score.part=p%d", min(order[0], order[1])) && scores[order[0]] == scores[order[1]] ||
				scores[order[0]] != scores[order[1]] && plan.PointOf(needed) != fmt.Sprintf("score.part=p%d", order[0]) {
				t.Errorf("%s of %v: ended %q, want %q; best %s", keep, scores, ended, want, plan.PointOf(needed))
			}
		}
	}
}

// Steps that wait for the best point are checked before any work.
func TestWaitingStepsAreChecked(t *testing.T) {
	p := newToy()
	p.Check = func(_ *Kind, values map[string][]string) (map[string]string, error) {
		if slices.Contains(values["part"], "wrong") {
			return nil, errors.New("the part is wrong")
		}
		return nil, nil
	}
	_, err := p.try(t, t.TempDir(), strings.Replace(sweep, "size: 1}", "part: wrong}", 1))
	must.Fail(t, err, "line 7: steps.again: the part is wrong")
	if len(p.did) != 0 {
		t.Errorf("did %q before", p.did)
	}
	// an error about several settings has the place of the first one that the recipe gives
	p.Check = func(*Kind, map[string][]string) (map[string]string, error) {
		return nil, setting.Errorf("%s contradicts %s and %s", setting.Name("fast"), setting.Name("part"), setting.Name("size"))
	}
	_, err = p.try(t, t.TempDir(), "recipe: r\nsteps:\n  net: {make net: {\n    size: 3,\n    part: a}}")
	must.Fail(t, err, "line 5: steps.net.make net.part: fast contradicts part and size")
}

// A net without a parent is compared with the one that the same step made before.
func TestChangesOfAStep(t *testing.T) {
	var records []*Record
	for i, rate := range []string{"1", "2", "2", "3"} {
		settings := map[string]any{"rate": rate, "data": nil} // a list without elements, as records have it
		if rate == "3" {
			settings["data"] = []any{"b"}
		}
		records = append(records, &Record{Recipe: "r", Step: "net", Command: "train", Digest: fmt.Sprintf("%064d", i), Model: fmt.Sprint(i), Settings: settings, Finished: time.Unix(int64(i), 0)})
	}
	records = append(records, &Record{Recipe: "r", Step: "other", Command: "train", Digest: strings.Repeat("e", 64), Model: "e", Settings: map[string]any{"rate": "9"}, Finished: time.Unix(2, 5)})
	slices.Reverse(records)
	var changes []string
	for _, n := range tree(records) {
		changes = append(changes, n.Step+" "+n.Changed)
	}
	if want := []string{"net ", "net rate 2, was 1", "net ", "other ", "net data b is new; rate 3, was 2"}; !slices.Equal(changes, want) {
		t.Errorf("%q, want %q", changes, want)
	}
}

// The identity does not depend on the names of inputs, of which one may be part of another, nor
// on those of steps.
func TestNamesDoNotCount(t *testing.T) {
	p, seen := newToy(), map[string]bool{}
	p.Digest = func(name string) (string, error) { return "digest of " + strings.ToUpper(name[len(name)-1:]), nil }
	for _, names := range [][2]string{{"a", "ab"}, {"z", "b"}, {"ba", "b"}, {"a", "aaab"}} {
		p.Files = func(_, value string) []string { return names[:] }
		text := fmt.Sprintf("recipe: r\nsteps: {%s: {make net: {part: \"%s,%s,%s\"}}}", names[0]+"q", names[0], names[1], names[0])
		for range 2 {
			w := planOf(t, must.Get(Parse(p.Program, "r.yaml", []byte(text)))(t)).Works[0]
			seen[w.Digest] = true
			names[0], names[1] = names[1], names[0]
		}
	}
	if len(seen) > 3 { // by the contents at the ends of names: A and B, Z and B
		t.Errorf("%d identities", len(seen))
	}
	w := &Work{external: map[string]string{}}
	sum := func(name string) (string, error) { return strings.ToUpper(name), nil }
	for _, order := range [][]string{{"x", "xy", "xyz"}, {"xyz", "x", "xy"}, {"xy", "xyz", "x"}} {
		if got := must.Get(w.byContent("xyz xy x", order, sum))(t); got != "\x00sha256:XYZ\x00 \x00sha256:XY\x00 \x00sha256:X\x00" {
			t.Errorf("%v: %q", order, got)
		}
	}
}

// Slices are those of Python: two at a border make the whole, in both directions.
func TestSlicesMakeTheWhole(t *testing.T) {
	of := func(slice string) []int { return must.Get(reference{name: "x", slice: slice}.of(5))(t) }
	for border := -5; border < 5; border++ {
		up := slices.Concat(of(fmt.Sprintf(":%d", border)), of(fmt.Sprintf("%d:", border)))
		down := slices.Concat(of(fmt.Sprintf(":%d:-1", border)), of(fmt.Sprintf("%d::-1", border)))
		if slices.Reverse(down); !slices.Equal(up, []int{0, 1, 2, 3, 4}) || !slices.Equal(down, up) {
			t.Errorf("at %d: %v and %v", border, up, down)
		}
		if one := of(fmt.Sprint(border)); len(one) != 1 || one[0] != (border+5)%5 {
			t.Errorf("[%d]: %v", border, one)
		}
	}
	for _, slice := range []string{"5", "-6", "99999999999999999999"} {
		must.Fail(t, must.Err(reference{name: "x", slice: slice}.of(5)), "there are 5 runs, the first is [0]")
	}
}

// A search stays within its bounds and repeats its rounds; a score of 0 moves nothing.
func TestTuneStaysWithinItsBounds(t *testing.T) {
	tune := &Tune{Of: []Param{{"x", 1, 0.5, 0.75, 1.25}, {"y", 1, 1, math.Inf(-1), math.Inf(1)}}, Rounds: 50}
	seen := map[string]int{}
	for round := range 200 {
		signs := tune.signs(round)
		if !slices.Equal(signs, tune.signs(round)) || len(signs) != 2 || math.Abs(signs[0]*signs[1]) != 1 {
			t.Errorf("signs %v", signs)
		}
		seen[fmt.Sprint(signs)]++
	}
	if len(seen) != 4 || slices.Min(slices.Collect(maps.Values(seen))) < 30 {
		t.Errorf("signs %v, want each about 50 times", seen)
	}
	for x, want := range map[float64]string{0.5: "0.75", 0.75: "0.75", 1.1: "1.1", 1.25: "1.25", 9: "1.25", 1.2000001: "1.2"} {
		if got := tune.Of[0].Text(x); got != want {
			t.Errorf("%v is %s, want %s", x, got, want)
		}
	}
}

// A plan says why work is new: by the settings that differ from the nearest result of the step.
func TestWhy(t *testing.T) {
	p, dir := newToy(), t.TempDir()
	p.Kinds[0].Settings = append(p.Kinds[0].Settings, Setting{Name: "games", Type: Whole}, Setting{Name: "epochs", Type: Whole})
	text := strings.Replace(chain, "size: 4", "size: 4, games: 40, part: [a, b]", 1)
	p.do(t, dir, text)
	s := must.Get(OpenStore(dir))(t)
	why := func(text string) string {
		t.Helper()
		var all []string
		for _, state := range must.Get(s.States(must.Get(s.Plan(must.Get(Parse(p.Program, "toy.yaml", []byte(text)))(t)))(t), func(w *Work) float64 { return 7200 }))(t) {
			all = append(all, strings.TrimSpace(state.What+" "+state.Why))
			if state.What == New && state.Work.Label == "score" && state.Hours != 2 { // no finished one tells an amount
				t.Errorf("%s takes %v hours, want 2", state.Work.Label, state.Hours)
			}
		}
		return strings.Join(all, ", ")
	}
	for _, test := range [][3]string{
		{"size: 4", "size: 4", "done, done, done"},
		{"size: 4", "size: 5", "done, new size 5, was 4, new needs second"},
		{"part: [a, b]", "part: [a]", "done, new part a, was a,b, new needs second"},
		{", part: [a, b]", "", "done, new no part, was a,b, new needs second"},
		{"size: 4", "size: 4, fast: true", "done, new fast true is new, new needs second"},
		{"from: \"${first}\"", "from: \"${first.out}\"", "done, done, done"},
		{"size: 3", "size: 2", "new size 2, was 3, new needs first, new needs first"},
		{"second: ", "third: {make net: {size: 9}}\n  second: ", "done, new no result yet, done, done"},
	} {
		if got := why(strings.Replace(text, test[0], test[1], 1)); got != test[2] {
			t.Errorf("%s: %s, want %s", test[1], got, test[2])
		}
	}
	p.Kinds[1].Version++
	if got := why(text); got != "done, done, new the program, a default or an input has changed" {
		t.Error(got)
	}
	p.Kinds[1].Version--
	for _, r := range must.Get(Records([]string{dir}))(t) {
		r.Cores = 3600
		must.OK(t, r.Write(r.Dir))
	}
	states := must.Get(s.States(must.Get(s.Plan(must.Get(Parse(p.Program, "toy.yaml", []byte(strings.Replace(text, "games: 40", "games: 80, epochs: 2", 1))))(t)))(t), nil))(t)
	if states[0].Hours != 1 || states[1].Hours != 4 { // an hour for 40 games, one epoch
		t.Errorf("%v and %v hours, want 1 and 4", states[0].Hours, states[1].Hours)
	}
}

// The rates of the same step estimate the time of work, whatever other steps of the command take, and otherwise those of work
// with the same settings.
func TestEstimate(t *testing.T) {
	kind := &Kind{Name: "generate"}
	record := func(step string, games, seconds float64) *Record {
		return &Record{Step: step, Command: kind.Name, Settings: map[string]any{"games": games}, Cores: seconds}
	}
	searched := record("searched", 50, 3600)
	searched.Settings["sieve"] = "5/0.2"
	records := []*Record{searched, record("games-1", 10, 3600), record("games-2", 10, 7200), record("other", 1000, 36), record("games-of", 1000, 36)}
	for step, want := range map[string]float64{"games": 3, "other": 0.0002, "new": (3 + 0.02) / 2020 * 20} {
		w := &Work{Step: &Step{Name: step, Kind: kind}, values: []assigned{{Setting: &Setting{Name: "games"}, values: []string{"20"}}}}
		if got := w.estimate(records); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s takes %v core-hours, want %v", step, got, want)
		}
		if step == "new" { // with the settings of the first record
			w.values = append(w.values, assigned{Setting: &Setting{Name: "sieve"}, values: []string{"3/0.1"}})
			if got := w.estimate(records); got != 0.4 {
				t.Errorf("the search takes %v core-hours, want 0.4", got)
			}
		}
	}
}

// TestWhyByTheNearest: of many points, new work is compared with the one that differs in one setting,
// not with the newest.
func TestWhyByTheNearest(t *testing.T) {
	p, dir := newToy(), t.TempDir()
	text := "recipe: r\nsteps: {net: {make net: {size: 1}}}\nsweep: {net.size: [1, 2], net.part: [a, b], seed: [1, 2]}"
	p.do(t, dir, text)
	s := must.Get(OpenStore(dir))(t)
	r := must.Get(Parse(p.Program, "r.yaml", []byte(strings.Replace(text, "[a, b]", "[a, c]", 1))))(t)
	for _, state := range must.Get(s.States(must.Get(s.Plan(r))(t), nil))(t) {
		if why := "part c, was b"; state.What == New && !strings.HasPrefix(state.Why, "part c, was ") || state.What == New && strings.Contains(state.Why, ";") {
			t.Errorf("%s, want such as %s", state.Why, why)
		}
	}
}

// TestFolders: the folder of a step has the values of its point of the sweep that it depends on, and
// the results of a store whose folders have none are found.
func TestFolders(t *testing.T) {
	p, dir := newToy(), t.TempDir()
	text := "recipe: r\nsteps: {data: {make net: {seed: 5}}, net: {make net: {from: \"${data}\"}}, score: {measure: {a: \"${net}\", seed: 3}}, last: {measure: {a: \"${best.net}\"}}}\n" +
		"sweep: {net.part: [\"exp:0.1/é\", 0.5], seed: [7, 8], data.size: [3]}\nkeep: {best: score.score}"
	p.do(t, dir, text)
	folders := must.Get(filepath.Glob(filepath.Join(dir, stepsDir, "*")))(t)
	var names []string
	for _, path := range folders {
		name := filepath.Base(path)
		names = append(names, name[:strings.LastIndex(name, "-")])
		if short := name[:strings.Index(name, "-")] + name[strings.LastIndex(name, "-"):]; short != name {
			must.OK(t, os.Rename(path, filepath.Join(filepath.Dir(path), short)))
		}
	}
	want := []string{"data", "last", "net-part-0.5-seed-7", "net-part-0.5-seed-8", "net-part-exp_0.1__-seed-7", "net-part-exp_0.1__-seed-8",
		"score-part-0.5-seed-7", "score-part-0.5-seed-8", "score-part-exp_0.1__-seed-7", "score-part-exp_0.1__-seed-8"}
	if slices.Sort(names); !slices.Equal(names, want) {
		t.Errorf("folders %q, want %q", names, want)
	}
	if n := p.do(t, dir, text); n != 0 {
		t.Errorf("%d steps are done again in a store with other folders", n)
	}
	if long := (&Work{Label: "net", varied: []Assignment{{Name: "net.data", Value: strings.Repeat("x", 300)}}}).folder(); len(long) > 200 {
		t.Errorf("a folder has %d letters", len(long))
	}
}

func TestShown(t *testing.T) {
	results := map[string]float64{"a": 1.23456, "a_low": 1, "a_high": 1.5, "b": 2, "b_low": 2, "c": 12345, "c_low": 12000, "c_high": 12700, "d": 3, "d_low": 3, "d_high": 3, CoreHours: 0.5}
	for name, want := range map[string]string{"a": "1.23 ± 0.25", "b": "2", "c": "12345 ± 350", "d": "3", CoreHours: "0.5", "none": ""} {
		if got := Shown(results, name, ""); got != want {
			t.Errorf("%s is shown as %q, want %q", name, got, want)
		}
	}
	for hours, want := range map[float64]string{0: "", 1e-6: "<0.001", 0.001: "0.001", 0.0999: "0.1", 12.3: "12"} {
		if got := HoursText(hours); got != want {
			t.Errorf("%v hours are %q, want %q", hours, got, want)
		}
	}
	for value, want := range map[string]string{"az-AZ_09": "az-AZ_09", "a b/c": "a_b_c", "`{@[": "____", "é:": "__"} {
		if got := strings.Map(plain, value); got != want {
			t.Errorf("%s in the name of a folder is %s, want %s", value, got, want)
		}
	}
	for name, want := range map[string]bool{"a": true, "A-1_": true, "": false, "1a": false, "_a": false, "a.b": false, "-": false} {
		if isName(name) != want {
			t.Errorf("%q is a name: %v", name, !want)
		}
	}
}

// As many pieces of work as there are jobs are done at a time, one without the number.
func TestJobs(t *testing.T) {
	for jobs, want := range map[int]int{0: 1, 1: 1, 3: 3} {
		p := newToy()
		r := must.Get(Parse(p.Program, "r.yaml", []byte("recipe: r\nsteps: {net: {make net: {size: \"${n}\"}, each: {n: [1, 2, 3, 4, 5]}}}")))(t)
		begin, end := make(chan bool, 5), make(chan bool)
		p.Run = func(ctx context.Context, args []string, out, errOut io.Writer) error {
			begin <- true
			<-end
			return (&toy{}).run(ctx, args, out, errOut)
		}
		runner := &Runner{Recipe: r, Store: must.Get(OpenStore(t.TempDir()))(t), Jobs: jobs, plan: &Plan{},
			Flags: func(*Kind) []string { return nil }, Errors: func(string) io.Writer { return io.Discard }}
		done := make(chan error)
		go func() { done <- runner.Run(t.Context(), planOf(t, r).Works) }()
		for range want {
			<-begin
		}
		time.Sleep(10 * time.Millisecond) // for one too many
		if more := len(begin); more > 0 {
			t.Errorf("%d jobs: %d pieces of work at a time", jobs, want+more)
		}
		close(end)
		must.OK(t, <-done)
	}
}

// The core-hours of a point count equal steps once.
func TestCoreHours(t *testing.T) {
	p, dir := newToy(), t.TempDir()
	plan := must.Get(p.try(t, dir, "recipe: r\nsteps: {a: {make net: }, b: {make net: }, c: {make net: {size: 1}}}"))(t)
	s, want := must.Get(OpenStore(dir))(t), 0.0
	for i, r := range must.Get(Records([]string{dir}))(t) {
		r.Cores = float64(1800 * (i + 1))
		want += r.Cores / 3600
		must.OK(t, r.Write(r.Dir))
	}
	if got := must.Get(s.Results(plan.Points[0]))(t)[CoreHours]; got != want {
		t.Errorf("%v core-hours, want %v", got, want)
	}
}
