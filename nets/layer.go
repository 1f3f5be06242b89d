package nets

// Layer is one layer of a net, for code with its own training algorithm.
// Vectors are padded as described in the package comment. The methods are safe
// for concurrent use as long as the weights do not change.
type Layer struct {
	In, Out int // without padding

	// Indexes in [Net.Params] of the first weight and the first bias, and the index
	// after the last bias.
	Weights, Biases, End int

	Activation Activation // activation of a hidden layer

	net  *Net
	view *layer
}

// Layer returns layer l, 0 to [Net.Layers]-1, from the inputs on.
func (n *Net) Layer(l int) Layer {
	view := &n.head
	if l < len(n.hidden) {
		view = &n.hidden[l]
	}
	return Layer{In: view.in, Out: view.out, Weights: view.wAt, Biases: view.bAt, End: view.end, Activation: view.activation, net: n, view: view}
}

// SumSparse sets sums to the biases of a hidden layer plus its rows of weights
// for the nonzero inputs, as [Pass] computes the sums of the first layer.
func (l *Layer) SumSparse(sums []float32, idx []int32, val []float32) {
	copy(sums, l.view.b)
	l.view.addRows(sums, idx, val)
}

// Sum sets rows of sums to the sums of a hidden layer for rows of values of the layer
// below, as [Pass] computes these sums.
func (l *Layer) Sum(sums, below []float32, rows int) {
	l.view.sum(sums, below, rows, nil)
}

// Activate applies the activation of a hidden layer to rows of its sums, in place.
func (l *Layer) Activate(rows []float32) { l.view.activate(rows) }

// ActivatePanel is Activate for rows of the sums of some units, width of them from the given
// one on.
func (l *Layer) ActivatePanel(rows []float32, unit, width int) {
	l.view.activatePanel(rows, unit, width)
}

// Chain multiplies g, the derivatives of the loss with respect to the values h of a hidden
// layer, by the slope of the activation at h. Then g contains the derivatives with respect
// to the sums.
func (l *Layer) Chain(g, h []float32) { l.view.chainActivation(g, h) }

// Answer sets answers to the [Outputs] of the head for rows of values of the
// layer below. answers must have room for a multiple of [kernel.Lanes]; entries
// after the last row may be overwritten.
func (l *Layer) Answer(answers, below []float32, rows int) {
	l.net.answer(answers[:pad(rows*Outputs)], below, rows)
}

// Layout locates the parameters of a layer in [Net.Params], and in a gradient
// of the same layout: the weight from input i to unit o is at Weights + i*PerIn
// + o*PerOut, the bias of unit o at Biases + o. The entries between are
// padding.
type Layout struct {
	In, Out         int
	PerIn, PerOut   int
	Weights, Biases int
}

// Layout returns the layout of a layer, numbered from the inputs on, the head
// last.
func (n *Net) Layout(layer int) Layout {
	l := n.layers()[layer]
	return Layout{In: l.in, Out: l.out, PerIn: l.perIn, PerOut: l.perOut, Weights: l.wAt, Biases: l.bAt}
}
