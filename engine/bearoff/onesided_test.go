package bearoff_test

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/internal/bearofftest"
	"gammonlab/internal/must"
)

// The manual of gnubg has this position as its example of a one-sided database;
// the figures are what bearoffdump prints of it, in per cent.
func TestManualExampleOneSided(t *testing.T) {
	d := openOneSided(t, bearofftest.NeedFile(t, bearofftest.OneSided))
	pos := must.Get(board.ParseID("2x0AAOi2AQAAAA", board.Backgammon))(t)
	wantPercent(t, d.Rolls(&pos.Own), []float64{0, 0, 0, 1.917, 18.749, 44.271, 32.998, 2.029, 0.037})
	wantPercent(t, d.Rolls(&pos.Opp), []float64{0, 0, 0, 2.811, 28.403, 50.307, 18.114, 0.363, 0.002})
	wantPercent(t, d.GammonRolls(&pos.Own), []float64{100})

	for _, c := range []struct {
		side            *board.Side
		mean, deviation float64
		most            int
	}{{&pos.Own, 5.146, 0.811, 8}, {&pos.Opp, 4.848, 0.754, 8}} {
		mean, deviation := d.Moments(c.side)
		if math.Abs(mean-c.mean) > 5e-4 || math.Abs(deviation-c.deviation) > 5e-4 {
			t.Errorf("%v needs %v ± %v rolls, want %v ± %v", *c.side, mean, deviation, c.mean, c.deviation)
		}
		if got := d.MostRolls(c.side); got != c.most {
			t.Errorf("%v needs at most %d rolls, want %d", *c.side, got, c.most)
		}
	}
	if got := d.Evaluate(&pos.Own, &pos.Opp); math.Abs(float64(got[0])-0.567) > 5e-4 || got[1] != 0 || got[3] != 0 {
		t.Errorf("chances %v, want 0.567 to win and no gammons", got)
	}
}

func wantPercent(t *testing.T, got [bearoff.MaxRolls]uint16, want []float64) {
	t.Helper()
	for r, n := range got {
		percent := 0.0
		if r < len(want) {
			percent = want[r]
		}
		if found := 100 * float64(n) / bearoff.One; math.Abs(found-percent) > 6e-4 {
			t.Errorf("%d rolls: %.3f %%, want %.3f %%", r, found, percent)
		}
	}
}

// slowEvaluate computes [OneSided.Evaluate] by sums in gnubg's way.
func slowEvaluate(d *bearoff.OneSided, own, opp *board.Side) [5]float32 {
	single := func(dist [bearoff.MaxRolls]uint16) (p [bearoff.MaxRolls]float32) {
		for r, n := range dist {
			p[r] = float32(n) / bearoff.One
		}
		return p
	}
	sum := func(a, b [bearoff.MaxRolls]float32, lag int) (s float32) {
		for i := range a {
			for j := i + lag; j < len(b); j++ {
				s += float32(a[i] * b[j])
			}
		}
		return s
	}
	mine, theirs := single(d.Rolls(own)), single(d.Rolls(opp))
	chances := [5]float32{sum(mine, theirs, 0)}
	full := func(s *board.Side) bool { return s[board.Off] == 0 }
	if d.HasGammon() && (full(own) || full(opp)) {
		chances[1] = sum(mine, single(d.GammonRolls(opp)), 0)
		chances[3] = sum(theirs, single(d.GammonRolls(own)), 1)
	}
	return chances
}

func TestEvaluateLikeTheNaiveSums(t *testing.T) {
	d := openOneSided(t, bearofftest.NeedFile(t, bearofftest.OneSided))
	rng := rand.New(rand.NewPCG(1, 1))
	worst := 0.0
	for range 20000 {
		own, opp := bearofftest.RandomSide(rng, 6, 15), bearofftest.RandomSide(rng, 6, 15)
		if rng.IntN(3) == 0 { // gammons are rare otherwise
			own[6] += own[board.Off]
			own[board.Off] = 0
		}
		if own[board.Off] == 15 || opp[board.Off] == 15 {
			continue
		}
		got, want := d.Evaluate(&own, &opp), slowEvaluate(d, &own, &opp)
		for i := range got {
			worst = max(worst, math.Abs(float64(got[i])-float64(want[i])))
		}
	}
	t.Logf("largest difference %.2g", worst)
	if worst > 4e-7 { // a few roundings of single precision near 1
		t.Errorf("chances differ by up to %v from gnubg's sums", worst)
	}
}

func TestCoversOneSided(t *testing.T) {
	d := openOneSided(t, bearofftest.NeedFile(t, bearofftest.OneSided))
	far := bearofftest.OnBoard(1, 1, 1, 1, 1, 1, 1)
	bar := bearofftest.OnBoard(2)
	bar[board.Bar] = 1
	for _, c := range []struct {
		side board.Side
		want bool
	}{
		{bearofftest.OnBoard(), true},
		{bearofftest.OnBoard(15), true},
		{bearofftest.OnBoard(0, 0, 0, 0, 0, 15), true},
		{far, false},
		{bar, false},
		{board.Side{1: 16}, false},
		{board.Side{1: 255, 2: 255}, false},
	} {
		if got := d.Covers(&c.side); got != c.want {
			t.Errorf("%v: covered %v, want %v", c.side, got, c.want)
		}
	}
}

