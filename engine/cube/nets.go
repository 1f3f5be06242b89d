package cube

import (
	"slices"
	"sync"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/features"
	"gammonlab/nets"
)

// Nets are the nets of a model that know cube efficiencies. They are safe for concurrent use.
//
// A net has the inputs of its class of positions and those of [features.CubeStakes]. Its
// outputs, times ShareLimit, are the efficiencies by the state of the cube, see
// [Stakes.Output]. The fifth output has no meaning.
type Nets struct {
	byClass [engine.Contact + 1]*cubeNet
}

// The outputs of the nets of a model: states of the cube.
const (
	CentredOutput = iota // centred, in a game in which gammons count
	JacobyOutput         // centred, in a money game in which gammons do not count
	OwnedOutput          // owned by the player on roll
	AgainstOutput        // owned by the opponent
	NumOutputs
)

// Output returns the output of the nets that knows the efficiency at the stakes.
func (st *Stakes) Output() int {
	switch {
	case st.state.Owner == Player:
		return OwnedOutput
	case st.state.Owner == Opponent:
		return AgainstOutput
	case st.match == nil && st.gammonFactor == 0:
		return JacobyOutput
	}
	return CentredOutput
}

// ShareLimit is the efficiency that an output of 1 stands for.
const ShareLimit = 1.3

// cubeParts has the part of a model that knows the efficiencies of a class.
var cubeParts = map[engine.Class]nets.Part{
	engine.Bearoff1: nets.CubeRace, engine.Race: nets.CubeRace, engine.Crashed: nets.CubeCrashed, engine.Contact: nets.CubeContact,
}

// PartOf returns the part of a model that knows the cube efficiencies of positions of the
// class, "" if there is none.
func PartOf(class engine.Class) nets.Part { return cubeParts[class] }

// NetsOf returns the nets of the model, nil if it has none.
func NetsOf(m *nets.Model) *Nets {
	all, any := new(Nets), false
	for class, part := range cubeParts {
		if net := m.Nets[part]; net != nil {
			all.byClass[class] = &cubeNet{net: net}
			any = true
		}
	}
	if !any {
		return nil
	}
	return all
}

// cubeNet is a net with passes for several goroutines. A sync.Pool would lose them at every
// collection, and a search would begin again to allocate.
type cubeNet struct {
	net  *nets.Net
	mu   sync.Mutex
	free []*cubePass
}

// take returns a pass that nobody else uses until the caller gives it back.
func (n *cubeNet) take() *cubePass {
	n.mu.Lock()
	defer n.mu.Unlock()
	if last := len(n.free) - 1; last >= 0 {
		c := n.free[last]
		n.free = n.free[:last]
		return c
	}
	return &cubePass{pass: n.net.NewPass(cubeRows)}
}

func (n *cubeNet) giveBack(c *cubePass) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.free = append(n.free, c)
}

// cubePass answers up to cubeRows questions together.
type cubePass struct {
	pass     *nets.Pass
	position board.Position // of the last question; a copy, so callers' leaves do not escape to the heap
	places   [cubeRows]place
	rows     int
}

const cubeRows = 64

// place is where an answer belongs: in one of the leaves, among its answers.
type place struct{ leaf, answer int }

// answer has the outputs of a cube net for a leaf at stakes. Stakes that ask the same have
// the same answer.
type answer struct {
	stakes  *Stakes // nil for none
	outputs [NumOutputs]float32
}

// numAnswers is the number of answers that a leaf remembers: at least the values of the cube
// in a search.
const numAnswers = 6

// Ask lets the nets answer for all leaves at all stakes together, which is faster than one
// leaf after the other and gives the same values. Nil stakes are ignored.
func Ask(leaves []Leaf, stakes ...*Stakes) {
	for i := range leaves {
		l := &leaves[i]
		if l.net != nil && slices.ContainsFunc(stakes, func(st *Stakes) bool { return l.lacks(st) }) {
			l.net.ask(leaves[i:], stakes)
		}
	}
}

// lacks reports whether the leaf needs an answer for the stakes.
func (l *Leaf) lacks(st *Stakes) bool {
	return st != nil && !st.DeadCube() && !(l.modelled && st.match == nil) && l.known(st) == nil
}

// known returns the answer for the stakes, nil if there is none yet.
func (l *Leaf) known(st *Stakes) *answer {
	for i := range l.answers {
		if a := &l.answers[i]; a.stakes != nil && a.stakes.asksLike(st) {
			return a
		}
	}
	return nil
}

// reserve returns the number of the answer that the stakes will have.
func (l *Leaf) reserve(st *Stakes) int {
	i := l.next
	l.next = (i + 1) % numAnswers
	l.answers[i].stakes = st
	return i
}

