// Package bgammon plays on servers of bgammon (bgammon.org): it is the state machine
// of their protocol, commands in words one way and JSON objects the other way.
//
// A bot creates public matches and waits. It sends join only where [Options.Join]
// names another bot, and only for a match on the server's list that has one player:
// a bot that wants to join a match with a human stops the server.
package bgammon
