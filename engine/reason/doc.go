// Package reason says why the best choice of a decision is better than another, in the
// quantities that decide.
//
// Of a play these are first the outcomes: games won, gammons and backgammons each way, from the
// evaluations of both plays. An outcome is given only if it makes a large part of the difference
// in equity at the stakes. Then come what a player sees on the board (hits, shots, points, a
// prime, anchors, checkers back; checkers off and the count of a race), each only if it differs in
// favour of the best play and serves an outcome that is given. So no reason argues for the wrong
// play. If no outcome explains the difference, which then lies in the cube, there is no reason.
//
// Of a cube decision these are the winning chance beside the points of the market window, market
// losers, and gammons with their price; each only on the right side of its bound.
//
// Not for other modules.
package reason
