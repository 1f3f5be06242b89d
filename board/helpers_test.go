package board

import (
	"math/rand/v2"
	"testing"
)

// parse returns the backgammon position of an ID that the test knows is good.
func parse(t testing.TB, id string) Position {
	t.Helper()
	p, err := ParseID(id, Backgammon)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// place returns the backgammon position of the given checkers, the rest off.
func place(t testing.TB, own, opp Side) Position {
	t.Helper()
	p := Position{Own: own, Opp: opp}
	if err := bearOffRest(&p, Backgammon); err != nil {
		t.Fatal(err)
	}
	if err := p.Validate(Backgammon); err != nil {
		t.Fatal(err)
	}
	return p
}

// played calls visit for every position and roll of a game in which both sides
// play at random, until the game is over.
func played(rng *rand.Rand, v Variant, visit func(Position, Roll, []Play)) {
	var g Generator
	dice := NewDice(rng)
	for p := v.Start(); p.Result() == 0; {
		roll := dice.Next()
		plays := g.Plays(&p, roll)
		visit(p, roll, plays)
		if len(plays) == 0 {
			p = p.Swap()
		} else {
			p = plays[rng.IntN(len(plays))].Result
		}
	}
}

// scattered returns a legal position in which the checkers stand anywhere: with
// many blots, several checkers on the bar or all of them at home, as play
// reaches rarely.
func scattered(rng *rand.Rand, v Variant) Position {
	for {
		var p Position
		scatter(rng, &p.Own, &p.Opp, v)
		scatter(rng, &p.Opp, &p.Own, v)
		if p.Validate(v) == nil && p.Result() == 0 {
			return p
		}
	}
}

// scatter puts the checkers of one side on places without checkers of the other
// side.
func scatter(rng *rand.Rand, s, other *Side, v Variant) {
	lowest, highest := rng.IntN(2), []int{6, 7, 18, Bar, Bar}[rng.IntN(5)]
	stack := 1 + rng.IntN(4)
	for left := v.Checkers(); left > 0; {
		point := lowest + rng.IntN(highest-lowest+1)
		if point != Off && point != Bar && other[Bar-point] > 0 {
			if other.Checkers() == 0 || rng.IntN(20) > 0 {
				continue
			}
			point = Off
		}
		n := min(left, 1+rng.IntN(stack))
		s[point] += uint8(n)
		left -= n
	}
}

// samples returns positions with rolls: from random play of every variant and
// scattered ones.
func samples(seed uint64, games, scatteredEach int) []sample {
	var all []sample
	rng := rand.New(rand.NewPCG(seed, 1))
	dice := NewDice(rng)
	for _, v := range Variants() {
		for range games {
			played(rng, v, func(p Position, roll Roll, _ []Play) {
				all = append(all, sample{v, p, roll})
			})
		}
		for range scatteredEach {
			all = append(all, sample{v, scattered(rng, v), dice.Next()})
		}
	}
	return all
}

type sample struct {
	variant Variant
	pos     Position
	roll    Roll
}
