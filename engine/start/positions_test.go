package start_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/start"
	"gammonlab/internal/must"
)

// some returns n legal positions, none of them an opening.
func some(n int) (positions []board.Position) {
	start := board.Backgammon.Start()
	for _, roll := range board.Rolls {
		for _, play := range board.Plays(start, roll) {
			if len(positions) < n {
				positions = append(positions, play.Result)
			}
		}
	}
	return positions
}

// Positions are drawn as often as the weights say, within five standard deviations.
func TestDraw(t *testing.T) {
	all := some(5)
	s := must.Get(start.New(board.Backgammon, 0.4,
		start.Pool{Name: "a", Weight: 3, Positions: all[:1]},
		start.Pool{Name: "none", Weight: 0, Positions: all[4:]},
		start.Pool{Name: "b", Weight: 1, Positions: all[1:3]}))(t)
	const n = 100_000
	counts := map[board.Position]int{}
	rng := rand.New(rand.NewPCG(1, 2))
	for range n {
		pos, opening := s.Draw(rng)
		if opening != (pos == board.Backgammon.Start()) {
			t.Fatalf("%s: opening %v", pos.ID(), opening)
		}
		counts[pos]++
	}
	for pos, share := range map[board.Position]float64{
		board.Backgammon.Start(): 0.4, all[0]: 0.6 * 0.75, all[1]: 0.6 * 0.125, all[2]: 0.6 * 0.125, all[4]: 0,
	} {
		if d := math.Abs(float64(counts[pos]) - share*n); d > 5*math.Sqrt(n*share*(1-share)) {
			t.Errorf("%s: drawn %d times, want about %v", pos.ID(), counts[pos], share*n)
		}
	}
}

// chiSquare draws n positions from a pool with the weights and returns the statistic of
// the counts, whose mean is the number of positions with a weight above 0, less one.
func chiSquare(t *testing.T, weights []float32, n int) float64 {
	t.Helper()
	all := some(len(weights))
	s := must.Get(start.New(board.Backgammon, 0, start.Pool{Name: "a", Weight: 1, Positions: all, Weights: weights}))(t)
	counts, rng := map[board.Position]int{}, rand.New(rand.NewPCG(3, 4))
	for range n {
		pos, _ := s.Draw(rng)
		counts[pos]++
	}
	sum, statistic := 0.0, 0.0
	for _, w := range weights {
		sum += float64(w)
	}
	for i, w := range weights {
		want, got := float64(n)*float64(w)/sum, float64(counts[all[i]])
		switch {
		case w == 0 && got > 0:
			t.Errorf("position %d has the weight 0 and was drawn %v times", i+1, got)
		case w > 0:
			statistic += (got - want) * (got - want) / want
		}
	}
	return statistic
}

// Positions are drawn in proportion to their weights. The bound of the statistic with 11
// degrees of freedom is exceeded once in a thousand seeds.
func TestDrawWeights(t *testing.T) {
	weights := []float32{0, 1, 2, 3, 0, 0.25, 5, 1, 1, 0.5, 8, 2, 0, 4, 0.75, 0}
	if got := chiSquare(t, weights, 100_000); got > 31.26 {
		t.Errorf("the statistic is %v, want at most 31.26", got)
	}
}

// Weights of any size: a position of the weight 0 is never drawn, a single other one
// always.
func TestDrawAnyWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	all := some(20)
	for range 300 {
		weights := make([]float32, 2+rng.IntN(len(all)-1))
		for i := range weights {
			if rng.IntN(2) > 0 {
				weights[i] = float32(math.Ldexp(rng.Float64(), rng.IntN(250)-125))
			}
		}
		weights[rng.IntN(len(weights))] = math.SmallestNonzeroFloat32
		s := must.Get(start.New(board.Backgammon, 0,
			start.Pool{Name: "a", Weight: 1, Positions: all[:len(weights)], Weights: weights}))(t)
		for range 50 {
			pos, _ := s.Draw(rng)
			if i := slices.Index(all, pos); weights[i] == 0 {
				t.Fatalf("position %d of the weights %v was drawn", i+1, weights)
			}
		}
	}
}

// Equal weights are the same as none: the same draws, the same identity.
func TestEqualWeights(t *testing.T) {
	all := some(7)
	starts := func(weights []float32) *start.Positions {
		return must.Get(start.New(board.Backgammon, 0.2, start.Pool{Name: "a", Weight: 1, Positions: all, Weights: weights}))(t)
	}
	weights := slices.Repeat([]float32{0.1}, len(all))
	plain, equal := starts(nil), starts(weights)
	a, b := rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(1, 2))
	for range 200 {
		want, _ := plain.Draw(a)
		if got, _ := equal.Draw(b); got != want {
			t.Fatalf("%s, want %s", got.ID(), want.ID())
		}
	}
	must.OK(t, equal.Check(plain.IDs()))
	weights[3] = 0.2
	other := starts(weights)
	if id := other.IDs()[0]; !id.Weighted || id.SHA256 == plain.IDs()[0].SHA256 || !strings.Contains(other.String(), "of 7 weighted positions") {
		t.Errorf("%+v: %s, want a weighted pool with another digest", id, other)
	}
}

