// Package ablate tells what the named groups of a net's inputs are worth to it:
// by how much its loss grows when the inputs of a group are shuffled among the
// positions, held at their mean, or missing from the start.
//
// Shuffling keeps what values occur and takes away what they say of the position
// at hand (Breiman's permutation importance, Random Forests, 2001). It measures
// what this net relies on: two groups that say the same share their worth, and
// only a net that is trained without one tells what the other cannot replace.
package ablate
