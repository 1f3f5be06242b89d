// Package bot plays on backgammon servers. It contains the parts that do not depend on
// the server's protocol: the decisions ([Player]), the record of the current match
// ([Recorder]), the sequence of matches with their files and results ([Table]), and the
// connection, which is restored after a loss ([Session]).
//
// The protocols are packages below this one: [gammonlab/desk/bot/bgammon] and
// [gammonlab/desk/bot/fibs]. Each is a [Client]: a state machine that receives lines
// and returns commands. It does no input or output, so tests need no network.
//
// In all positions and matches here the bot is [board.PlayerX] and the opponent
// [board.PlayerO].
//
// Not for other modules.
package bot
