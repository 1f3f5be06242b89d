package fairness

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/internal/must"
	"gammonlab/internal/seed"
)

// rolls returns dice that repeat the same rolls.
func rolls(t *testing.T, text string) func() board.Roll {
	t.Helper()
	fields, i := strings.Fields(text), -1
	return func() board.Roll {
		i++
		return must.Get(board.ParseRoll(fields[i%len(fields)]))(t)
	}
}

// find returns the test of the name, nil if there is none.
func find(tests []Test, name string) *Test {
	for i := range tests {
		if tests[i].Name == name {
			return &tests[i]
		}
	}
	return nil
}

// 60 times 31 66 and 42: numbers of dice and of runs that can be counted by hand, and
// quantiles of the tables.
func TestNumbersByHand(t *testing.T) {
	var s Sample
	for next, i := rolls(t, "31 66 42"), 0; i < 180; i++ {
		s.Add(next())
	}
	for _, want := range []Test{
		{"chi-square of single dice", 360, 120, 5, 0}, // numbers 1, 2, 3 and 4 come 60 times, 6 comes 120, 5 never
		{"runs above and below 7", 180, 121, 81, 0},   // 60 times high, and low before, between and after
		{"doubles", 180, 60, 30, 0},
		{"serial correlation", 180, -0.5, -1.0 / 179, 0}, // of 4 12 6
	} {
		got := find(s.Tests(), want.Name)
		if got == nil || got.N != want.N || math.Abs(got.Expected-want.Expected) > 1e-9 {
			t.Errorf("got %+v, want %+v", got, want)
			continue
		}
		if want.Name == "serial correlation" {
			want.Found = (4*12 + 12*6 + 6*4 - 22*22/3.) / (16 + 144 + 36 - 22*22/3.)
		}
		if math.Abs(got.Found-want.Found) > 1e-9 || got.P > 1e-5 {
			t.Errorf("got %+v, want %v and hardly a p", got, want.Found)
		}
	}

	for _, tt := range []struct {
		counts  []int
		square  float64
		weights []float64
	}{
		{[]int{100, 100}, 0, []float64{1, 1}},
		{[]int{60, 40}, 4, []float64{1, 1}},
		{[]int{30, 60, 90}, 0, []float64{1, 2, 3}},
	} {
		got := chiSquare("", tt.counts, tt.weights)
		if math.Abs(got.Found-tt.square) > 1e-9 {
			t.Errorf("%v by %v: chi-square %v, want %v", tt.counts, tt.weights, got.Found, tt.square)
		}
	}
	if got := chiSquare("", []int{60, 40}, []float64{1, 1}); math.Abs(got.P-0.0455) > 1e-4 {
		t.Errorf("p of chi-square 4 with one degree of freedom is %v, want 0.0455", got.P)
	}
}

func TestTooFewRollsMakeNoTest(t *testing.T) {
	var s Sample
	for next, i := rolls(t, "31 66 42"), 0; i < 14; i++ {
		s.Add(next())
		s.AddOpening(board.Roll{5, 4})
	}
	if got := s.Tests(); len(got) > 0 {
		t.Errorf("%+v of 14 rolls", got)
	}
	if got := NewReport("x", []Group{s.Group("")}).Text(); !strings.Contains(got, "too few rolls for a test") {
		t.Errorf("the report says\n%s", got)
	}
}

// Of fair dice each test has a p below 0.05 about one time in twenty.
func TestFairDicePass(t *testing.T) {
	const samples = 600
	small, made := map[string]int{}, map[string]int{}
	for i := range samples {
		rng := seed.Stream(5, uint64(i))
		dice, s := board.NewDice(rng), Sample{}
		for j := range 400 {
			r := dice.Next()
			s.Add(r)
			luck := luckFor(rand.New(rng))
			s.AddLuck(r, &luck)
			if first := must.Get(board.OpeningRoll(dice))(t); j < 100 {
				s.AddOpening(first)
			}
		}
		for _, test := range s.Tests() {
			made[test.Name]++
			if test.P < 0.05 {
				small[test.Name]++
			}
		}
	}
	if len(made) != 9 {
		t.Errorf("made %v, want nine tests", made)
	}
	for name, n := range made {
		// Two-sided tests of counts are a little too careful. 600 tests of fair dice
		// have 30 ± 5 below 0.05.
		if n != samples || small[name] < 10 || small[name] > 52 {
			t.Errorf("%s: p below 0.05 in %d of %d samples, want about one in twenty", name, small[name], n)
		}
	}
}

