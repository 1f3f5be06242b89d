package board_test

import (
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
)

// Positions with their kinds, counted by hand, and for each rule one that only just breaks it.
func TestKinds(t *testing.T) {
	type side = board.Side
	closed := side{6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 8: 3, 13: 2} // five points in a row
	for _, c := range []struct {
		name     string
		own, opp side
		want     []board.Kind
	}{
		{"the start", side{24: 2, 13: 5, 8: 3, 6: 5}, side{24: 2, 13: 5, 8: 3, 6: 5}, []board.Kind{board.Opening}},
		{"four checkers away", side{24: 1, 23: 1, 13: 4, 9: 1, 11: 1, 8: 2, 6: 4, 5: 1}, side{24: 2, 13: 5, 8: 3, 6: 5}, []board.Kind{board.Opening}},
		{"143 pips", side{24: 2, 13: 3, 8: 3, 6: 3, 5: 2, 2: 2}, side{24: 2, 13: 5, 8: 3, 6: 5}, []board.Kind{board.Opening}},
		{"142 pips", side{24: 2, 13: 3, 8: 3, 6: 3, 5: 1, 4: 1, 2: 2}, side{24: 2, 13: 5, 8: 3, 6: 5}, nil},
		{"five checkers away", side{24: 1, 23: 1, 13: 3, 9: 2, 11: 1, 8: 2, 6: 4, 5: 1}, side{24: 2, 13: 5, 8: 3, 6: 5}, nil},
		{"three checkers", side{24: 1, 23: 1, 22: 1}, side{24: 1, 23: 1, 22: 1}, nil},

		{"a back game", side{24: 2, 22: 2, 6: 5, 8: 3, 13: 3}, side{6: 5, 8: 3, 13: 5, 4: 2}, []board.Kind{board.Backgame}},
		{"seven back", side{24: 3, 22: 4, 6: 5, 8: 3}, side{13: 3, 12: 2, 6: 5, 5: 3, 4: 2}, []board.Kind{board.Backgame, board.Stuck, board.MassiveBackgame}},
		{"six back", side{24: 3, 22: 3, 6: 5, 8: 3, 10: 1}, side{13: 3, 12: 2, 6: 5, 5: 3, 4: 2}, []board.Kind{board.Backgame, board.Stuck}},

		{"a prime", side{4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 13: 2}, side{24: 1, 23: 1, 6: 5, 8: 3, 13: 5}, []board.Kind{board.Prime}},
		{"a straggler", side{4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 13: 2}, side{24: 1, 6: 6, 8: 3, 13: 5}, []board.Kind{board.Prime, board.Straggler}},
		{"two primes", side{4: 2, 5: 2, 6: 2, 7: 2, 8: 2, 13: 3, 24: 2}, side{4: 2, 5: 2, 6: 2, 7: 2, 8: 2, 13: 3, 24: 2}, []board.Kind{board.Prime, board.PrimeVsPrime}},
		{"stuck", side{board.Bar: 1, 24: 2, 21: 2, 6: 5, 13: 5}, side{6: 5, 8: 3, 13: 5, 3: 2}, []board.Kind{board.Backgame, board.Stuck}},

		{"a blitz", side{24: 2, 13: 3, 8: 3, 6: 3, 5: 2, 4: 2}, side{board.Bar: 1, 24: 1, 13: 5, 8: 3, 6: 5}, []board.Kind{board.Opening, board.Blitz}},
		{"a blitz with an anchor", side{24: 2, 13: 3, 8: 3, 6: 3, 5: 2, 4: 2}, side{board.Bar: 1, 24: 2, 13: 4, 8: 3, 6: 5}, []board.Kind{board.Opening}},
		{"nine checkers in the zone", side{24: 2, 13: 4, 8: 2, 6: 3, 5: 2, 4: 2}, side{board.Bar: 1, 24: 1, 13: 5, 8: 3, 6: 5}, []board.Kind{board.Opening}},
		{"one home point", side{24: 2, 13: 3, 8: 5, 6: 3, 5: 1, 4: 1}, side{board.Bar: 1, 24: 1, 13: 5, 8: 3, 6: 5}, []board.Kind{board.Opening}},

		{"one checker back", side{24: 2, 13: 3, 8: 3, 6: 3, 5: 2, 4: 2}, side{board.Bar: 1, 13: 6, 8: 3, 6: 5}, []board.Kind{board.Opening}},
		{"five home points", side{24: 2, 8: 3, 6: 2, 5: 2, 4: 2, 3: 2, 2: 2}, side{board.Bar: 1, 24: 1, 13: 5, 8: 3, 6: 5}, []board.Kind{board.Prime}},

		{"holding", side{20: 2, 13: 5, 8: 3, 6: 5}, side{13: 4, 8: 4, 6: 4, 4: 3}, []board.Kind{board.Holding}},
		{"holding the bar point", side{18: 2, 13: 5, 8: 3, 6: 5}, side{13: 4, 8: 4, 6: 4, 4: 3}, []board.Kind{board.Holding}},
		{"with a checker behind", side{20: 2, 24: 1, 13: 4, 8: 3, 6: 5}, side{13: 4, 8: 4, 6: 4, 4: 3}, nil},
		{"an anchor on the 3 point", side{22: 2, 13: 5, 8: 3, 6: 5}, side{13: 4, 8: 4, 6: 4, 4: 3}, nil},
		{"mutual holding", side{20: 2, 13: 5, 8: 3, 6: 5}, side{18: 2, 13: 4, 8: 4, 6: 5}, []board.Kind{board.Opening, board.MutualHolding}},
		{"ace point", side{24: 2, 8: 4, 6: 5, 5: 4}, side{8: 3, 6: 4, 5: 4, 4: 4}, []board.Kind{board.AcePoint, board.BearInContact}},
		{"deuce point", side{23: 3, 8: 3, 6: 5, 5: 4}, side{13: 1, 8: 3, 6: 4, 5: 4, 4: 3}, []board.Kind{board.DeucePoint}},
		{"ace point and another", side{24: 2, 18: 1, 8: 3, 6: 5, 5: 4}, side{13: 1, 8: 3, 6: 4, 5: 4, 4: 3}, nil},

		{"snake", side{24: 2, 23: 2, 22: 2, 21: 3, 18: 2, 17: 2, 16: 2}, side{board.Bar: 1, board.Off: 8, 5: 3, 6: 3},
			[]board.Kind{board.Backgame, board.Stuck, board.LateHit, board.MassiveBackgame, board.Snake}},
		{"two checkers back", side{16: 2, 15: 2, 14: 2, 13: 4, 12: 3, 6: 2}, side{board.Bar: 1, 24: 1, board.Off: 7, 1: 2, 2: 4}, []board.Kind{board.Prime, board.LateHit, board.Containment}},
		{"containment", side{6: 4, 5: 2, 4: 2, 3: 2, 8: 3, 9: 2}, side{board.Off: 12, board.Bar: 1, 1: 2}, []board.Kind{board.LateHit, board.Containment, board.BearInContact}},
		{"late hit", side{board.Off: 10, board.Bar: 1, 2: 2, 1: 2}, side{6: 5, 5: 5, 4: 5}, []board.Kind{board.LateHit, board.Containment, board.BearOffContact}},
		{"three checkers back", side{board.Off: 10, board.Bar: 3, 2: 1, 1: 1}, side{13: 5, 6: 5, 4: 5}, []board.Kind{board.LateHit}},

		{"bearing in", side{24: 1, 23: 1, 6: 3, 5: 10}, side{7: 2, 6: 5, 5: 4, 4: 4}, []board.Kind{board.BearInContact}},
		{"bearing off", side{24: 1, 23: 1, 6: 3, 5: 10}, side{6: 5, 5: 4, 4: 4, board.Off: 2}, []board.Kind{board.BearOffContact}},
		{"a crashed board", side{22: 2, 1: 4, 2: 2, 6: 5, 13: 2}, side{13: 4, 8: 4, 6: 4, 4: 3}, []board.Kind{board.CrashedBoard}},
		{"two high points", side{22: 2, 1: 4, 2: 2, 6: 3, 5: 2, 13: 2}, side{13: 4, 8: 4, 6: 4, 4: 3}, nil},

		{"a race of 30", side{1: 5, 2: 5, 3: 5}, side{6: 15}, []board.Kind{board.ShortRace}},
		{"a race of 31", side{1: 5, 2: 4, 3: 6}, side{6: 15}, []board.Kind{board.MediumRace}},
		{"a race of 62", side{3: 4, 4: 5, 5: 6}, side{6: 15}, []board.Kind{board.MediumRace}},
		{"a race of 63", side{3: 4, 4: 4, 5: 7}, side{6: 15}, []board.Kind{board.LongRace}},
		{"far apart", side{20: 2, 19: 3, 18: 10}, side{4: 15}, []board.Kind{board.MediumRace}},
		{"over", side{board.Off: 15}, side{6: 15}, nil},
		{"nobody behind", closed, side{13: 5, 11: 5, 8: 5}, nil},
	} {
		pos := board.Position{Own: c.own, Opp: c.opp}
		if err := pos.Validate(board.Backgammon); err != nil && c.own.Checkers() == board.MaxCheckers && !strings.Contains(err.Error(), "over") {
			t.Errorf("%s: %v", c.name, err)
		}
		other := pos.Swap()
		var got, swapped []board.Kind
		for _, k := range board.Kinds() {
			if k.Of(&pos) {
				got = append(got, k)
			}
			if k.Of(&other) {
				swapped = append(swapped, k)
			}
		}
		if !slices.Equal(got, c.want) || !slices.Equal(swapped, c.want) {
			t.Errorf("%s, %s: %v and, swapped, %v, want %v", c.name, pos.ID(), got, swapped, c.want)
		}
	}
}

