package ablate

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/internal/seed"
	"gammonlab/nets"
	"gammonlab/supervised"
)

// labelled returns n positions of random games, including finished ones, with
// labels by the pip count.
func labelled(n int) []datasets.Row {
	source := rand.NewPCG(5, 6)
	rng, dice := rand.New(source), board.NewDice(source)
	var rows []datasets.Row
	for {
		pos := board.Backgammon.Start()
		for over := false; !over; {
			over = pos.Result() != 0
			win := min(max(0.5+float32(pos.Opp.Pips()-pos.Own.Pips())/100, 0.02), 0.98)
			rows = append(rows, datasets.Row{Position: pos, Probabilities: engine.Probabilities{win}})
			if len(rows) == n {
				return rows
			}
			if plays := board.Plays(pos, dice.Next()); len(plays) > 0 {
				pos = plays[rng.IntN(len(plays))].Result
			} else {
				pos = pos.Swap()
			}
		}
	}
}

func randomNet(t *testing.T, set features.Set, seed uint64) *nets.Net {
	t.Helper()
	return must.Get(nets.NewRandom(nets.NewSpec(set, nets.Sigmoid, 8), seed))(t)
}

// going returns positions of unfinished games.
func going(n int) []datasets.Row {
	return slices.DeleteFunc(labelled(n), func(l datasets.Row) bool { return l.Position.Result() != 0 })
}

func TestGroupsCoverEachInputOnce(t *testing.T) {
	for _, set := range features.Sets() {
		inputs := set.Inputs()
		seen := make([]bool, set.Len())
		for _, g := range Groups(set) {
			if !slices.IsSorted(g.Inputs) {
				t.Errorf("%s: group %q is out of order: %v", features.ID(set), g.Name, g.Inputs)
			}
			for _, k := range g.Inputs {
				if seen[k] || inputs[k].Group != g.Name {
					t.Errorf("%s: input %d of group %q is in group %q, or twice", features.ID(set), k, inputs[k].Group, g.Name)
				}
				seen[k] = true
			}
		}
		if i := slices.Index(seen, false); i >= 0 {
			t.Errorf("%s: input %d is in no group", features.ID(set), i)
		}
	}
}

// The losses are compared with a plain computation: the net evaluates every
// changed position from scratch. The fast way computes the sums of the first
// layer by differences, so the results differ by rounding.
func TestNetAgainstPlainWay(t *testing.T) {
	set := must.Get(features.Lookup("perspective196"))(t)
	net, samples := randomNet(t, set, 1), supervised.NewSamples(set, board.Backgammon, going(chunkRows+50))
	o := Options{Permutations: 3, Seed: 9, Workers: 2}
	got := must.Get(Net(t.Context(), net, samples, o))(t)
	base := supervised.Measure(net, samples)
	if math.Abs(got.Base.Divergence()-base.Divergence()) > 1e-6 {
		t.Errorf("base %v, want %v", got.Base, base)
	}
	for _, e := range got.Groups {
		var changes []float64
		for k := range o.Permutations {
			permutation := rand.New(seed.Stream(o.Seed, uint64(k))).Perm(samples.Len())
			loss := plainLoss(net, samples, e.Group, func(dst []float32, i int) { samples.Inputs(dst, permutation[i]) })
			changes = append(changes, loss.Divergence()-base.Divergence())
		}
		mean, standardError := meanOf(changes)
		if math.Abs(e.Shuffled.Divergence-mean) > 1e-6 || math.Abs(e.Error.Divergence-standardError) > 1e-6 {
			t.Errorf("%s shuffled: %v ± %v, want %v ± %v", e.Name, e.Shuffled.Divergence, e.Error.Divergence, mean, standardError)
		}
		average := means(samples)
		loss := plainLoss(net, samples, e.Group, func(dst []float32, _ int) { copy(dst, average) })
		if want := loss.Equity() - base.Equity(); math.Abs(e.LeftOut.Equity-want) > 1e-3 {
			t.Errorf("%s left out: %v mEq, want %v", e.Name, e.LeftOut.Equity, want)
		}
	}
}

