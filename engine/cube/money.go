package cube

import "gammonlab/engine"

// decided is the distance from 0 or 1 within which the winning chance counts as
// decided; the cube is dead then.
const decided = 1e-7

// moneyDead returns the equity with a dead cube. gammonFactor is 1 if gammons
// count, 0 if not.
func moneyDead(p *engine.Probabilities, gammonFactor float64) float64 {
	gammons := float64(p[engine.WinGammon]) - float64(p[engine.LoseGammon]) +
		float64(p[engine.WinBackgammon]) - float64(p[engine.LoseBackgammon])
	return 2*float64(p[engine.Win]) - 1 + gammonFactor*gammons
}

// averages returns the mean points of a win and of a loss. The game must not be
// decided.
func averages(p *engine.Probabilities) (won, lost float64) {
	w := float64(p[engine.Win])
	won = 1 + (float64(p[engine.WinGammon])+float64(p[engine.WinBackgammon]))/w
	lost = 1 + (float64(p[engine.LoseGammon])+float64(p[engine.LoseBackgammon]))/(1-w)
	return won, lost
}

// unlimited is the number of doubles of a cube without a largest value.
const unlimited = -1

// moneyLive returns the equity with a live cube, which may be doubled that many times, by
// Janowski's formulas:
// straight lines between certain loss, take point, cash point and certain win.
// If gammons do not count, nobody plays on beyond those points.
func moneyLive(p *engine.Probabilities, owner Owner, gammonFactor float64, doubles int) float64 {
	w := float64(p[engine.Win])
	if w <= decided || w >= 1-decided || doubles == 0 {
		return moneyDead(p, gammonFactor)
	}
	won, lost := averages(p)
	take, cash := moneyPoints(won, lost, doubles)
	switch {
	case owner != Opponent && w >= cash:
		if owner == Centred && gammonFactor == 0 {
			return 1
		}
		return line(w, cash, 1, 1, won)
	case owner == Player:
		return line(w, 0, -lost, cash, 1)
	case w >= take && owner == Opponent:
		return line(w, take, -1, 1, won)
	case w >= take:
		return line(w, take, -1, cash, 1)
	case owner == Centred && gammonFactor == 0:
		return -1
	}
	return line(w, 0, -lost, take, -1)
}

// moneyPoints returns the take point and the cash point of the player on roll with a live cube,
// by the mean points of a win and of a loss. With a largest cube they are computed from the
// last double down, as in matches; with many doubles they approach Janowski's.
func moneyPoints(won, lost float64, doubles int) (take, cash float64) {
	if doubles < 0 {
		return (lost - 0.5) / (won + lost + 0.5), (lost + 1) / (won + lost + 0.5)
	}
	own, opp := (lost+0.5)/(won+lost), (won+0.5)/(won+lost)
	for range doubles - 1 {
		own, opp = 1-opp*(won-0.5)/(won+1), 1-own*(lost-0.5)/(lost+1)
	}
	return 1 - opp, own
}

// line returns the value at x on the line from (x1,y1) to (x2,y2), y1 if x1 and
// x2 are equal.
func line(x, x1, y1, x2, y2 float64) float64 {
	if x2 <= x1 {
		return y1
	}
	return y1 + (y2-y1)*(x-x1)/(x2-x1)
}

// exactMoney returns the equity for the state.
func exactMoney(e *engine.MoneyEquities, s *State) float64 {
	switch {
	case s.Owner == Player:
		return float64(e.Owned)
	case s.Owner == Opponent:
		return float64(e.OppOwned)
	case s.Jacoby:
		return float64(e.Jacoby)
	}
	return float64(e.Centred)
}
