package cube

import (
	"sync"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/features"
	"gammonlab/nets"
)

// Nets are the nets of a model that know cube efficiencies. They are safe for concurrent use.
//
// A net has the inputs of its class of positions and those of [features.CubeStakes]. Its
// outputs, times ShareLimit, are the efficiencies of a cube that is centred, centred in a
// money game without gammons, owned by the player on roll and owned by the opponent. The
// fifth output has no meaning.
type Nets struct {
	byClass [engine.Contact + 1]*cubeNet
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

// take returns a pass that nobody else uses until the caller gives it back. It prefers the
// last one used, whose position may be the caller's.
func (n *cubeNet) take() *cubePass {
	n.mu.Lock()
	defer n.mu.Unlock()
	if last := len(n.free) - 1; last >= 0 {
		c := n.free[last]
		n.free = n.free[:last]
		return c
	}
	return newCubePass(n.net)
}

func (n *cubeNet) giveBack(c *cubePass) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.free = append(n.free, c)
}

// cubePass evaluates one position at some stakes after the other. It keeps the sums of the
// position and its last answer.
type cubePass struct {
	pass     *nets.Pass
	stakes   []float32 // the inputs of features.CubeStakes
	position board.Position
	known    [4]known // answers for the position at the last stakes
	next     int      // of known, to overwrite
}

// known is an answer with its inputs. The zero value is none: outputs are above 0.
type known struct {
	inputs [numStakesInputs]float32
	answer Shares
}

const numStakesInputs = features.StakesMatch + 1

func newCubePass(net *nets.Net) *cubePass {
	p := &cubePass{pass: net.NewPass(1)}
	inputs := p.pass.Input(0)
	p.stakes = inputs[len(inputs)-numStakesInputs:]
	return p
}

// shares returns the efficiencies of a position with the given probabilities at the cube
// value and score of the stakes, whoever owns the cube.
func (n *cubeNet) shares(pos *board.Position, p *engine.Probabilities, st *Stakes) Shares {
	c := n.take()
	defer n.giveBack(c)
	if c.position != *pos {
		c.position, c.known = *pos, [len(c.known)]known{}
		c.pass.Net().Set().Extract(c.pass.Input(0), &c.position) // pos would escape to the heap
		c.pass.SetBase()
	}
	var inputs [numStakesInputs]float32
	StakesInputs(inputs[:], p, st)
	for i := range c.known {
		if k := &c.known[i]; k.answer != (Shares{}) && k.inputs == inputs {
			return k.answer
		}
	}
	copy(c.stakes, inputs[:])
	c.pass.ForwardFromBase(1)
	out := c.pass.Output(0)
	answer := Shares{
		Centred: ShareLimit * float64(out[0]), Jacoby: ShareLimit * float64(out[1]),
		Owned: ShareLimit * float64(out[2]), Against: ShareLimit * float64(out[3]),
	}
	c.known[c.next] = known{inputs, answer}
	c.next = (c.next + 1) % len(c.known)
	return answer
}

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
// Jacoby rule, those after a double.
func (st *Stakes) level() *Stakes {
	switch {
	case st.match != nil || st.gammonFactor != 0:
		return st
	case st.doubled != nil:
		return st.doubled
	}
	return st.swapped.doubled
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
