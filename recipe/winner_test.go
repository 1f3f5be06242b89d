package recipe

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gammonlab/evalbench"
	"gammonlab/internal/longtest"
	"gammonlab/internal/must"
	"gammonlab/internal/result"
)

// players is a program whose nets have a true strength, that of a function of their setting part and
// their size, and whose command race plays them by the tests of evalbench.
type players struct {
	*Program
	strength   func(part, size int) float64
	bounds     evalbench.Hypotheses
	draw       *rand.Rand
	pairs      int               // that the races have played
	most       int               // pairs of a race
	candidates func([]candidate) // nil, or changes what a race prints
}

// deviation is the standard deviation of the score of a pair.
const deviation = 0.86

func newPlayers(strength func(part, size int) float64) *players {
	p := &players{strength: strength, bounds: evalbench.Hypotheses{E0: 0, E1: 0.1, Alpha: 0.05, Beta: 0.05}, draw: rand.New(rand.NewPCG(1, 2)), most: math.MaxInt}
	p.Program = newToy().Program
	p.Kinds[0].Results = []result.Number{{Name: "epoch"}}
	p.Kinds = append(p.Kinds, &Kind{
		Name: "race", Version: 1, Always: []string{"--json"}, Results: []result.Number{{Name: "ppg", Better: 1}, {Name: "candidates.ppg", Better: 1}, {Name: "pairs"}},
		Settings: []Setting{{Name: "a", Type: List}, {Name: "b"}, {Name: "left", Type: Whole}},
	})
	p.Run = p.run
	return p
}

func (p *players) run(_ context.Context, args []string, out, _ io.Writer) error {
	settings := map[string]string{"size": "8"}
	var a []string
	for _, arg := range args {
		name, value, _ := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
		if settings[name] = value; name == "a" {
			a = append(a, value)
		}
	}
	if settings["out"] != "" {
		return os.WriteFile(settings["out"], []byte(settings["part"]+" "+settings["size"]), 0o666)
	}
	if args[0] == "race" {
		return p.race(out, a, settings["left"])
	}
	x := p.strengthOf(settings["a"]) + p.draw.NormFloat64()*deviation/math.Sqrt(float64(p.most))
	_, err := fmt.Fprintf(out, `{"ppg": %g}`, x)
	return err
}

// strengthOf returns the true strength of a player by its file.
func (p *players) strengthOf(player string) float64 {
	text, err := os.ReadFile(strings.TrimPrefix(player, "net:"))
	if err != nil {
		return 0
	}
	part, size, _ := strings.Cut(string(text), " ")
	point, _ := strconv.Atoi(strings.TrimPrefix(part, "p"))
	of, _ := strconv.Atoi(size)
	return p.strength(point, of)
}

// race plays a test of several candidates.
func (p *players) race(out io.Writer, a []string, left string) error {
	test := evalbench.NewSelection(p.bounds, 3, len(a))
	if n, err := strconv.Atoi(left); err == nil {
		test = evalbench.NewRace(p.bounds, 3, len(a), n)
	}
	for played := 0; played < p.most; {
		i, n := test.Next()
		if n == 0 {
			break
		}
		for changed := false; n > 0 && !changed; n-- {
			changed = test.Add(i, p.strengthOf(a[i])+deviation*p.draw.NormFloat64())
			p.pairs++
			played++
		}
	}
	var all []candidate
	for i, name := range a {
		sprt, place := test.Candidate(i)
		sample := sprt.Sample()
		mean := sample.Mean()
		all = append(all, candidate{A: name, Place: place.String(), PPG: &mean})
		if place == evalbench.Accepted && i == test.Leader() && test.Decision() == evalbench.AcceptH1 {
			all[i].Place = "best"
		}
	}
	if p.candidates != nil {
		p.candidates(all)
	}
	return json.NewEncoder(out).Encode(map[string]any{"decision": test.Decision().String(), "candidates": all, "pairs": p.pairs})
}

// do runs a recipe and returns its last plan.
func (p *players) do(t *testing.T, dir, text string) (*Plan, error) {
	t.Helper()
	return p.to(t, dir, text, "")
}

// to is do up to a step.
func (p *players) to(t *testing.T, dir, text, step string) (*Plan, error) {
	t.Helper()
	r, err := Parse(p.Program, "r.yaml", []byte(text))
	if err != nil {
		return nil, err
	}
	runner := &Runner{Recipe: r, To: step, Store: must.Get(OpenStore(dir))(t), Errors: func(string) io.Writer { return io.Discard }, Flags: func(*Kind) []string { return nil }}
	return runner.All(t.Context())
}