// The probabilities of backgammons depend on it.
func TestCheckersFartherBackAreIgnored(t *testing.T) {
	d := openOneSided(t, bearofftest.NeedFile(t, bearofftest.OneSided))
	near := bearofftest.OnBoard(1, 2, 0, 0, 0, 1)
	far := near
	far[7], far[24], far[board.Bar] = 3, 1, 1
	if d.Rolls(&near) != d.Rolls(&far) || d.MostRolls(&near) != d.MostRolls(&far) {
		t.Error("checkers above the points of the database count")
	}
}

func TestOneSidedLookupsDoNotAllocate(t *testing.T) {
	d := openOneSided(t, bearofftest.NeedFile(t, bearofftest.OneSided))
	own, opp := bearofftest.OnBoard(2, 3, 4, 1, 2, 3), bearofftest.OnBoard(1, 1, 1)
	if n := testing.AllocsPerRun(10, func() {
		d.Covers(&own)
		d.Rolls(&own)
		d.GammonRolls(&own)
		d.MostRolls(&own)
		d.Moments(&own)
		d.Evaluate(&own, &opp)
	}); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func BenchmarkEvaluate(b *testing.B) {
	d := openOneSided(b, bearofftest.NeedFile(b, bearofftest.OneSided))
	for _, gammons := range []bool{false, true} {
		name := "gammons=no"
		if gammons {
			name = "gammons=yes"
		}
		b.Run(name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			sides := make([]board.Side, 1024)
			for i := range sides {
				sides[i] = bearofftest.RandomSide(rng, 6, 15)
				if gammons {
					sides[i][1+rng.IntN(6)] += sides[i][board.Off]
					sides[i][board.Off] = 0
				}
			}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				d.Evaluate(&sides[i&1023], &sides[(i+1)&1023])
				i++
			}
		})
	}
}

func TestOpenOneSidedFails(t *testing.T) {
	missing := t.TempDir() + "/missing.bd"
	if _, err := bearoff.OpenOneSided(missing); !os.IsNotExist(unwrap(err)) {
		t.Errorf("%v, want a missing file", err)
	}
	if _, err := bearoff.OpenOneSided(t.TempDir()); err == nil {
		t.Error("a folder was opened as a database")
	}
}

func unwrap(err error) error {
	for {
		inner, ok := err.(interface{ Unwrap() error })
		if !ok {
			return err
		}
		if os.IsNotExist(err) {
			return err
		}
		err = inner.Unwrap()
	}
}

// All layouts of a database give the same results.
func TestLayoutsAgree(t *testing.T) {
	files := made(t)
	want := openOneSided(t, files["one-sided"])
	index := bearoff.NewIndex(2, board.MaxCheckers)
	counts := make([]uint8, 2)
	for name, path := range files {
		h := must.Get(bearoff.ReadHeader(path))(t)
		if h.Kind != bearoff.OneSidedKind || h.Normal {
			continue
		}
		d := openOneSided(t, path)
		for rank := range index.Len() {
			index.Unrank(rank, counts)
			s := bearofftest.OnBoard(counts...)
			if d.Rolls(&s) != want.Rolls(&s) || d.MostRolls(&s) != want.MostRolls(&s) {
				t.Fatalf("%s: position %d has other rolls", name, rank)
			}
			if d.HasGammon() && d.GammonRolls(&s) != want.GammonRolls(&s) {
				t.Fatalf("%s: position %d has other rolls to the first checker", name, rank)
			}
			if d.Evaluate(&s, &s)[0] != want.Evaluate(&s, &s)[0] {
				t.Fatalf("%s: position %d has other chances", name, rank)
			}
		}
	}
}

// A normal distribution approximates the true one, for sides with many checkers left.
func TestNormalApproximation(t *testing.T) {
	files := made(t)
	exact, rough := openOneSided(t, files["one-sided"]), openOneSided(t, files["normal"])
	own, opp := bearofftest.OnBoard(7, 8), bearofftest.OnBoard(8, 7)
	if got, want := rough.Evaluate(&own, &opp), exact.Evaluate(&own, &opp); math.Abs(float64(got[0]-want[0])) > 0.1 {
		t.Errorf("chances %v, want about %v", got, want)
	}
	off := bearofftest.OnBoard()
	gotMean, gotDeviation := rough.Moments(&own)
	mean, deviation := exact.Moments(&own)
	if math.Abs(gotMean-mean) > 0.01 || math.Abs(gotDeviation-deviation) > 0.01 {
		t.Errorf("%v ± %v rolls, want %v ± %v", gotMean, gotDeviation, mean, deviation)
	}
	if got := rough.Rolls(&off); got != ([bearoff.MaxRolls]uint16{bearoff.One}) {
		t.Errorf("a side that is off has the rolls %v", got)
	}
}