// ask asks for all leaves of this net.
func (n *cubeNet) ask(leaves []Leaf, stakes []*Stakes) {
	c := n.take()
	defer n.giveBack(c)
	for i := range leaves {
		l := &leaves[i]
		if l.net != n {
			continue
		}
		fresh := true
		for _, st := range stakes {
			if !l.lacks(st) {
				continue
			}
			if c.rows == cubeRows {
				c.flush(leaves)
				fresh = true
			}
			c.places[c.rows] = place{i, l.reserve(st)}
			c.fill(l, st, fresh)
			fresh = false
		}
	}
	c.flush(leaves)
}

// fill writes the inputs of the next row. Those of the position are those of the row before
// unless it is fresh.
func (c *cubePass) fill(l *Leaf, st *Stakes, fresh bool) {
	x := c.pass.Input(c.rows)
	if fresh {
		c.position = l.position
		c.pass.Net().Set().Extract(x, &c.position)
	} else {
		copy(x, c.pass.Input(c.rows-1))
	}
	StakesInputs(x[len(x)-numStakesInputs:], &l.Chances, st)
	c.rows++
}

// flush answers the questions of all rows.
func (c *cubePass) flush(leaves []Leaf) {
	c.pass.Forward(c.rows)
	for i, at := range c.places[:c.rows] {
		copy(leaves[at.leaf].answers[at.answer].outputs[:], c.pass.Output(i)[:])
	}
	c.rows = 0
}

// one asks for one leaf at one of the stakes.
func (n *cubeNet) one(l *Leaf, st *Stakes) *answer {
	c := n.take()
	defer n.giveBack(c)
	c.fill(l, st, true)
	c.pass.Forward(1)
	c.rows = 0
	a := &l.answers[l.reserve(st)]
	copy(a.outputs[:], c.pass.Output(0)[:])
	return a
}

// shares returns the efficiencies that the outputs stand for. In matches those by owner count.
func (a *answer) shares() Shares {
	x := func(i int) float64 { return ShareLimit * float64(a.outputs[i]) }
	return Shares{Centred: x(CentredOutput), Jacoby: x(JacobyOutput), Owned: x(OwnedOutput), Against: x(AgainstOutput)}
}

// asksLike reports whether both stakes give the same inputs: whoever owns the cube, and in
// money games whatever its value.
func (st *Stakes) asksLike(other *Stakes) bool {
	if st == other || st.match == nil && other.match == nil {
		return true
	}
	a, b := st.state, other.state
	a.Owner, a.Jacoby, a.Beavers = b.Owner, b.Jacoby, b.Beavers
	return st.met == other.met && a == b
}

const numStakesInputs = features.StakesMatch + 1

// StakesInputs sets dst to the inputs of [features.CubeStakes] for a position with the given
// probabilities. They depend on the cube's value and the score, not on its owner.
func StakesInputs(dst []float32, p *engine.Probabilities, st *Stakes) {
	clear(dst)
	copy(dst[features.StakesChances:], p[:])
	w := float64(p[engine.Win])
	if w > decided && w < 1-decided {
		take, cash := st.window(p)
		dst[features.StakesTake], dst[features.StakesCash] = float32(take), float32(cash)
		if cash > take {
			dst[features.StakesPlace] = float32(min(max((w-take)/(cash-take), -1), 2))
		}
	}
	const limit = 3
	prices := st.level().Prices()
	for k, price := range []float64{prices.WinGammon, prices.WinBackgammon, prices.LoseGammon, prices.LoseBackgammon} {
		dst[features.StakesPrices+k] = float32(min(price/2, limit))
	}
	if s := &st.state; s.IsMatch() {
		dst[features.StakesMatch] = 1
		if s.OwnAway <= 2*s.Cube {
			dst[features.StakesOwnLast] = 1
		}
		if s.OppAway <= 2*s.Cube {
			dst[features.StakesOppLast] = 1
		}
	}
}

// level returns stakes of the same value in which gammons count: in a money game with the
// Jacoby rule, those after a double. If nobody can double, gammons never count.
func (st *Stakes) level() *Stakes {
	switch {
	case st.match != nil || st.gammonFactor != 0:
		return st
	case st.doubled != nil:
		return st.doubled
	case st.swapped.doubled != nil:
		return st.swapped.doubled
	}
	return st
}

// window returns the take point and the cash point of the player on roll with a live cube.
func (st *Stakes) window(p *engine.Probabilities) (take, cash float64) {
	if st.match == nil {
		won, lost := averages(p)
		return (lost - 0.5) / (won + lost + 0.5), (lost + 1) / (won + lost + 0.5)
	}
	own, opp := OutcomesOf(p)
	cash, opponents := st.match.cashPoints(&own, &opp)
	return 1 - opponents, cash
}
