// Package bearoff reads bear-off and hypergammon databases, in the file formats of
// GNU Backgammon: one-sided databases contain the numbers of rolls that a side needs
// to bear off, two-sided ones the equities of small bear-offs, and hypergammon ones
// the equities of all positions. Package generate makes and verifies them. [Races]
// solves small bear-offs at the score of a match.
package bearoff
