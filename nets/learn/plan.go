package learn

import (
	"math"

	"gammonlab/nets/kernel"
)

// A step has phases; each phase needs the results of the previous phase:
//
//   - transpose the weights through which sparse derivatives are passed back, or in bfloat16
//     pack all weights;
//   - evaluate blocks of positions, and compute the derivatives of the loss by each layer's sums;
//   - for blocks of a layer's rows of weights, sum the gradient in the order of the batch, and update the weights.
//
// Each number is summed by one worker in an order that does not depend on the
// others, so any number of workers gives the same bits.

// task is a unit of work for one worker.
type task struct {
	kind     taskKind
	layer    int
	from, to int // positions, or rows of weights
}

type taskKind uint8

const (
	transposeWeights taskKind = iota // weights of a hidden layer: see Learner.transposed
	packWeights                      // weights of a hidden layer: see halves
	passRows                         // positions forward and backward
	weightRows                       // rows of a hidden layer's weights
	biases                           // biases of a hidden layer
	headRows                         // the head
)

// Sizes of the blocks. Large blocks read most shared data from a near cache; with small
// blocks, workers finish at about the same time.
const (
	leastPositions = 16 // whole groups of outputs: see rows.out
	mostPositions  = 48
	firstRows      = 64 // rows of the first layer's weights, at most: see rowsOf
	otherRows      = 48 // rows of another hidden layer's weights
	transposedRows = 64 // whole groups: see kernel.Transpose
)

// plan lists the tasks of a step on n positions.
func (l *Learner) plan(n int) {
	c := &l.pool
	c.tasks, c.phases = c.tasks[:0], c.phases[:0]
	for i := range l.layers[:len(l.layers)-1] {
		kind := transposeWeights
		switch {
		case l.halves != nil:
			kind = packWeights
		case l.transposed[i] == nil:
			continue
		}
		in := pad(l.layers[i].In)
		for from := 0; from < in; from += transposedRows {
			c.add(task{kind: kind, layer: i, from: from, to: min(from+transposedRows, in)})
		}
	}
	if len(c.tasks) > 0 {
		c.next()
	}
	block := l.positionsOf(n)
	for from := 0; from < n; from += block {
		c.add(task{kind: passRows, from: from, to: min(from+block, n)})
	}
	c.next()
	for i := len(l.layers) - 2; i >= 0; i-- {
		rows := l.rowsOf(i)
		for from := 0; from < l.layers[i].In; from += rows {
			c.add(task{kind: weightRows, layer: i, from: from, to: min(from+rows, l.layers[i].In)})
		}
		c.add(task{kind: biases, layer: i})
	}
	c.add(task{kind: headRows})
	c.next()
}

// positionsOf returns the number of positions in each task, for n positions in all.
func (l *Learner) positionsOf(n int) int {
	least, most := leastPositions, mostPositions
	if l.halves != nil {
		least, most = leastHalfPositions, mostHalfPositions
	}
	block := (n/(4*l.settings.Workers) + least - 1) / least * least
	return min(max(block, least), most)
}

// rowsOf returns the number of rows of the weights of hidden layer i in each task. The first
// layer has few rows, so many workers get less each.
func (l *Learner) rowsOf(i int) int {
	switch {
	case l.halves != nil:
		return halfRows
	case i > 0:
		return otherRows
	}
	return min(firstRows, max(pad(l.layers[0].In/(2*l.settings.Workers)), kernel.Lanes))
}

// work executes a task.
func (l *Learner) work(t task) {
	switch t.kind {
	case transposeWeights:
		l.transpose(t.layer, t.from, t.to)
	case packWeights:
		l.packWeights(t.layer, t.from, t.to)
	case passRows:
		l.pass(t.from, t.to)
	case weightRows:
		l.learnWeights(t.layer, t.from, t.to)
	case biases:
		l.learnBiases(t.layer)
	case headRows:
		l.learnHead()
	}
}

// setRates sets the factors of the updates.
func (l *Learner) setRates(rate float64) {
	l.rate = float32(rate)
	steps := float64(l.state.Steps)
	l.adam.MeanKeep, l.adam.MeanAdd = AdamMean, 1-AdamMean
	l.adam.SquareKeep, l.adam.SquareAdd = AdamSquare, 1-AdamSquare
	l.adam.Scale = float32(1 / (1 - math.Pow(AdamSquare, steps)))
	l.adam.Epsilon = AdamEpsilon
	l.adam.Length = float32(rate / (1 - math.Pow(AdamMean, steps)))
}
