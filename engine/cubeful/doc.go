// Package cubeful searches with the doubling cube: it evaluates positions N
// plies ahead with good plays and cube actions of both sides, ranks plays, and
// decides about doubles.
//
// The leaves of a search are evaluated by package cube, or by a database.
// Inside the search, plays are chosen by the same static evaluation among those
// that the pruning nets keep, and the cube is turned if that is better for the
// player on roll. This is gnubg's cubeful N-ply. As in gnubg, the plays are
// those that are best if the cube has not been turned since the root, so one
// tree of positions serves all places of the cube: a double and no double
// differ only in the cube.
//
// Values are in the units of package cube.
//
// Not for other modules.
package cubeful
