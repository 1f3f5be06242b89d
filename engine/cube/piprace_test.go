package cube

import (
	"math"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
)

// Values by hand. With up to 3 pips the player on roll wins. With 4 pips each, 21 is the only roll
// that does not end the race.
func TestPipRace(t *testing.T) {
	m := pipRaces()
	const miss = 2. / 36
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"rolls of 3 pips", m.rolls[3], 1},
		{"rolls of 4 pips", m.rolls[4], 1 + miss},
		{"3 pips to 90", m.win[3][90], 1},
		{"4 pips to 4", m.win[4][4], 1 - miss*(1-miss)}, // both miss
		{"4 pips to 4, own cube", m.owned[4][4], 1 - 2*miss*(1-miss)},
		{"4 pips to 5, the opponent's cube", m.opponent[4][5], 1 - 2*miss}, // which the opponent turns after a miss
	} {
		if math.Abs(c.got-c.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
}

// Owning the cube is worth at least as much as a centred one, which is worth as much as the
// opponent's; fewer pips are better, and no equity is above that of a pass.
func TestPipRaceIsInOrder(t *testing.T) {
	m := pipRaces()
	for own := 1; own < mostPips; own++ {
		for opp := 1; opp < mostPips; opp++ {
			owned, centred, opponent := m.owned[own][opp], m.centred[own][opp], m.opponent[own][opp]
			dead := 2*m.win[own][opp] - 1
			if owned < max(centred, dead)-1e-9 || min(centred, dead) < opponent-1e-9 || owned > 1+1e-9 || opponent < -1-1e-9 {
				t.Fatalf("%d to %d pips: equities %v, %v, %v, dead %v", own, opp, owned, centred, opponent, dead)
			}
			if m.win[own+1][opp] > m.win[own][opp]+1e-9 || m.win[own][opp+1] < m.win[own][opp]-1e-9 {
				t.Fatalf("%d to %d pips: a pip more is better", own, opp)
			}
		}
	}
}

// The efficiencies give the equities of the model back, and races that are too long have none.
func TestSharesOfPipRace(t *testing.T) {
	m := pipRaces()
	for _, pips := range [][2]int{{40, 44}, {80, 78}, {100, 111}, {20, 24}} {
		p := engine.Probabilities{engine.Win: float32(m.win[pips[0]][pips[1]])}
		s, ok := m.shares(m.rolls[pips[0]], m.rolls[pips[1]], &p)
		if !ok {
			t.Fatalf("%v: no shares", pips)
		}
		for owner, c := range map[Owner]struct{ x, want float64 }{
			Centred: {s.Centred, m.centred[pips[0]][pips[1]]}, Player: {s.Owned, m.owned[pips[0]][pips[1]]}, Opponent: {s.Against, m.opponent[pips[0]][pips[1]]},
		} {
			dead, live := moneyDead(&p, 0), moneyLive(&p, owner, 1, unlimited)
			if got := dead + c.x*(live-dead); math.Abs(got-c.want) > 1e-4 && c.x < ShareLimit {
				t.Errorf("%v, owner %v: equity %v, want %v", pips, owner, got, c.want)
			}
		}
	}
	p := engine.Probabilities{engine.Win: 0.5}
	if _, ok := m.shares(60, 60, &p); ok {
		t.Error("a race of 60 rolls has shares")
	}
	for _, chance := range []float32{0, 1} {
		p[engine.Win] = chance
		if s, _ := m.shares(1, float64(board.MaxCheckers), &p); math.IsNaN(s.Centred + s.Owned + s.Against) {
			t.Errorf("chance %v: shares %+v", chance, s)
		}
	}
}
