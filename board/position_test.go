package board

import (
	"strings"
	"testing"
)

func TestResult(t *testing.T) {
	for _, c := range []struct {
		name     string
		own, opp Side
		want     Result
	}{
		{"the game goes on", Side{24: 2, 13: 13}, Side{1: 15}, 0},
		{"won when the loser has borne off one", Side{Off: 15}, Side{Off: 1, 24: 14}, 1},
		{"gammon when the loser has borne off none", Side{Off: 15}, Side{1: 15}, 2},
		{"gammon when the last checker has just left the winner's home board", Side{Off: 15}, Side{18: 15}, 2},
		{"backgammon when a checker is in the winner's home board", Side{Off: 15}, Side{1: 14, 19: 1}, 3},
		{"backgammon when a checker is on the bar", Side{Off: 15}, Side{1: 14, Bar: 1}, 3},
		{"a checker borne off saves from backgammon", Side{Off: 15}, Side{Off: 1, 1: 13, Bar: 1}, 1},
		{"won at hypergammon", Side{Off: 3}, Side{Off: 2, Bar: 1}, 1},
		{"gammon at hypergammon", Side{Off: 3}, Side{1: 2, 18: 1}, 2},
		{"backgammon at hypergammon", Side{Off: 3}, Side{1: 2, 24: 1}, 3},
		{"backgammon with the one checker of hypergammon1", Side{Off: 1}, Side{19: 1}, 3},
	} {
		p := Position{Own: c.own, Opp: c.opp}
		if got := p.Result(); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
		p = p.Swap()
		if got := p.Result(); got != -c.want {
			t.Errorf("%s, seen by the loser: %d, want %d", c.name, got, -c.want)
		}
	}
}

func TestSwapTwiceChangesNothing(t *testing.T) {
	for _, s := range samples(6, 1, 50) {
		if got := s.pos.Swap().Swap(); got != s.pos {
			t.Fatalf("%s: became %s", s.pos.ID(), got.ID())
		}
	}
}

func TestStartPipsAndContact(t *testing.T) {
	for v, pips := range map[Variant]int{
		Backgammon: 167, Nackgammon: 194, Hypergammon1: 24, Hypergammon2: 47, Hypergammon3: 69,
	} {
		p := v.Start()
		if err := p.Validate(v); err != nil {
			t.Errorf("%v: %v", v, err)
		}
		if got := p.Own.Pips(); got != pips {
			t.Errorf("%v: %d pips, want %d", v, got, pips)
		}
		if !p.Contact() {
			t.Errorf("%v starts without contact", v)
		}
		if got, err := ParseVariant(v.String()); got != v || err != nil {
			t.Errorf("%v reads as %v, %v", v, got, err)
		}
	}
}

func TestContactEndsWhenTheLastCheckersHavePassed(t *testing.T) {
	for _, c := range []struct {
		own, opp int
		want     bool
	}{{13, 13, true}, {13, 12, true}, {12, 12, false}, {Bar, 1, true}, {1, 1, false}} {
		var p Position
		p.Own[c.own], p.Opp[c.opp] = 1, 1
		if got := p.Contact(); got != c.want {
			t.Errorf("own on %d, opponent on %d: contact %v, want %v", c.own, c.opp, got, c.want)
		}
	}
}

func TestValidateNamesWhatIsWrong(t *testing.T) {
	home := Side{1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, Bar: 3}
	for _, c := range []struct {
		pos  Position
		want string
	}{
		{Position{Own: Side{1: 14}, Opp: Side{1: 15}}, "player on roll has 14 checkers"},
		{Position{Own: Side{1: 15}, Opp: Side{1: 16}}, "opponent has 16 checkers"},
		{Position{Own: Side{5: 15}, Opp: Side{20: 15}}, "both sides hold the 5 point"},
		{Position{Own: home, Opp: home}, "closed boards"},
	} {
		err := c.pos.Validate(Backgammon)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got error %v, want one with %q", err, c.want)
		}
	}
}

func TestRollsCoverThe36Throws(t *testing.T) {
	ways := 0
	for _, r := range Rolls {
		ways += r.Ways()
		if got, err := ParseRoll(r.String()); got != r || err != nil {
			t.Errorf("%v reads as %v, %v", r, got, err)
		}
	}
	if ways != 36 {
		t.Errorf("the rolls come up in %d ways, want 36", ways)
	}
}
