// Package bottest contains servers for tests of bots. They implement the parts of the
// protocols of bgammon and FIBS that bots use, apply the rules of the game, and record
// the errors of clients.
//
// Not for other modules.
package bottest
