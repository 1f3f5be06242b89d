package cube

import "gammonlab/engine"

// maxLevels is the maximal number of levels: cube values from the present one to the
// first v of which a side needs at most 2v points.
const maxLevels = 7

// tinyStake is half the difference between winning and losing a game below
// which the game counts as irrelevant to the match.
const tinyStake = 1e-7

// matchStakes are the match-winning chances of the player on roll after each
// result of a game.
type matchStakes struct {
	win, lose [3]float64 // for single game, gammon and backgammon
	deadCube  bool       // in every position
	levels    int
	level     [maxLevels]level
}

// level has the stakes of both sides for a double at a certain value of the
// cube: index 0 is the player on roll, and the chances are those of the side
// that doubles.
type level struct {
	last bool // no redouble follows, except the one that costs nothing
	side [2]sideLevel
}

type sideLevel struct {
	win, lose [3]float64 // single, gammon and backgammon, after a take
	cash      float64    // if the opponent passes
	redouble  float64    // if this side passes a redouble
}

func newMatchStakes(s *State, met *MET) *matchStakes {
	m := new(matchStakes)
	for k := range 3 {
		m.win[k], m.lose[k] = met.After(s, (k+1)*s.Cube), met.After(s, -(k+1)*s.Cube)
	}
	m.deadCube = s.Crawford || s.excludes(2*s.Cube) || (s.OwnAway <= s.Cube && s.OppAway <= s.Cube) || (s.OwnAway == 2 && s.OppAway == 2)
	for v := s.Cube; ; v *= 2 {
		l := &m.level[m.levels]
		m.levels++
		l.last = s.OwnAway <= 2*v || s.OppAway <= 2*v || s.excludes(4*v)
		other := s.Swap()
		l.side[0].set(s, met, v, l.last)
		l.side[1].set(&other, met, v, l.last)
		if l.last {
			return m
		}
	}
}

// set computes the stakes if the side on roll in s doubles a cube of v. If the
// cube is then dead for it but not for the opponent, the opponent redoubles at
// once, because the redouble cannot lose anything.
func (l *sideLevel) set(s *State, met *MET, v int, last bool) {
	stake := 2 * v
	if last && s.OwnAway <= 2*v && s.OppAway > 2*v && !s.excludes(4*v) {
		stake = 4 * v
	}
	for k := range 3 {
		l.win[k], l.lose[k] = met.After(s, (k+1)*stake), met.After(s, -(k+1)*stake)
	}
	l.cash = met.After(s, v)
	l.redouble = met.After(s, -2*v)
}

// half returns half of the difference between winning and losing the game.
func (m *matchStakes) half() float64 { return (m.win[0] - m.lose[0]) / 2 }

func (m *matchStakes) middle() float64 { return (m.win[0] + m.lose[0]) / 2 }

func (m *matchStakes) equity(mwc float64) float64 {
	if h := m.half(); h > tinyStake {
		return (mwc - m.middle()) / h
	}
	return 0
}

func (m *matchStakes) fromEquity(equity float64) float64 { return equity*m.half() + m.middle() }

// Outcomes are the shares of single games, gammons (without backgammons) and
// backgammons among the wins of a side; they sum up to 1.
type Outcomes [3]float64

// NewOutcomes returns the outcomes of a side by the shares of its wins that are
// gammons or more and backgammons, both from 0 to 1.
func NewOutcomes(gammons, backgammons float64) Outcomes {
	return Outcomes{1 - gammons, gammons - backgammons, backgammons}
}

// OutcomesOf returns the outcomes of the player on roll and of the opponent; a
// side that cannot win has single games only.
func OutcomesOf(p *engine.Probabilities) (own, opp Outcomes) {
	w := float64(p[engine.Win])
	return shares(w, float64(p[engine.WinGammon]), float64(p[engine.WinBackgammon])),
		shares(1-w, float64(p[engine.LoseGammon]), float64(p[engine.LoseBackgammon]))
}

func shares(win, gammon, backgammon float64) Outcomes {
	if win <= 0 {
		return Outcomes{1, 0, 0}
	}
	return NewOutcomes(gammon/win, backgammon/win)
}

