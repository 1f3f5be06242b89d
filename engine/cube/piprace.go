package cube

import (
	"math"
	"sync"

	"gammonlab/board"
	"gammonlab/engine"
)

// pipRace is Thorp's model of a race (Edward Thorp, Backgammon: The Optimal Strategy for the Pure
// Running Game, 1975): each side has a number of pips, and every roll takes off its total. The
// equities of its money games with the cube are exact. They show what a cube is worth in races
// whose chances change as much from roll to roll.
type pipRace struct {
	rolls    [mostPips + 1]float64 // by pips, the mean number of rolls to bear off
	win      pipTable              // chance of the player on roll, before the roll
	owned    pipTable              // equity without a double with a cube that the player owns,
	centred  pipTable              // a centred cube,
	opponent pipTable              // and the opponent's cube
}

// mostPips is the greatest number of pips of a side.
const mostPips = 150

// pipTable has a value by the pips of the player on roll and of the opponent.
type pipTable [mostPips + 1][mostPips + 1]float64

// pipRaces returns the model, which is computed at the first use.
var pipRaces = sync.OnceValue(func() *pipRace {
	m, totals := new(pipRace), pipTotals()
	for own := 1; own <= mostPips; own++ {
		m.rolls[own] = 1
		for total, p := range totals[:min(own, len(totals))] {
			m.rolls[own] += p * m.rolls[own-total]
		}
	}
	for sum := 2; sum <= 2*mostPips; sum++ { // a turn goes to positions with a lower sum
		for own := max(1, sum-mostPips); own <= min(mostPips, sum-1); own++ {
			m.solve(own, sum-own, &totals)
		}
	}
	return m
})

// pipTotals returns the probabilities of the pips of a roll.
func pipTotals() (totals [25]float64) {
	for _, r := range board.Rolls {
		pips := int(r[0]) + int(r[1])
		if r.Double() {
			pips *= 2
		}
		totals[pips] += float64(r.Ways()) / 36
	}
	return totals
}

// solve computes the values of a position by those after each roll.
func (m *pipRace) solve(own, opp int, totals *[25]float64) {
	for total, p := range totals {
		left := own - total
		if left <= 0 {
			m.win[own][opp] += p
			m.owned[own][opp] += p
			m.centred[own][opp] += p
			m.opponent[own][opp] += p
			continue
		}
		doubled := min(2*m.opponent[opp][left], 1) // of the opponent, who is on roll then
		m.win[own][opp] += p * (1 - m.win[opp][left])
		m.owned[own][opp] -= p * m.opponent[opp][left]
		m.centred[own][opp] -= p * max(m.centred[opp][left], doubled)
		m.opponent[own][opp] -= p * max(m.owned[opp][left], doubled)
	}
}

// at returns a value between whole numbers of pips.
func (t *pipTable) at(own, opp float64) float64 {
	own, opp = min(max(own, 1), mostPips-1e-9), min(max(opp, 1), mostPips-1e-9)
	i, k := int(own), int(opp)
	u, v := own-float64(i), opp-float64(k)
	return (1-u)*((1-v)*t[i][k]+v*t[i][k+1]) + u*((1-v)*t[i+1][k]+v*t[i+1][k+1])
}

// pips returns the pips with a mean number of rolls, and false if it is too high.
func (m *pipRace) pips(rolls float64) (float64, bool) {
	for pips := 3; pips < mostPips; pips++ { // one roll bears off up to 3 pips
		if high := m.rolls[pips+1]; high >= rolls {
			low := m.rolls[pips]
			return float64(pips) + max(0, (rolls-low)/(high-low)), true
		}
	}
	return 0, false
}

// shares returns the cube efficiencies in the model for a race with the means of rolls, in which
// the player on roll wins with the given chance, and false for races that are too long. The sum
// of the pips is that of the means; their difference gives the chance.
func (m *pipRace) shares(ownRolls, oppRolls float64, chances *engine.Probabilities) (s Shares, ok bool) {
	own, ok1 := m.pips(ownRolls)
	opp, ok2 := m.pips(oppRolls)
	if !ok1 || !ok2 {
		return s, false
	}
	wanted, low, high := float64(chances[engine.Win]), -40.0, 40.0
	for range 30 {
		lead := (low + high) / 2
		if m.win.at(own-lead, opp+lead) < wanted {
			low = lead
		} else {
			high = lead
		}
	}
	own, opp = own-low, opp+low
	s.Centred = efficiencyIn(&m.win, &m.centred, own, opp, Centred)
	s.Owned = efficiencyIn(&m.win, &m.owned, own, opp, Player)
	s.Against = efficiencyIn(&m.win, &m.opponent, own, opp, Opponent)
	s.Jacoby = s.Centred
	return s, true
}

// efficiencyIn returns the efficiency at which Janowski's formula gives the equity of the model.
// Where a live cube is worth nothing it is that of constants.
func efficiencyIn(win, equity *pipTable, own, opp float64, owner Owner) float64 {
	p := engine.Probabilities{engine.Win: float32(win.at(own, opp))}
	dead, live := moneyDead(&p, 0), moneyLive(&p, owner, 1, unlimited)
	if math.Abs(live-dead) < 1e-3 {
		return usualEfficiency
	}
	return min(max((equity.at(own, opp)-dead)/(live-dead), 0), ShareLimit)
}

// usualEfficiency is gnubg's efficiency of bear-offs.
const usualEfficiency = 0.6
