// Package record represents, reads and writes recorded matches and money
// sessions. It reads and writes .mat, the text of Jellyfish, Snowie, gnubg and
// XG; SGF (GM[6]) as gnubg saves it; .xg of eXtreme Gammon; and .match of
// bgammon. It also reads the formats of old servers and of single positions.
// [Read] detects the format of a file.
//
// # Perspective
//
// A [Match] has no point of view: names, scores and actions are indexed by
// gnubg's player numbers. Player 0 ([board.PlayerO]) is the left column of a
// Black. Steps and set boards are described from the point of view of the acting player,
// in that player's numbering of the points.
//
// [Match.Replay] iterates over a game and returns the [board.Position] and the
// [board.Match] before each action. The position is described from the point of
// view of Match.Roller, as IDs and XGIDs require.
//
// # Strict and lenient
//
// The readers return an error, with the line, the game and the move, if a file
// is not a record. An illegal play is not an error, because the rest of the
// file is still useful: the play is kept as it was written, the replay of its
// game ends with an error, and the other games are not affected. To reject
// illegal plays, call [Match.Validate].
//
// # Normalisation
//
// Equal matches give equal values, independent of the program that wrote them:
// joined moves become single steps, omitted takes are inserted, a game that
// ends early gets a [Resign], and if no line states the winner, the score of
// the next game determines it. If a match is read, written in the same format
// and read again, the two values are equal.
package record