// of returns the mean value over the outcomes.
func (o *Outcomes) of(v *[3]float64) float64 { return o[0]*v[0] + o[1]*v[1] + o[2]*v[2] }

// game holds the player's winning chance and both sides' outcomes.
type game struct {
	win      float64
	own, opp Outcomes
}

func newGame(p *engine.Probabilities) game {
	g := game{win: float64(p[engine.Win])}
	g.own, g.opp = OutcomesOf(p)
	return g
}

// dead returns the match-winning chance with a dead cube.
func (m *matchStakes) dead(g *game) float64 {
	return g.win*g.own.of(&m.win) + (1-g.win)*g.opp.of(&m.lose)
}

// cashPoints returns for each side the winning chance from which the opponent
// passes a double, with a live cube. They are computed from the highest cube
// down.
func (m *matchStakes) cashPoints(own, opp *Outcomes) (ownCash, oppCash float64) {
	for n := m.levels - 1; n >= 0; n-- {
		l := &m.level[n]
		if l.last {
			ownCash, oppCash = l.side[0].deadCash(own, opp), l.side[1].deadCash(opp, own)
			continue
		}
		ownCash, oppCash = l.side[0].liveCash(own, oppCash), l.side[1].liveCash(opp, ownCash)
	}
	return ownCash, oppCash
}

// deadCash returns the cash point if no redouble follows a take.
func (l *sideLevel) deadCash(own, opp *Outcomes) float64 {
	won, lost := own.of(&l.win), opp.of(&l.lose)
	return share(l.cash-lost, won-lost)
}

// liveCash returns the cash point if the opponent cashes by a redouble at the
// given point.
func (l *sideLevel) liveCash(own *Outcomes, otherCash float64) float64 {
	won := own.of(&l.win)
	return 1 - otherCash*share(won-l.cash, won-l.redouble)
}

// share returns part/whole, 1 if whole is 0.
func share(part, whole float64) float64 {
	if whole <= 0 {
		return 1
	}
	return part / whole
}

// live returns the match-winning chance with a live cube.
func (m *matchStakes) live(g *game, owner Owner) float64 {
	if m.deadCube {
		return m.dead(g)
	}
	w := g.win
	won, lost := g.own.of(&m.win), g.opp.of(&m.lose)
	ownCash, oppCash := m.cashPoints(&g.own, &g.opp)
	take := 1 - oppCash // below it the opponent cashes
	cash, passed := m.win[0], m.lose[0]
	switch owner {
	case Player:
		if w <= ownCash {
			return line(w, 0, lost, ownCash, cash)
		}
		return line(w, ownCash, cash, 1, won)
	case Opponent:
		if w <= take {
			return line(w, 0, lost, take, passed)
		}
		return line(w, take, passed, 1, won)
	}
	switch {
	case w <= take:
		return line(w, 0, lost, take, passed)
	case w < ownCash:
		return line(w, take, passed, ownCash, cash)
	}
	return line(w, ownCash, cash, 1, won)
}

// matchValue returns the match-winning chance if the player on roll does not double
// now.
func (st *Stakes) matchValue(l *Leaf) float64 {
	m := st.match
	g := newGame(&l.Chances)
	dead := m.dead(&g)
	if m.deadCube {
		return dead
	}
	x := l.matchEfficiency(st)
	if x == 0 {
		return dead
	}
	return between(dead, m.live(&g, st.state.Owner), x)
}

// matchEfficiency returns the cube efficiency in a match. It is computed from
// the equities of a money game if they are known, within limits.
func (l *Leaf) matchEfficiency(st *Stakes) float64 {
	if !l.Exact {
		return l.share(st)
	}
	owner := st.state.Owner
	const enough = 1e-4 // minimal divisor
	dead, live := moneyDead(&l.Chances, 1), moneyLive(&l.Chances, owner, 1, unlimited)
	if d := live - dead; d > enough || d < -enough {
		x := (exactMoney(&l.Money, &State{Owner: owner}) - dead) / d
		return min(max(x, 0), l.Efficiency.Match)
	}
	return l.Efficiency.Match
}
