// Package bottest has servers for the tests of bots: small ones of our own that
// speak the protocols of bgammon and FIBS as far as bots use them, know the rules
// of the game and count what clients do against them.
package bottest
