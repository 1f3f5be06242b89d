// Package bgammon plays on servers of bgammon (bgammon.org). It is the state machine of
// their protocol: the bot sends commands as words, the server sends JSON objects.
//
// A bot creates public matches and waits. It sends join only if [Options.Join] names
// another bot, and only for a match on the server's list that has one player: if a bot
// tries to join a match with a human, the server stops.
//
// Not for other modules.
package bgammon
