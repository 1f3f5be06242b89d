package nets

// Layer is one layer of a net, for code that trains nets in a way of its own. Its
// vectors are padded as the package describes. The methods may be called by any
// number of goroutines as long as none changes the weights.
type Layer struct {
	In, Out int // without padding

	// Where its weights and its biases begin in [Net.Params], and where it ends.
	Weights, Biases, End int

	Activation Activation // of a hidden layer

	net  *Net
	view *layer
}

// Layer returns layer l of [Net.Layers], counted from the inputs on.
func (n *Net) Layer(l int) Layer {
	view := &n.head
	if l < len(n.hidden) {
		view = &n.hidden[l]
	}
	return Layer{In: view.in, Out: view.out, Weights: view.wAt, Biases: view.bAt, End: view.end, Activation: view.activation, net: n, view: view}
}

// SumSparse sets sums to the biases of a hidden layer plus its rows of weights
// for inputs that are not zero: the first layer's sums, as [Pass] has them.
func (l *Layer) SumSparse(sums []float32, idx []int32, val []float32) {
	copy(sums, l.view.b)
	l.view.addRows(sums, idx, val)
}

// Sum sets rows of sums to what a hidden layer makes of rows of answers of the
// layer below, as [Pass] has it.
func (l *Layer) Sum(sums, below []float32, rows int) {
	l.view.sum(sums, below, rows)
}

// Activate applies the activation of a hidden layer to rows of its sums.
func (l *Layer) Activate(rows []float32) { l.view.activate(rows) }

// Chain multiplies g, the loss by what a hidden layer answers, by the slope of
// the activation where the answers are h: the loss by the layer's sums.
func (l *Layer) Chain(g, h []float32) { l.view.chainActivation(g, h) }

// Answer sets answers to the [Outputs] that the head gives for rows of answers
// of the layer below. It needs room for a multiple of [kernel.Lanes], and
// overwrites what follows the last row up to there.
func (l *Layer) Answer(answers, below []float32, rows int) {
	l.net.answer(answers[:pad(rows*Outputs)], below, rows)
}