// selecting is a recipe whose best point is the winner of a test.
const selecting = `recipe: r
steps:
  net: {make net: {part: x}}
  choose: {race: {a: "net:${points.net}", b: x}}
  last: {make net: {from: "${best.net}"}}
keep: {winner: choose}
sweep: {net.part: [PARTS]HALVE}
`

func recipeOf(parts, halve string) string {
	return strings.NewReplacer("PARTS", parts, "HALVE", halve).Replace(selecting)
}

// chosen returns the label of the best point, whose net the last step reads, and why the points have ended.
func chosen(plan *Plan) (best string, ended []string) {
	for _, p := range plan.Points {
		ended = append(ended, p.Ended)
	}
	return plan.PointOf(plan.Works[len(plan.Works)-1].Needs[0]), ended
}

// The winner of a test among the nets of all points is the best one; a second run does nothing again.
func TestWinner(t *testing.T) {
	strength := []float64{0, 0.3, 0.9, 0.3}
	p, dir := newPlayers(func(part, _ int) float64 { return strength[part] }), t.TempDir()
	text := recipeOf("p0, p1, p2, p3", "")
	plan := must.Get(p.do(t, dir, text))(t)
	if best, _ := chosen(plan); best != "net.part=p2" || len(plan.Works) != 6 {
		t.Errorf("the best is %s of %d works", best, len(plan.Works))
	}
	played := p.pairs
	again := must.Get(p.do(t, dir, text))(t)
	if best, _ := chosen(again); best != "net.part=p2" || p.pairs != played {
		t.Errorf("again the best is %s after %d pairs more", best, p.pairs-played)
	}
	r, store := must.Get(Parse(p.Program, "r.yaml", []byte(text)))(t), must.Get(OpenStore(dir))(t)
	if columns := r.Columns(nil); !slices.Equal(columns, []string{"choose.ppg", CoreHours}) {
		t.Errorf("columns %q", columns)
	}
	if x := must.Get(store.Results(again.Points[2]))(t)["choose.ppg"]; math.Abs(x-0.9) > 0.5 {
		t.Errorf("the best point has %v points per game", x)
	}
	if decision := must.Get(store.Decision(r, must.Get(store.Plan(r))(t)))(t); decision != "H1" {
		t.Errorf("the test has decided %q", decision)
	}
	if at := must.Get(store.Best(r, must.Get(store.Plan(r))(t)))(t); at != 2 {
		t.Errorf("the best point is %d", at)
	}
	// candidates of worse places, and equal points per game
	for name, c := range map[string]struct {
		change func([]candidate)
		want   string
	}{
		"none is good enough": {func(all []candidate) { all[2].Place, all[1].Place, all[0].Place, all[3].Place = "H0", "H0", "H0", "H0" }, "net.part=p2"},
		"one is accepted":     {func(all []candidate) { all[2].Place, all[3].Place = "open", "H1" }, "net.part=p3"},
		"all are equal": {func(all []candidate) {
			for i := range all {
				all[i].Place, all[i].PPG = "open", nil
			}
		}, "net.part=p0"},
	} {
		p.candidates = c.change
		plan := must.Get(p.do(t, t.TempDir(), text))(t)
		if best, _ := chosen(plan); best != c.want {
			t.Errorf("%s: the best is %s, want %s", name, best, c.want)
		}
	}
	p.candidates = func(all []candidate) { all[2].A = "net:other" }
	_, err := p.do(t, t.TempDir(), text)
	must.Fail(t, err, "line 6: keep.winner: the winner of the step choose, net:other, is no output of a point")
}

// A rung of halving is a test that drops the worse half; the last point is also the winner.
func TestHalvingByWinner(t *testing.T) {
	p := newPlayers(func(part, size int) float64 { return 0.3*float64(part) + float64(size) })
	plan := must.Get(p.do(t, t.TempDir(), recipeOf("p3, p0, p4, p1, p2", ", halve: {setting: net.size, from: 2}")))(t)
	best, ended := chosen(plan)
	if best != "net.part=p4" || ended[0] != "" || ended[2] != "" {
		t.Errorf("the best is %s, ended %q", best, ended)
	}
	for i, want := range map[int]string{1: "net.size 2: behind in choose, ", 3: "net.size 2: behind in choose, ", 4: "net.size 4: behind in choose, "} {
		if !strings.HasPrefix(ended[i], want) || !strings.Contains(ended[i], "not in the better half of ") {
			t.Errorf("point %d ended by %q, want %s", i, ended[i], want)
		}
	}
	// up to the test, nothing waits for its winner
	dir := t.TempDir()
	must.Get(p.to(t, dir, recipeOf("p0, p1, p2", ", halve: {setting: net.size, from: 4}"), "choose"))(t)
	done := must.Get(Records([]string{dir}))(t)
	if slices.ContainsFunc(done, func(r *Record) bool { return r.Step == "last" }) || !slices.ContainsFunc(done, func(r *Record) bool { return r.Step == "choose" && r.Settings["left"] == nil }) {
		t.Errorf("up to the test %d steps", len(done))
	}
	// a test that is not decided: the half with more points per game
	p.most = 60
	p.bounds.E1 = 1e-6
	plan = must.Get(p.do(t, t.TempDir(), recipeOf("p0, p9, p8, p1", ", halve: {setting: net.size, from: 4}")))(t)
	if _, ended := chosen(plan); !strings.HasPrefix(ended[0], "net.size 4: open in choose") || ended[1]+ended[2] != "" || ended[3] == "" {
		t.Errorf("undecided: ended %q", ended)
	}
}