// Without pools nothing is drawn, so that games go as they did before there were any.
func TestOpening(t *testing.T) {
	source := rand.NewPCG(1, 2)
	pos, opening := start.Opening(board.Nackgammon).Draw(rand.New(source))
	if pos != board.Nackgammon.Start() || !opening || *source != *rand.NewPCG(1, 2) {
		t.Errorf("got %s, opening %v, or something was drawn", pos.ID(), opening)
	}
}

// The digest of a pool identifies its positions.
func TestPools(t *testing.T) {
	all := some(5)
	pools := func(weight float64, positions ...board.Position) *start.Positions {
		return must.Get(start.New(board.Backgammon, 0.25,
			start.Pool{Name: "a.parquet", Weight: 1, Positions: all[:2]},
			start.Pool{Name: "b.txt", Weight: weight, Positions: positions}))(t)
	}
	s := pools(0.5, all[2:]...)
	ids := s.IDs()
	if len(ids) != 2 || ids[1].Weight != 0.5 || ids[1].Positions != 3 || len(ids[1].SHA256) != 64 || s.Variant() != board.Backgammon {
		t.Errorf("got %+v, %v", ids, s.Variant())
	}
	if names := s.Names(); !slices.Equal(names, []string{"a.parquet", "b.txt"}) {
		t.Errorf("names %q", names)
	}
	want := "opening 0.25, 1 of 2 positions, sha256 " + ids[0].SHA256 + ", 0.5 of 3 positions, sha256 " + ids[1].SHA256
	if got := s.String(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if err := pools(0.5, all[2:]...).Check(ids); err != nil {
		t.Errorf("equal pools: %v", err)
	}
	for what, other := range map[string]*start.Positions{
		"fewer": pools(0.5, all[3:]...), "others": pools(0.5, all[1:4]...), "weight": pools(1, all[2:]...),
	} {
		if err := other.Check(ids); err == nil || !strings.Contains(err.Error(), "b.txt holds") || !strings.Contains(err.Error(), ids[1].SHA256) {
			t.Errorf("%s: got %v, want an error that names b.txt", what, err)
		}
	}
	must.Fail(t, start.Opening(board.Backgammon).Check(ids), "0 pools of positions, want 2", "no pools")
}

func TestNewStartsRefuses(t *testing.T) {
	good := start.Pool{Name: "good", Weight: 1, Positions: some(1)}
	with := func(change func(*start.Pool)) start.Pool {
		p := good
		p.Name = "bad"
		change(&p)
		return p
	}
	over := board.Position{Own: board.Side{board.Off: 15}, Opp: board.Side{1: 15}}
	for name, c := range map[string]struct {
		opening float64
		pools   []start.Pool
		want    string
	}{
		"share":      {1.5, []start.Pool{good}, "share of games from the opening is 1.5"},
		"NaN":        {math.NaN(), []start.Pool{good}, "is NaN"},
		"no pool":    {0.5, nil, "no pool"},
		"negative":   {0, []start.Pool{good, with(func(p *start.Pool) { p.Weight = -1 })}, "bad: its weight is -1"},
		"infinite":   {0, []start.Pool{with(func(p *start.Pool) { p.Weight = math.Inf(1) })}, "its weight is +Inf"},
		"all 0":      {0, []start.Pool{with(func(p *start.Pool) { p.Weight = 0 })}, "weights of all pools are 0"},
		"empty":      {0, []start.Pool{with(func(p *start.Pool) { p.Positions = nil })}, "bad: no positions"},
		"illegal":    {0, []start.Pool{with(func(p *start.Pool) { p.Positions = []board.Position{{}} })}, "bad: position 1: "},
		"over":       {0, []start.Pool{with(func(p *start.Pool) { p.Positions = []board.Position{over} })}, "finished game"},
		"weights":    {0, []start.Pool{with(func(p *start.Pool) { p.Weights = []float32{1, 2} })}, "bad: 2 weights of 1 positions"},
		"below 0":    {0, []start.Pool{with(func(p *start.Pool) { p.Weights = []float32{-1} })}, "bad: position 1: its weight is -1"},
		"no number":  {0, []start.Pool{with(func(p *start.Pool) { p.Weights = []float32{float32(math.NaN())} })}, "its weight is NaN"},
		"zeros":      {0, []start.Pool{with(func(p *start.Pool) { p.Weights = []float32{0} })}, "the weights of all positions are 0"},
		"of another": {0, []start.Pool{with(func(p *start.Pool) { p.Positions = []board.Position{board.Hypergammon3.Start()} })}, "bad: position 1"},
	} {
		must.Fail(t, must.Err(start.New(board.Backgammon, c.opening, c.pools...)), c.want, name)
	}
}
