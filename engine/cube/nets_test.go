package cube_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// withCubeNets returns a model with random nets, of which set changes those of the cube.
func withCubeNets(t *testing.T, set func(*nets.Net)) *nets.Model {
	t.Helper()
	m := nets.NewModel(enginetest.RandomNet(t, 10, 1), board.Backgammon)
	for i, part := range []nets.Part{nets.CubeRace, nets.CubeCrashed, nets.CubeContact} {
		base := must.Get(features.Lookup("gnubg-contact250+cube-stakes"))(t)
		net := must.Get(nets.NewRandom(nets.NewSpec(base, nets.ReLU, 20, 9), uint64(i)))(t)
		set(net)
		m.Nets[part] = net
	}
	must.OK(t, m.Validate())
	return m
}

// TestConstantNets compares nets whose outputs are constants with these constants, for every
// owner of the cube, in money games and matches.
func TestConstantNets(t *testing.T) {
	outputs := []float64{0.4, 0.5, 0.6, 0.7}
	m := withCubeNets(t, func(n *nets.Net) {
		head := n.Layer(n.Layers() - 1)
		clear(n.Params()[head.Weights:head.End])
		for k, y := range outputs {
			n.Params()[head.Biases+k] = float32(math.Log(y / (1 - y)))
		}
	})
	e := cube.EfficiencyOf(engine.NewFull(engine.NewStatic(m, nil)))
	if e.Name != cube.Learned {
		t.Fatalf("the efficiency is %s", e.Name)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	met := mustMET(t, cube.DefaultMET)
	for _, pos := range enginetest.Positions(200, 3) {
		state := randomState(rng)
		st := mustPrepare(t, state, met)
		p := engine.Probabilities{0.6, 0.2, 0.02, 0.1, 0.01}
		leaf := e.Leaf(&pos, engine.ClassOf(&pos), &p, nil)
		if st.DeadCube() || pos.Result() != 0 {
			continue
		}
		x := outputs[0]
		switch {
		case state.Owner == cube.Player:
			x = outputs[2]
		case state.Owner == cube.Opponent:
			x = outputs[3]
		case !state.IsMatch() && state.Jacoby:
			x = outputs[1]
		}
		x *= cube.ShareLimit
		want := (1-x)*st.Dead(&p) + x*st.Live(&p)
		if got := st.NoDouble(&leaf); math.Abs(got-want) > 1e-6 {
			t.Errorf("%s at %+v: %v, want %v", pos.ID(), state, got, want)
		}
	}
}

// TestNetsAnswerInAnyOrder asks the same questions in two orders, and with others together:
// the bits are equal.
func TestNetsAnswerInAnyOrder(t *testing.T) {
	m := withCubeNets(t, func(*nets.Net) {})
	met := mustMET(t, cube.DefaultMET)
	rng := rand.New(rand.NewPCG(4, 2))
	type question struct {
		pos board.Position
		st  *cube.Stakes
		p   engine.Probabilities
	}
	var all []question
	for _, pos := range enginetest.Positions(60, 5) {
		for range 6 {
			w := 0.1 + 0.8*rng.Float32()
			all = append(all, question{pos, mustPrepare(t, randomState(rng), met), engine.Probabilities{w, w / 4, w / 50, (1 - w) / 5, 0}})
		}
	}
	answers := func(order []int) map[int]float64 {
		e := cube.EfficiencyOf(engine.NewFull(engine.NewStatic(m, nil)))
		got := map[int]float64{}
		for _, i := range order {
			q := &all[i]
			leaf := e.Leaf(&q.pos, engine.ClassOf(&q.pos), &q.p, nil)
			got[i] = q.st.Value(&leaf)
		}
		return got
	}
	var inOrder []int
	for i := range all {
		inOrder = append(inOrder, i)
	}
	want := answers(inOrder)
	e := cube.EfficiencyOf(engine.NewFull(engine.NewStatic(m, nil)))
	var leaves []cube.Leaf
	var stakes []*cube.Stakes
	for i := range all {
		leaves = append(leaves, e.Leaf(&all[i].pos, engine.ClassOf(&all[i].pos), &all[i].p, nil))
		stakes = append(stakes, all[i].st)
	}
	for first := range stakes { // all leaves at a few stakes, again and again
		cube.Ask(leaves, stakes[first], nil, stakes[first].Doubled())
		if got := stakes[first].Value(&leaves[first]); got != want[first] {
			t.Errorf("question %d: %v with others, alone %v", first, got, want[first])
		}
	}
	mixed := slices.Clone(inOrder)
	rng.Shuffle(len(mixed), func(i, k int) { mixed[i], mixed[k] = mixed[k], mixed[i] })
	for i, v := range answers(append(mixed, mixed...)) {
		if v != want[i] {
			t.Errorf("question %d: %v, in order %v", i, v, want[i])
		}
	}
}

func TestStakesInputs(t *testing.T) {
	p := engine.Probabilities{0.5, 0, 0, 0, 0}
	met := mustMET(t, cube.DefaultMET)
	inputs := func(s cube.State) []float32 {
		dst := make([]float32, features.CubeStakes{}.Len())
		cube.StakesInputs(dst, &p, mustPrepare(t, s, met))
		return dst
	}
	// Without gammons the live take point is 20 %, the cash point 80 %.
	money := []float32{0.5, 0, 0, 0, 0, 0.2, 0.8, 0.5, 0.5, 0.5, 0.5, 0.5, 0, 0, 0}
	for _, s := range []cube.State{cube.Money(true, false), cube.Money(false, false), {Cube: 2, Owner: cube.Opponent}, {Cube: 2, Owner: cube.Player}} {
		if got := inputs(s); !slices.EqualFunc(got, money, func(a, b float32) bool { return math.Abs(float64(a-b)) < 1e-6 }) {
			t.Errorf("%+v: %v, want %v", s, got, money)
		}
	}
	match := inputs(cube.Match(7, 5, 0, false)) // 2-away, 7-away
	if match[features.StakesMatch] != 1 || match[features.StakesOwnLast] != 1 || match[features.StakesOppLast] != 0 {
		t.Errorf("at 2-away, 7-away: %v", match)
	}
	if own, opp := match[features.StakesPrices], match[features.StakesPrices+2]; !(own > 0.3 && own > opp && opp > 0.2) {
		t.Errorf("at 2-away, 7-away a gammon is worth %v to win, %v to lose", own, opp)
	}
}

func TestNamedEfficiency(t *testing.T) {
	plain := engine.NewFull(enginetest.RandomStatic(t, 5, 1))
	learned := engine.NewFull(engine.NewStatic(withCubeNets(t, func(*nets.Net) {}), nil))
	for _, c := range []struct {
		name string
		of   *engine.Full
		want string // part of the error, "" for none
	}{
		{cube.Gnubg, plain, ""}, {cube.Gnubg, learned, ""}, {cube.Fitted, plain, ""},
		{cube.Learned, learned, ""},
		{cube.Learned, plain, "the model has no nets for cube efficiencies"},
		{"janowski", plain, `unknown cube efficiency "janowski", want one of gnubg, fitted, learned`},
	} {
		e, err := cube.NamedEfficiency(c.name, c.of)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if err == nil && e.Name != c.name {
			t.Errorf("%s is %s", c.name, e.Name)
		}
	}
	if got := cube.EfficiencyOf(plain).Name; got != cube.Gnubg {
		t.Errorf("without nets the efficiency is %s", got)
	}
}
