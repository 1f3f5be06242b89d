// Package ablate measures the importance of named groups of a net's inputs: how
// much its loss grows when the inputs of a group are shuffled among the
// positions, held at their mean, or missing from the start.
//
// Shuffling keeps the values that occur but removes what they say of the current
// position (Breiman's permutation importance, Random Forests, 2001). It measures
// what this net relies on: two groups with the same information share their
// importance, and only a net trained without one shows what the other cannot
// replace.
package ablate