// Sweeps of one point, of points with equal nets and of seeds.
func TestOddSweepsWithAWinner(t *testing.T) {
	strength := func(part, size int) float64 { return 0.5 * float64(part) }
	for _, halve := range []string{"", ", halve: {setting: net.size, from: 2}"} {
		plan := must.Get(newPlayers(strength).do(t, t.TempDir(), recipeOf("p3", halve)))(t)
		if best, ended := chosen(plan); len(plan.Works) != 3 || ended[0] != "" || plan.Works[2].Needs[0] != plan.Works[0] {
			t.Errorf("one point: the best is %s, %d works, ended %q", best, len(plan.Works), ended)
		}
		// several points of the sample have one net; one candidate stands for them
		plan = must.Get(newPlayers(strength).do(t, t.TempDir(), recipeOf("p1, p2, p0", ", sample: 9"+halve)))(t)
		_, ended := chosen(plan)
		best := plan.Works[len(plan.Works)-1].Needs[0]
		i := slices.IndexFunc(plan.Points, func(p *Point) bool { return p.Label() == "net.part=p2" })
		if test := plan.Works[len(plan.Works)-2]; best != plan.Points[i].Works[0] || halve == "" && len(test.Needs) != 3 || ended[i] != "" {
			t.Errorf("equal points: the best is %s, ended %q", best.Label, ended)
		}
	}
	for halve, want := range map[string]string{
		"":                                      "", // each net is a candidate
		", halve: {setting: net.size, from: 2}": "sweep.halve: a test compares nets, not the means of several seeds: want one seed, or by: {best: …}; net.part=p1 seed=1 and net.part=p1 seed=2 differ in nothing else",
	} {
		plan, err := newPlayers(strength).do(t, t.TempDir(), recipeOf("p1, p2", ", seed: [1, 2]"+halve))
		if want != "" {
			must.Fail(t, err, want)
		} else if must.OK(t, err); len(plan.Works) != 6 {
			t.Errorf("with seeds: %d works, want 6", len(plan.Works))
		}
	}
}

// Mistakes about winners have their place.
func TestMistakesAboutWinners(t *testing.T) {
	all := recipeOf("p0, p1", "")
	for _, c := range [][2]string{
		{strings.Replace(all, "winner: choose", "winner: chose", 1), "line 6: keep.winner: there is no step chose; did you mean choose?"},
		{strings.Replace(all, "winner: choose", "winner: net", 1), "keep.winner: make net chooses none of several players; want a step with bench sprt"},
		{strings.Replace(all, "winner: choose", "winner: last", 1), "keep.winner: the step last waits for the best point itself"},
		{strings.Replace(all, "winner: choose", "best: choose.ppg", 1), "keep.best: the step choose is about all points together, so it has no result of each; want winner: choose, or another step"},
		{strings.Replace(all, "winner: choose", "winner: choose, best: net.x", 1), "want only one of best, highest, lowest and winner"},
		{strings.Replace(all, "${points.net}", "x", 1), `keep.winner: the step choose does not compare the points: want outputs of all of them, such as a: "net:${points.net}"`},
		{strings.Replace(all, "${points.net}", "${net}", 1), `keep.winner: the step choose does not compare the points`},
		{strings.Replace(all, "${points.net}", "${points.nett}", 1), `line 4: steps.choose.race.a: ${points.nett}: there is no step "nett"; did you mean net?`},
		{strings.Replace(all, "${points.net}", "${points.last}", 1), "${points.last}: the step last waits for other points itself"},
		{strings.Replace(all, "[p0, p1]", "[p0, p1, p0]", 1), `sweep.net.part: "p0" is there twice`},
		{strings.Replace(all, "b: x}", "b: \"net:${net}\"}", 1), "line 3: steps.net: differs between points, so a step that needs all of them wants ${points.net}"},
		{strings.Replace(all, "b: x}}", "b: x}, repeat: 2}", 1), "keep.winner: the step choose is a loop, which has several winners"},
		{strings.Replace(all, "net.part: [p0, p1]", "choose.b: [y, z]", 1), "sweep.choose.b: the step choose waits for all points of the sweep"},
		{strings.Replace(all, "  choose:", "  points: {make net: {}}\n  choose:", 1), `"points" cannot be the name of a step`},
		{strings.Replace(all, "keep: {winner: choose}", "keep: {}", 1), "keep: want best, highest or lowest with a result, or winner with a step"},
	} {
		_, err := newPlayers(func(int, int) float64 { return 0 }).do(t, t.TempDir(), c[0])
		must.Fail(t, err, c[1], c[0])
	}
}

