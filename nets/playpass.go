package nets

import (
	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/nets/kernel"
)

// PlayPass evaluates the positions that result from plays of one position. The
// net's inputs must be additive (features.Additive): then each checker that
// leaves or reaches a place changes the first layer's sums by an amount that
// [Net.NewPlayPass] computes in advance, so Forward extracts no inputs. A pass is not
// safe for concurrent use and does not allocate after NewPlayPass. It keeps a copy of
// the first layer, so a net that has changed needs a new pass.
type PlayPass struct {
	pass  *Pass
	steps []float32      // changes of the sums by one checker: see stepRow
	base  board.Position // from the point of view of the player who makes the plays
	// swapped is the base from the opponent's point of view. A local variable would
	// escape to the heap.
	swapped board.Position
}

// NewPlayPass returns a pass for at most the given number of plays. It panics
// if the net's inputs are not additive.
func (n *Net) NewPlayPass(rows int) *PlayPass {
	if !features.Additive(n.set) {
		panic("nets: the inputs " + features.ID(n.set) + " are not additive")
	}
	p := &PlayPass{pass: n.NewPass(rows)}
	width := pad(n.hidden[0].out)
	p.steps = make([]float32, stepRows*width)
	for side := range 2 {
		for place := 1; place <= board.Bar; place++ {
			for count := 1; count <= board.MaxCheckers; count++ {
				at := stepRow(side, place, count) * width
				p.fillStep(p.steps[at:at+width], side, place, count)
			}
		}
	}
	return p
}

// stepRows is the number of rows for all sides, places and counts.
const stepRows = 2 * (board.Bar + 1) * (board.MaxCheckers + 1)

// The sides, by the player on roll after the play.
const (
	stepOfOpponent = iota // the player who makes the plays
	stepOfPlayer
)

// stepRow returns the index of the row for the last of count checkers on a
// place of a side.
func stepRow(side, place, count int) int {
	return (side*(board.Bar+1)+place)*(board.MaxCheckers+1) + count
}

// fillStep sets a row: the inputs of count checkers less the inputs of count-1 checkers,
// times the weights.
func (p *PlayPass) fillStep(row []float32, side, place, count int) {
	first := &p.pass.net.hidden[0]
	inputs := p.pass.Input(0)
	idx, val := p.pass.sparse(0)
	for i, sign := range []float32{1, -1} {
		var s board.Side
		s[place] = uint8(count - i)
		pos := board.Position{Own: s} // the opponent is on roll after a play
		if side == stepOfPlayer {
			pos = pos.Swap()
		}
		p.pass.net.set.Extract(inputs, &pos)
		n := kernel.Nonzero(idx, val, p.pass.x[:len(p.pass.base)])
		kernel.Scale(val[:pad(n)], sign)
		first.addRows(row, idx[:n], val[:n])
	}
}

// Net returns the net that the pass runs.
func (p *PlayPass) Net() *Net { return p.pass.net }

// Rows returns the maximal number of plays of the pass.
func (p *PlayPass) Rows() int { return p.pass.rows }

// SetBase sets the position before the plays, from the point of view of the
// player on roll.
func (p *PlayPass) SetBase(pos *board.Position) {
	if p.base == *pos {
		return
	}
	p.base, p.swapped = *pos, pos.Swap()
	p.pass.net.set.Extract(p.pass.Input(0), &p.swapped)
	p.pass.SetBase()
}

// Set sets row i to the result of a play from the base.
func (p *PlayPass) Set(i int, play *board.Play) {
	idx, val := p.pass.sparse(i)
	n := 0
	add := func(row int, sign float32) {
		idx[n], val[n] = int32(row), sign
		n++
	}
	own, bar := p.base.Own, int(p.base.Opp[board.Bar])
	hit := uint32(0) // points on which a checker was hit
	for _, s := range play.Steps() {
		add(stepRow(stepOfPlayer, int(s.From), int(own[s.From])), -1)
		own[s.From]--
		if s.To == board.Off {
			continue
		}
		own[s.To]++
		add(stepRow(stepOfPlayer, int(s.To), int(own[s.To])), 1)
		if at := board.Bar - int(s.To); p.base.Opp[at] == 1 && hit>>at&1 == 0 {
			hit |= 1 << at
			bar++
			add(stepRow(stepOfOpponent, at, 1), -1)
			add(stepRow(stepOfOpponent, board.Bar, bar), 1)
		}
	}
	p.pass.count[i] = n
}

// Forward evaluates the results of the first n plays. The outputs equal those
// of [Pass.Forward] up to rounding, which [GnubgSigmoid] can magnify as in
// [Pass.ForwardFromBase].
func (p *PlayPass) Forward(n int) {
	first, size := &p.pass.net.hidden[0], len(p.pass.base)
	sums := p.pass.h[0]
	width := len(p.pass.baseSum)
	for i := range n {
		row := sums[i*width : (i+1)*width]
		copy(row, p.pass.baseSum)
		count := p.pass.count[i]
		first.addRowsOf(p.steps, row, p.pass.idx[i*size:][:count], p.pass.val[i*size:][:count])
	}
	p.pass.forwardOn(n)
}

// Output returns the probabilities of the result of play i for the opponent,
// who is on roll in it. The array shares the pass's memory.
func (p *PlayPass) Output(i int) *[Outputs]float32 { return p.pass.Output(i) }