// plainLoss returns the loss if the inputs of a group are those of other
// positions.
func plainLoss(net *nets.Net, samples *supervised.Samples, g Group, elsewhere func(dst []float32, i int)) supervised.Loss {
	var loss supervised.Loss
	pass, other := net.NewPass(1), make([]float32, samples.Set().Len())
	for i := range samples.Len() {
		elsewhere(other, i)
		samples.Inputs(pass.Input(0), i)
		for _, k := range g.Inputs {
			pass.Input(0)[k] = other[k]
		}
		pass.Forward(1)
		pos := samples.Position(i)
		loss.Add(engine.Probabilities(*pass.Output(0)), &pos, samples.Label(i))
	}
	return loss
}

// Groups of inputs that a net ignores have a loss increase of exactly 0 and come last.
func TestIgnoredInputs(t *testing.T) {
	set := must.Get(features.Lookup("perspective196"))(t)
	net := randomNet(t, set, 2)
	groups := Groups(set)
	seen := groups[2]
	const units = 16 // of the hidden layer, padded
	for _, g := range groups {
		if g.Name == seen.Name {
			continue
		}
		for _, k := range g.Inputs {
			clear(net.Params()[k*units : (k+1)*units])
		}
	}
	r, err := Net(t.Context(), net, supervised.NewSamples(set, board.Backgammon, going(400)), Options{Permutations: 2, Seed: 1, Workers: 1})
	must.OK(t, err)
	for _, e := range r.Groups {
		if nothing := (Change{}); e.Name != seen.Name && (e.Shuffled != nothing || e.LeftOut != nothing || e.Error != nothing) {
			t.Errorf("the net does not see %s, worth %+v", e.Name, e)
		} else if e.Name == seen.Name && e.Shuffled == nothing {
			t.Errorf("all that the net sees, %s, is worth nothing", e.Name)
		}
	}
}

// The groups of a trained net are in the order of their loss increases.
func TestOrder(t *testing.T) {
	set := must.Get(features.Lookup("pubeval122"))(t)
	net := randomNet(t, set, 3)
	r, err := Net(t.Context(), net, supervised.NewSamples(set, board.Backgammon, going(300)), Options{Permutations: 2, Seed: 1, Workers: 1})
	must.OK(t, err)
	for i := 1; i < len(r.Groups); i++ {
		if r.Groups[i].Shuffled.Divergence > r.Groups[i-1].Shuffled.Divergence {
			t.Errorf("%s comes before %s, which is worth more", r.Groups[i-1].Name, r.Groups[i].Name)
		}
	}
	if len(r.Groups) != len(Groups(set)) {
		t.Errorf("%d groups, want %d", len(r.Groups), len(Groups(set)))
	}
}

func TestWorkersDoNotMatter(t *testing.T) {
	set := must.Get(features.Lookup("perspective196"))(t)
	training, validation := supervised.Split(going(700), 0.3)
	cfg := DefaultConfig(set)
	cfg.Nets[0].Hidden, cfg.Epochs = []int{4}, 2
	with := Training{Config: cfg, Training: supervised.NewSamples(set, board.Backgammon, training), Validation: supervised.NewSamples(set, board.Backgammon, validation)}
	results := map[int]*Result{}
	for _, workers := range []int{1, 3} {
		var done atomic.Int64
		o := Options{Permutations: 2, Seed: 4, Workers: workers, Progress: func(n int) { done.Add(int64(n)) }}
		trained, err := supervised.Train(t.Context(), cfg, with.Training, with.Validation, nil)
		must.OK(t, err)
		if results[workers], err = Net(t.Context(), trained.Net, with.Validation, o); err != nil {
			t.Fatal(err)
		}
		if done.Swap(0) != int64(len(validation)) {
			t.Errorf("progress is not %d", len(validation))
		}
		must.OK(t, Retrain(t.Context(), results[workers], with, o))
		if want := int64(len(Groups(set)) * cfg.Epochs * len(training)); done.Load() != want {
			t.Errorf("progress of %d positions, want %d", done.Load(), want)
		}
	}
	if !reflect.DeepEqual(results[1], results[3]) {
		t.Errorf("1 and 3 workers give\n%+v\nand\n%+v", results[1], results[3])
	}
	for _, e := range results[1].Groups {
		if e.Retrain == nil {
			t.Errorf("no net was trained without %s", e.Name)
		}
	}
}