// Kinds that imply others, and properties that must hold for any position: in random games each
// position is of the same kinds from both sides, each race is of one length, and all other kinds
// need contact. Random games have no primes against primes, long races and snakes.
func TestKindsOfGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	implied := map[board.Kind]board.Kind{
		board.MassiveBackgame: board.Backgame, board.Straggler: board.Prime, board.PrimeVsPrime: board.Prime, board.Containment: board.LateHit,
	}
	races := []board.Kind{board.ShortRace, board.MediumRace, board.LongRace}
	found := map[board.Kind]int{}
	for range 100 {
		pos := board.Backgammon.Start()
		for pos.Result() == 0 {
			other, n := pos.Swap(), 0
			for _, k := range board.Kinds() {
				of := k.Of(&pos)
				if of != k.Of(&other) {
					t.Fatalf("%s: %s depends on the player on roll", pos.ID(), k)
				}
				if !of {
					continue
				}
				found[k]++
				if slices.Contains(races, k) {
					n++
				} else if !pos.Contact() {
					t.Fatalf("%s: %s without contact", pos.ID(), k)
				}
				if more := implied[k]; more != "" && !more.Of(&pos) {
					t.Fatalf("%s: %s, but not %s", pos.ID(), k, more)
				}
			}
			if want := map[bool]int{false: 1}[pos.Contact()]; n != want {
				t.Fatalf("%s: %d lengths of a race, want %d", pos.ID(), n, want)
			}
			plays := board.Plays(pos, board.Roll{uint8(1 + rng.IntN(6)), uint8(1 + rng.IntN(6))})
			if len(plays) == 0 {
				pos = pos.Swap()
			} else {
				pos = plays[rng.IntN(len(plays))].Result
			}
		}
	}
	for _, k := range board.Kinds() {
		if found[k] == 0 && k != board.Snake && k != board.PrimeVsPrime && k != board.LongRace {
			t.Errorf("no position of 100 random games is of the kind %s", k)
		}
	}
}

// The page of kinds has a row for each, with an example of it.
func TestKindsPage(t *testing.T) {
	page, err := os.ReadFile("../docs/kinds.md")
	if err != nil {
		t.Fatal(err)
	}
	var named []board.Kind
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|.*\\| `([A-Za-z0-9+/]{14})` \\|$").FindAllSubmatch(page, -1) {
		k := board.Kind(row[1])
		pos, err := board.ParseID(string(row[2]), board.Backgammon)
		if named = append(named, k); err != nil || !k.Of(&pos) {
			t.Errorf("the example %s is not of the kind %s: %v", row[2], k, err)
		}
	}
	if !slices.Equal(named, board.Kinds()) {
		t.Errorf("the page has %v, want %v", named, board.Kinds())
	}
}
