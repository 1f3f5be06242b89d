// Package record holds matches and money sessions as they were played, and
// reads and writes them: .mat, the text of Jellyfish, Snowie, gnubg and XG, SGF
// (GM[6]) as gnubg saves it, .xg of eXtreme Gammon and .match of bgammon. It
// reads the formats of old servers and of single positions, too; [Read] finds
// out which a file has.
//
// # Perspective
//
// A [Match] is seen by nobody: names, scores and actions go by the players'
// numbers, those of gnubg. Player 0 ([board.PlayerO]) is the left column of a
// .mat file and White in SGF, player 1 ([board.PlayerX]) the right column and
// Black. Steps and set boards are seen by the player of the action, who counts
// points from the own end.
//
// [Match.Replay] walks a game and gives the [board.Position] and the
// [board.Match] before each action; the position is seen by Match.Roller, so
// that IDs and XGIDs of the two come out right.
//
// # Strict and lenient
//
// The readers fail on what is no record at all, with the line, the game and
// the move. A play against the rules does not fail them, since the rest of the
// file is worth having: it is kept as it was written, ends the replay of its
// game with an error, and leaves the other games alone. Who wants no such
// record calls [Match.Validate].
//
// # What the readers put right
//
// Equal matches read as equal values whatever program wrote them: joined moves
// become single steps, a take that the file leaves out is put in, a game that
// ends before its end gets a [Resign], the score of the next game tells the
// winner where no line does. What a reader gives, a writer of the same format
// writes so that it reads as the same value.
package record
