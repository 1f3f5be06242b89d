package learn

import (
	"slices"

	"gammonlab/nets"
)

// maxWeight is the largest weight of a net that still learns. After a million games the
// largest weight is about 20. With a much too large rate the outputs saturate, learning
// stops, and the weights stay finite but huge.
const maxWeight = 1e4

// HasDiverged reports whether a weight of the net is NaN or so large that the net no
// longer learns.
func HasDiverged(net *nets.Net) bool {
	return slices.ContainsFunc(net.Params(), func(w float32) bool { return !(w >= -maxWeight && w <= maxWeight) }) // negated, so it is true for NaN
}
