package cube

import "gammonlab/engine"

// Prices are the values of gammons and backgammons in addition to a single win,
// where the difference between winning and losing a single game is 2. In a
// money game all are 1, or 0 if gammons do not count. Half of a price is the
// gammon value of the literature. The price of a backgammon is in addition to
// the gammon's.
type Prices struct {
	WinGammon, WinBackgammon, LoseGammon, LoseBackgammon float64
}

// Prices returns the prices at these stakes, all 0 if the game cannot change
// the match.
func (st *Stakes) Prices() Prices {
	m := st.match
	if m == nil {
		return Prices{st.gammonFactor, st.gammonFactor, st.gammonFactor, st.gammonFactor}
	}
	h := m.half()
	if h <= tinyStake {
		return Prices{}
	}
	price := func(more, less float64) float64 { return max((more-less)/h, 0) }
	return Prices{
		WinGammon: price(m.win[1], m.win[0]), WinBackgammon: price(m.win[2], m.win[1]),
		LoseGammon: price(m.lose[0], m.lose[1]), LoseBackgammon: price(m.lose[1], m.lose[2]),
	}
}

// Utility returns the normalised cubeless equity at these prices, by which
// plays are compared without the cube.
func (p *Prices) Utility(c *engine.Probabilities) float64 {
	return 2*float64(c[engine.Win]) - 1 +
		p.WinGammon*float64(c[engine.WinGammon]) - p.LoseGammon*float64(c[engine.LoseGammon]) +
		p.WinBackgammon*float64(c[engine.WinBackgammon]) - p.LoseBackgammon*float64(c[engine.LoseBackgammon])
}
