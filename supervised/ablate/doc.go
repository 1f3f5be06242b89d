// Package ablate measures the importance of named groups of a net's inputs: how
// much its loss grows when the inputs of a group are shuffled among the
// positions, held at their mean, or missing from the start.
//
// Shuffling keeps the distribution of the values but removes their relation to the
// position (Breiman's permutation importance, Random Forests, 2001). It measures the
// inputs that this net relies on. Two groups with the same information share their
// importance; only a net trained without one of them shows what the other cannot
// replace.
package ablate
