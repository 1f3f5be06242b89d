// Package cube says what positions are worth with the doubling cube, in money
// games and in matches, and whether to double and to take.
//
// A [State] is the cube and the score, always as the player on roll sees them.
// [Prepare] turns it into [Stakes], with all other states that doubles lead to;
// these answer every question about a position that is known by its five
// probabilities (see [Leaf]), without looking ahead.
//
// # Units
//
// Values come in the unit that averages and looking ahead work with: in money
// games points per point of the cube ("equity"), in matches the chance to win
// the match ("MWC"), both of the player on roll. [Stakes.Equity] turns either
// into the normalised equity, on which losing and winning the game at the
// present cube are -1 and +1 (NEMG, EMG); in money games nothing changes.
//
// # Sources
//
// The estimate between a dead and a live cube is Rick Janowski's (Take-Points in
// Money Games, 1993), with the cube efficiencies of GNU Backgammon 1.07.001;
// its manual, section "Cubeful equities", describes the method for matches. The
// match equity tables are those that come with GNU Backgammon; what lies beyond
// their last row, and the formulas of Zadeh (Management Science 23, 1977) and of
// Claes Tornberg's mec, are computed as it does.
package cube
