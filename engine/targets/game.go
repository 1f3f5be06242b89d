package targets

import (
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// Game computes the cubeful targets of the positions of a game without a cube: for each the
// luck-adjusted λ-returns in money games, and with one group of stakes at the score of the
// game. For each state of the cube
//
//	G_T = E(s_T)
//	G_t = E(s_t) + λ·(flip(G_{t+1}) - flip(V(s_{t+1})))
//
// with the values E one roll ahead ([Cubeful.Ahead]) and V without look-ahead. Between the two
// positions the opponent may double, and decides by V: after a double that is taken the
// difference is that of the doubled cube; after one that is passed, and after a play that is
// not the best in this state or was made at random, there is none. So luck cancels, as in
// package lambdareturn.
type Game struct {
	cubeful *Cubeful
	stakes  *Stakes
	lambda  bool // some λ are not 0

	own, opp int // points that the side that is first on roll needs

	// States of the cube of which one can become another, by the side on roll: number i of both
	// is the same state. doubled has the number after a double of the side on roll, or -1.
	states  [2][]*cube.Stakes
	doubled [2][]int
	steps   []cubefulStep
}

// cubefulStep is a position with its values by the number of the state.
type cubefulStep struct {
	static, ahead, returned []float64
	best                    []board.Position // after the best plays of the roll
	cut                     []bool           // another play was made
	lambda                  float64
	group                   Group
	targets                 []Target // without λ
}

// NewGame returns a game. lambda is false if all λ are 0, which saves time.
func NewGame(c *Cubeful, s *Stakes, lambda bool) *Game {
	return &Game{cubeful: c, stakes: s, lambda: lambda}
}

// Begin begins another game, at a score for a random number from 0 to 1.
func (g *Game) Begin(random float64) {
	score := g.stakes.Draw(random)[0].State()
	g.own, g.opp, g.steps = score.OwnAway, score.OppAway, g.steps[:0]
	if g.lambda {
		g.connect()
	}
}

// connect finds all states at the score.
func (g *Game) connect() {
	g.states, g.doubled = [2][]*cube.Stakes{}, [2][]int{}
	for _, st := range slices.Concat(g.stakes.Money, g.stakes.At(g.own, g.opp, 1)) {
		g.find(0, st)
	}
	for i := 0; i < len(g.states[0]); i++ {
		for side := range g.states {
			next := -1
			if st := g.states[side][i].Doubled(); st != nil {
				next = g.find(side, st)
			}
			g.doubled[side] = append(g.doubled[side], next)
		}
	}
}

// find returns the number of the state at the stakes of a side; it adds a new one.
func (g *Game) find(side int, st *cube.Stakes) int {
	i := slices.IndexFunc(g.states[side], func(known *cube.Stakes) bool { return alike(known, st) })
	if i >= 0 {
		return i
	}
	g.states[side] = append(g.states[side], st)
	g.states[1-side] = append(g.states[1-side], st.Swap())
	return len(g.states[side]) - 1
}

// alike reports whether the stakes of a side are the same state of the cube, in money games
// whatever its value.
func alike(a, b *cube.Stakes) bool {
	s, t := a.State(), b.State()
	return a.Output() == b.Output() && s.IsMatch() == t.IsMatch() && (!s.IsMatch() || s.Cube == t.Cube)
}

// group returns the group of a position for a random number from 0 to 1. side is 0 for the
// side that was first on roll.
func (g *Game) group(side int, random float64) Group {
	if side == 1 {
		return g.stakes.drawAt(g.opp, g.own, random)
	}
	return g.stakes.drawAt(g.own, g.opp, random)
}

// Add adds the next position, which the chooser has just evaluated, with its probabilities
// without look-ahead, its roll and the λ of its return. random draws its group.
func (g *Game) Add(pos *board.Position, p *engine.Probabilities, roll board.Roll, lambda, random float64) {
	side := len(g.steps) % 2
	s := cubefulStep{lambda: lambda, group: g.group(side, random)}
	if !g.lambda {
		s.targets = g.cubeful.Targets(nil, slices.Concat(g.stakes.Money, s.group))
		g.steps = append(g.steps, s)
		return
	}
	if len(g.steps) > 0 {
		last := &g.steps[len(g.steps)-1]
		for i := range last.cut {
			last.cut[i] = last.cut[i] || last.best[i] != *pos
		}
	}
	n := len(g.states[side])
	values := make([]float64, 3*n)
	s.static, s.ahead, s.returned, s.cut = values[:n], values[n:2*n], values[2*n:], make([]bool, n)
	g.cubeful.static(s.static, pos, p, g.states[side])
	g.cubeful.Ahead(s.ahead, g.states[side])
	s.best = slices.Clone(g.cubeful.best[roll.Index()])
	g.steps = append(g.steps, s)
}

// Explore records that the play from the last position was made at random.
func (g *Game) Explore() {
	for i := range g.steps[len(g.steps)-1].cut {
		g.steps[len(g.steps)-1].cut[i] = true
	}
}

// After returns the targets one roll ahead of a position after a play from the last one,
// which the chooser has just evaluated.
func (g *Game) After(random float64) []Target {
	return g.cubeful.Targets(nil, slices.Concat(g.stakes.Money, g.group(len(g.steps)%2, random)))
}

// Targets returns the targets of all positions.
func (g *Game) Targets() [][]Target {
	lambdas := map[float64]bool{}
	for i := range g.steps {
		if s := &g.steps[i]; g.lambda && !lambdas[s.lambda] {
			lambdas[s.lambda] = true
			g.returns(s.lambda)
		}
	}
	all := make([][]Target, len(g.steps))
	for t := range g.steps {
		s := &g.steps[t]
		if all[t] = s.targets; !g.lambda {
			continue
		}
		for _, st := range slices.Concat(g.stakes.Money, s.group) {
			all[t] = append(all[t], Target{st, st.Equity(inRange(st, s.returned[g.find(t%2, st)]))})
		}
	}
	return all
}

// returns sets the returns of the positions with the given λ.
func (g *Game) returns(lambda float64) {
	n := len(g.states[0])
	now, later := make([]float64, n), make([]float64, n) // G - V
	for t := len(g.steps) - 1; t >= 0; t-- {
		s := &g.steps[t]
		for i, value := range s.ahead {
			if t < len(g.steps)-1 && !s.cut[i] {
				value -= lambda * g.correction(t+1, i, later)
			}
			if now[i] = value - s.static[i]; s.lambda == lambda {
				s.returned[i] = value
			}
		}
		now, later = later, now
	}
}

// correction returns the difference G - V of a position in a state, after the double of the
// player on roll if it is right by the values without look-ahead.
func (g *Game) correction(t, state int, off []float64) float64 {
	st, static, next := g.states[t%2][state], g.steps[t].static, g.doubled[t%2][state]
	if next < 0 {
		return off[state]
	}
	switch st.Better(static[state], static[next]) {
	case static[state]:
		return off[state]
	case st.Take(static[next]):
		return st.Take(off[next])
	}
	return 0
}

// inRange returns the nearest value that a position can have at the stakes.
func inRange(st *cube.Stakes, value float64) float64 {
	if s := st.State(); s.IsMatch() {
		return min(max(value, 0), 1)
	}
	const most = 3 // a backgammon
	return min(max(value, -most), most)
}