// matchesFor returns the number of pairs of a sweep of eight points that halving by matches of equal
// length against one opponent needs to lose the best one, by a distance, in a share of the sweeps: the matches of
// eight, four and two points.
func matchesFor(distance, share float64) int {
	const times = 4000
	draw := rand.New(rand.NewPCG(1, 7))
	lost := func(pairs int) (of float64) {
		sd := deviation / math.Sqrt(float64(pairs))
		for range times {
			in := true
			for n := 8; n > 1 && in; n /= 2 {
				own, above := distance+sd*draw.NormFloat64(), 0
				for range n - 1 {
					if sd*draw.NormFloat64() > own {
						above++
					}
				}
				in = above < n/2
			}
			if !in {
				of += 1. / times
			}
		}
		return of
	}
	pairs := 10
	for lost(pairs) > share {
		pairs += pairs/20 + 1
	}
	return pairs * (8 + 4 + 2)
}

// knockOut halves eight points by matches between two of them, whose lengths are fixed for length > 0 and
// otherwise those of a sequential test, and returns how often the last one is lost and the mean number of pairs.
func knockOut(strength func(part, size int) float64, length, times int) (wrong float64, pairs int) {
	draw := rand.New(rand.NewPCG(4, uint64(length)))
	play := func(a, b int) int {
		test := evalbench.SPRT{Hypotheses: evalbench.Hypotheses{E0: -0.05, E1: 0.05, Alpha: 0.12, Beta: 0.12}, Scale: 3}
		for n := 0; n < length || length == 0 && test.Decision() == evalbench.Undecided; n++ {
			test.Add(strength(a, 8) - strength(b, 8) + deviation*draw.NormFloat64())
			pairs++
		}
		sample := test.Sample()
		if sample.Mean() < 0 {
			return b
		}
		return a
	}
	for range times {
		left := []int{7, 0, 4, 1, 2, 6, 3, 5}
		for half := len(left) / 2; half > 0; half /= 2 {
			for i := range half {
				left[i] = play(left[i], left[i+half])
			}
		}
		if left[0] != 7 {
			wrong += 1 / float64(times)
		}
	}
	return wrong, pairs / times
}

// Simulated sweeps with known truth are decided by tests in halving, and for comparison by matches of
// equal length. The best of eight points is lost in at most a share Beta of each of two rungs, and of the last test.
func TestSimulatedHalving(t *testing.T) {
	times := 8
	if longtest.On() {
		times = 200
	}
	const parts = "p7, p0, p4, p1, p2, p6, p3, p5"
	equal := 0
	for _, c := range []struct {
		name     string
		strength func(part, size int) float64
	}{
		{"the best one 0.1 better", func(part, _ int) float64 { return 0.1 * float64(part/7) }},
		{"in steps of 0.1", func(part, _ int) float64 { return 0.1 * float64(part) }},
	} {
		wrong, pairs := 0, 0
		for i := range times {
			p := newPlayers(c.strength)
			p.draw = rand.New(rand.NewPCG(uint64(i), 3))
			plan := must.Get(p.do(t, t.TempDir(), recipeOf(parts, ", halve: {setting: net.size, from: 2}")))(t)
			if best, _ := chosen(plan); best != "net.part=p7" {
				wrong++
			}
			pairs += p.pairs
		}
		share := float64(wrong) / float64(times)
		if equal == 0 {
			equal = matchesFor(0.1, max(share, 0.05))
		}
		t.Logf("%s: wrong in %.1f %% of %d sweeps, %d pairs; %d in matches of equal length that are wrong as often among equal others", c.name, 100*share, times, pairs/times, equal)
		for _, length := range []int{0, 270} {
			lost, pairs := knockOut(c.strength, length, 1000)
			t.Logf("%s: matches between two points of %d pairs, 0 for sequential: wrong in %.1f %%, %d pairs", c.name, length, 100*lost, pairs)
			if lost > 0.11 {
				t.Errorf("%s: matches between two points: wrong in %.1f %%", c.name, 100*lost)
			}
		}
		if most := 3 * 0.05; share > most+3*math.Sqrt(most*(1-most)/float64(times)) {
			t.Errorf("%s: wrong in %.1f %%, want at most %.1f", c.name, 100*share, 100*most)
		}
	}
}
