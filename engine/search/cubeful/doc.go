// Package cubeful looks ahead with the doubling cube: it says what positions are
// worth after N plies in which both sides play and double well, ranks plays by
// that, and decides about doubles.
//
// At the end of a search stand the estimates of package cube, or what a database
// knows. On the way plays are chosen by the same estimates without looking ahead,
// among those that the pruning nets have kept, and the cube is turned where the
// player on roll does better by it. This is gnubg's cubeful N-ply. As there, the
// plays are those that are right if nobody has turned the cube since the root, so
// that one tree of positions serves the cube wherever it has gone: what a double
// is worth differs from no double by the cube alone.
//
// Values are in the units of package cube.
package cubeful