func TestDivide(t *testing.T) {
	set := must.Get(features.Lookup("perspective196"))(t)
	rows := labelled(3000)
	count := map[engine.Class]int{}
	for _, row := range rows {
		count[engine.ClassOf(&row.Position)]++
	}
	if count[engine.Over] == 0 || count[engine.Race] == 0 || count[engine.Crashed] == 0 {
		t.Fatalf("the positions lack a class: %v", count)
	}
	a, b, c, d := randomNet(t, set, 1), randomNet(t, set, 2), randomNet(t, set, 3), randomNet(t, set, 4)
	for _, test := range []struct {
		nets map[nets.Part]*nets.Net
		want map[nets.Part]int
	}{
		{map[nets.Part]*nets.Net{nets.All: a}, map[nets.Part]int{nets.All: len(rows) - count[engine.Over]}},
		{map[nets.Part]*nets.Net{nets.All: a, nets.Race: b}, map[nets.Part]int{
			nets.All: count[engine.Contact] + count[engine.Crashed], nets.Race: count[engine.Race],
		}},
		{map[nets.Part]*nets.Net{nets.Contact: a, nets.Race: b, nets.Crashed: c, nets.PruningRace: d}, map[nets.Part]int{
			nets.Contact: count[engine.Contact], nets.Race: count[engine.Race], nets.Crashed: count[engine.Crashed],
		}},
	} {
		parts, over := Divide(&nets.Model{Nets: test.nets}, rows)
		if over != count[engine.Over] {
			t.Errorf("%d games over, want %d", over, count[engine.Over])
		}
		got := map[nets.Part]int{}
		for _, p := range parts {
			got[p.Name] = len(p.Rows)
			if p.Net != test.nets[p.Name] {
				t.Errorf("%s has not its own net", p.Name)
			}
		}
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("got %v, want %v", got, test.want)
		}
	}
}

func TestMeanOf(t *testing.T) {
	// Deviations -2, 0, 2: a variance of 4 and a standard error of √(4/3).
	mean, standardError := meanOf([]float64{1, 3, 5})
	if math.Abs(mean-3) > 1e-12 || math.Abs(standardError-math.Sqrt(4.0/3)) > 1e-12 {
		t.Errorf("got %v ± %v, want 3 ± %v", mean, standardError, math.Sqrt(4.0/3))
	}
}

func TestNetErrors(t *testing.T) {
	set := must.Get(features.Lookup("perspective196"))(t)
	net := randomNet(t, set, 1)
	for _, c := range []struct {
		want         string
		rows         int
		permutations int
	}{
		{"0 positions, want at least 2", 0, 5},
		{"1 positions, want at least 2", 1, 5},
		{"1 permutations, want at least 2", 9, 1},
	} {
		samples := supervised.NewSamples(set, board.Backgammon, going(c.rows + 1)[:c.rows])
		_, err := Net(t.Context(), net, samples, Options{Permutations: c.permutations})
		must.Fail(t, err, c.want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	samples := supervised.NewSamples(set, board.Backgammon, going(9))
	if _, err := Net(ctx, net, samples, Options{Permutations: 2}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	r := must.Get(Net(t.Context(), net, samples, Options{Permutations: 2}))(t)
	training := Training{Config: DefaultConfig(set), Training: samples, Validation: samples}
	if err := Retrain(ctx, r, training, Options{Workers: 2}); !errors.Is(err, context.Canceled) {
		t.Errorf("retraining cancelled: %v", err)
	}
}
