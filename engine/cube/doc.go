// Package cube computes cubeful values of positions, in money games and in
// matches, and the correct cube actions.
//
// A [State] is the cube and the score from the point of view of the player on
// roll. [Prepare] converts it to [Stakes], together with all states that can
// follow by doubles. Stakes compute cubeful values without look-ahead from a
// position's five probabilities and cube efficiency (see [Leaf]).
//
// # Units
//
// Values are in the unit in which they are averaged: in money games points per
// point of the cube ("equity"), in matches the match-winning chance ("MWC"),
// both of the player on roll. [Stakes.Equity] converts them to normalised
// equity, where losing and winning the game at the present cube are -1 and +1
// (NEMG, EMG); in money games this changes nothing.
//
// # Sources
//
// The interpolation between a dead and a live cube is Rick Janowski's
// (Take-Points in Money Games, 1993). The cube efficiency comes from nets of the model, see
// [Nets], or else from the constants of GNU Backgammon 1.07.001; its manual, section "Cubeful equities", describes the
// method for matches. The match equity tables are those that come with GNU
// Backgammon. Entries beyond their last row, and the formulas of Zadeh
// (Management Science 23, 1977) and of Claes Tornberg's mec, are computed as in
// that program.
package cube
