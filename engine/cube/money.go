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

// moneyLive returns the equity with a live cube by Janowski's formulas:
// straight lines between certain loss, take point, cash point and certain win.
// If gammons do not count, nobody plays on beyond those points.
func moneyLive(p *engine.Probabilities, owner Owner, gammonFactor float64) float64 {
	w := float64(p[engine.Win])
	if w <= decided || w >= 1-decided {
		return moneyDead(p, gammonFactor)
	}
	won, lost := averages(p)
	take := (lost - 0.5) / (won + lost + 0.5)
	cash := (lost + 1) / (won + lost + 0.5)
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
