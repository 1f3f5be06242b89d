// Package bot plays on backgammon servers. It has what the protocols of all
// servers share: who decides ([Player]), the record of a match while it goes on
// ([Recorder]), the matches one after the other with their files and results
// ([Table]), and the connection, which is made again when it is lost ([Session]).
//
// The protocols are packages below this one: [gammonlab/engine/bot/bgammon] and
// [gammonlab/engine/bot/fibs]. Each is a [Client]: a state machine that receives
// lines and returns commands, without input or output of its own, so that it is
// tested without a network.
//
// In all positions and matches here the bot is [board.PlayerX] and the opponent
// [board.PlayerO].
package bot
