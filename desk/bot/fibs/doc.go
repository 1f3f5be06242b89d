// Package fibs plays on the First Internet Backgammon Server and on servers with its
// protocol. It is the state machine of the protocol: lines of text for people, and
// numbered lines for programs (version 1008).
//
// A bot on FIBS accepts invitations to matches that are short enough, and resumes saved
// matches. It invites only the player in [Options.Invite].
//
// Not for other modules.
package fibs
