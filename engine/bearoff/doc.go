// Package bearoff makes and reads databases of solved endings, in the file
// formats of GNU Backgammon: one-sided ones, which hold how many rolls a side
// needs to bear off, two-sided ones with equities of small bear-offs, and those
// of hypergammon.
package bearoff
