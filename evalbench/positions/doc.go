// Package positions measures players by single decisions whose best answers are known
// from rollouts: the cost of each choice in points. [Build] makes such benchmarks from
// games, an [Exam] lets players answer them. [OfRecords] has the decisions of records with the
// analyses of other programs.
//
// # Decisions
//
// A decision is a roll to be played, with cubeless money equities, or a cube decision:
// whether the player on roll doubles with a centred cube, at 0-0 in a match or in a money
// game without the Jacoby rule. Equities of cube decisions are normalised: a dropped
// double is worth 1. All numbers are those of the player who decides, except the costs of
// takes, which are those of the doubled player.
//
// # The file
//
// A [Set] is stored as JSON: one line for the header and one for each decision. The
// header has format, version, variant and, under "made", everything that the equities
// depend on. A roll is
//
//	{"position":ID,"roll":[3,1],"moves":[{"to":ID,"equity":…,"error":…,"trials":…,"chances":[…]},…],"others":{ID:equity,…}}
//
// with the rolled-out plays, the best first. A play is named by the resulting position,
// seen by the opponent. "chances" are the five probabilities of the player who made the
// play, "error" is the standard error of the equity. "others" has the other plays, with
// equities from a search. A cube decision is
//
//	{"position":ID,"match":0,"no_double":{"equity":…},"take":{"equity":…}}
//
// where "match" is the length, 0 for a money game; the choices have the same fields as a
// play. Position IDs are gnubg's.
//
// Not for other modules.
package positions
