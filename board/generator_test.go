package board

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// digest sums the results of plays up as the vectors do.
func digest(plays []Play) string {
	ids := make([]string, len(plays))
	for i := range plays {
		ids[i] = plays[i].Result.ID()
	}
	slices.Sort(ids)
	sum := sha256.Sum256([]byte(strings.Join(ids, ";")))
	return fmt.Sprintf("%x", sum[:8])
}

// The vectors were made with two other generators that agreed.
func TestPlaysAgreeWithVectors(t *testing.T) {
	file, err := os.Open("testdata/moves.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var g Generator
	lines := bufio.NewScanner(file)
	lines.Scan() // header
	n := 0
	for lines.Scan() {
		n++
		f := strings.Split(lines.Text(), ",")
		pos := parse(t, f[0])
		roll, err := ParseRoll(f[1])
		if err != nil {
			t.Fatal(err)
		}
		plays := g.Plays(&pos, roll)
		if got := strconv.Itoa(len(plays)); got != f[2] {
			t.Errorf("%s %s: %s plays, want %s", f[0], f[1], got, f[2])
		} else if got := digest(plays); got != f[3] {
			t.Errorf("%s %s: digest %s, want %s", f[0], f[1], got, f[3])
		}
	}
	if want := 1100 * len(Rolls); n != want {
		t.Errorf("read %d vectors, want %d", n, want)
	}
}

// perft counts the ways to play on for a number of rolls, no play being one
// way, and collects the positions after the last one if ends is not nil.
func perft(gens []Generator, p *Position, ends map[Position]bool) int {
	n := 0
	for _, roll := range Rolls {
		plays := gens[0].Plays(p, roll)
		if len(plays) == 0 {
			plays = []Play{{Result: p.Swap()}}
		}
		if len(gens) > 1 {
			for i := range plays {
				n += perft(gens[1:], &plays[i].Result, ends)
			}
			continue
		}
		n += len(plays)
		if ends != nil {
			for i := range plays {
				ends[plays[i].Result] = true
			}
		}
	}
	return n
}

// The counts come with the vectors, from the same two generators.
func TestPerft(t *testing.T) {
	for _, c := range []struct {
		depth, paths, distinct int
	}{
		{1, 447, 406},
		{2, 202782, 163706},
		{3, 116154993, 0}, // too many to hold
	} {
		if c.depth > 2 && testing.Short() {
			t.Logf("depth %d takes seconds", c.depth)
			continue
		}
		ends := map[Position]bool{}
		if c.distinct == 0 {
			ends = nil
		}
		start := Backgammon.Start()
		if got := perft(make([]Generator, c.depth), &start, ends); got != c.paths {
			t.Errorf("depth %d: %d paths, want %d", c.depth, got, c.paths)
		}
		if got := len(ends); got != c.distinct {
			t.Errorf("depth %d: %d distinct positions, want %d", c.depth, got, c.distinct)
		}
	}
}

func TestPlaysAgreeWithNaiveGenerator(t *testing.T) {
	var g Generator
	for _, s := range samples(1, 10, 3000) {
		want := naiveResults(s.pos, s.roll)
		plays := g.Plays(&s.pos, s.roll)
		if len(plays) != len(want) {
			t.Errorf("%v %s %v: %d plays, want %d", s.variant, s.pos.ID(), s.roll, len(plays), len(want))
		}
		for i := range plays {
			if !want[plays[i].Result] {
				t.Errorf("%v %s %v: illegal play %s", s.variant, s.pos.ID(), s.roll, FormatPlay(s.pos, plays[i]))
			}
			delete(want, plays[i].Result) // so that a second play with this result is an error
		}
	}
}

func TestStepsLeadToTheResult(t *testing.T) {
	var g Generator
	for _, s := range samples(2, 3, 100) {
		for _, play := range g.Plays(&s.pos, s.roll) {
			p := s.pos
			for _, step := range play.Steps() {
				var ok bool
				if p, ok = replay(p, s.roll, step); !ok {
					t.Fatalf("%s %v: step %v of %v is impossible", s.pos.ID(), s.roll, step, play.Steps())
				}
			}
			if p.Swap() != play.Result {
				t.Fatalf("%s %v: steps %v do not lead to the result", s.pos.ID(), s.roll, play.Steps())
			}
		}
	}
}

// replay makes one step by the rules of the naive generator.
func replay(p Position, roll Roll, s Step) (Position, bool) {
	for _, die := range roll {
		next, ok := naiveStep(p, int(s.From), int(die))
		if ok && next.Own[s.To] == p.Own[s.To]+1 {
			return next, true
		}
	}
	return p, false
}

func TestPlaysKeepEveryChecker(t *testing.T) {
	var g Generator
	for _, s := range samples(3, 3, 100) {
		for _, play := range g.Plays(&s.pos, s.roll) {
			if err := play.Result.Validate(s.variant); err != nil {
				t.Fatalf("%s %v: %s: %v", s.pos.ID(), s.roll, FormatPlay(s.pos, play), err)
			}
		}
	}
}

func TestPlaysDoNotDependOnTheOrderOfDice(t *testing.T) {
	for _, s := range samples(4, 1, 50) {
		a := Plays(s.pos, s.roll)
		b := Plays(s.pos, Roll{s.roll[1], s.roll[0]})
		if !slices.EqualFunc(a, b, func(a, b Play) bool { return a == b }) {
			t.Fatalf("%s %v: the order of dice changes the plays", s.pos.ID(), s.roll)
		}
	}
}

func TestGeneratorAllocatesNothing(t *testing.T) {
	var g Generator
	all := samples(5, 1, 50)
	run := func() {
		for i := range all {
			g.Plays(&all[i].pos, all[i].roll)
		}
	}
	run() // the buffers grow once
	if n := testing.AllocsPerRun(5, run); n != 0 {
		t.Errorf("%v allocations for %d rolls, want none", n, len(all))
	}
}
