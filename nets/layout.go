package nets

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
