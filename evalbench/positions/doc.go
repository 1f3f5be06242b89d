// Package positions measures players by single decisions whose right answers are
// known from rollouts: how much of a point each choice loses. Build makes
// such benchmarks of games, Score asks players.
//
// # What is asked
//
// A decision is a roll to be played, judged by cubeless money equity, or a cube in
// the middle that the player on roll may turn, at 0-0 in a money game without the
// Jacoby rule or in a match. Equities of cube decisions are normalised: a double
// that is passed is worth 1. All figures are those of the player who decides, but
// that losses of takes are those of the side that is doubled.
//
// # The file
//
// A [Set] is kept as JSON, a line for the header and one for each decision. The
// header has format, version, variant and, under "made", all that the figures
// depend on. A roll is
//
//	{"position":ID,"roll":[3,1],"moves":[{"to":ID,"equity":…,"error":…,"trials":…,"chances":[…]},…],"others":{ID:equity,…}}
//
// with the plays that were rolled out, the best first, by the position that they
// lead to, seen by the opponent; chances are the five probabilities of the player
// who made the play, error the standard error of the equity. The other plays have
// an equity that a search gave. A cube decision is
//
//	{"position":ID,"match":0,"no_double":{"equity":…},"take":{"equity":…}}
//
// where match is the length, 0 for a money game, and the figures are like those of
// a play. Position IDs are gnubg's.
package positions