// luckFor returns luck that adds up to nothing over all throws.
func luckFor(rng *rand.Rand) (luck [21]float64) {
	mean := 0.0
	for i, r := range board.Rolls {
		luck[i] = 0.3 * rng.NormFloat64()
		mean += luck[i] * float64(r.Ways()) / 36
	}
	for i := range luck {
		luck[i] -= mean
	}
	return luck
}

// Dice with a fault that only one test can see fail that one.
func TestLoadedDiceFail(t *testing.T) {
	dice := board.NewDice(seed.Stream(1, 1))
	again := func(ok func(r board.Roll) bool) board.Roll {
		for {
			if r := dice.Next(); ok(r) {
				return r
			}
		}
	}
	for name, throw := range map[string]func(last board.Roll) board.Roll{
		"chi-square of single dice": func(board.Roll) board.Roll { // a die that often shows another 6
			r := dice.Next()
			if r[0] == 1 && dice.Next()[0] < 4 {
				r[0] = 6
			}
			return r
		},
		"doubles": func(board.Roll) board.Roll { // every second double is thrown again
			return again(func(r board.Roll) bool { return !r.Double() || dice.Next()[0] < 4 })
		},
		"chi-square of the 21 rolls": func(board.Roll) board.Roll { // 65 is often 64
			r := dice.Next()
			if r.Index() == (board.Roll{6, 5}).Index() {
				r = board.Roll{6, 4}
			}
			return r
		},
		"serial correlation": func(last board.Roll) board.Roll { // low after high
			return again(func(r board.Roll) bool { return int(last[0]+last[1])+int(r[0]+r[1]) < 20 })
		},
		"runs above and below 7": func(last board.Roll) board.Roll {
			return again(func(r board.Roll) bool { return (last[0]+last[1] > 7) != (r[0]+r[1] > 7) || dice.Next()[0] < 5 })
		},
	} {
		var s Sample
		var last board.Roll
		for range 3000 {
			last = throw(last)
			s.Add(last)
		}
		if got := find(s.Tests(), name); got == nil || got.P > 1e-4 {
			t.Errorf("%s: %+v of loaded dice, want hardly a p", name, got)
		}
	}
}

// A roll that wins 0.9 and one in 36 against rolls that lose little.
func TestJokersByHand(t *testing.T) {
	var s Sample
	var luck [21]float64
	for i := range luck {
		luck[i] = -0.9 / 35
	}
	joker := board.Roll{6, 6}
	luck[joker.Index()] = 0.9
	for i := range 360 {
		r := board.Roll{2, 1}
		if i < 20 {
			r = joker
		}
		s.AddLuck(r, &luck)
	}
	got, want := find(s.Tests(), "jokers"), Test{N: 360, Found: 20, Expected: 10}
	if got == nil || got.N != want.N || got.Found != want.Found || math.Abs(got.Expected-want.Expected) > 1e-9 || got.P > 0.01 || got.P < 0.001 {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if find(s.Tests(), "anti-jokers") != nil {
		t.Error("a test of anti-jokers, of which fair dice throw none")
	}
	mean := find(s.Tests(), "luck of a roll")
	if want := (20*0.9 - 340*0.9/35) / 360; mean == nil || math.Abs(mean.Found-want) > 1e-9 || mean.Expected != 0 {
		t.Errorf("got %+v, want a luck of %v", mean, want)
	}
}
