// Package fibs plays on the First Internet Backgammon Server and on servers that
// speak like it: it is the state machine of their protocol, lines of text for people
// and programs of version 1008.
//
// A bot on FIBS invites nobody unless [Options.Invite] names somebody, answers
// invitations to matches that are short enough, and goes on with saved matches.
package fibs
