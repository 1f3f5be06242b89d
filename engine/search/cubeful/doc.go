// Package cubeful looks ahead with the doubling cube: it says what positions are
// worth after N plies in which both sides play and double well, ranks plays by
// that, and decides about doubles.
//
// At the end of the search stand the estimates of package cube. On the way plays
// are chosen by these estimates without looking ahead, among those that the
// pruning nets have kept, and the cube is turned where the player on roll does
// better by it. This is gnubg's cubeful N-ply.
//
// Values are in the units of package cube.
package cubeful
