// Package tournament plays matches whose pairs of games are kept in a file, a
// [Ledger]: tournaments of many players, rated, and sequential tests that play
// until they know. What the file holds is not played again.
//
// A pair of games of two players follows from the ledger's settings, the players'
// names and digests and the pair's number alone. Results are those of any number
// of workers, and of any number of runs that were needed.
package tournament
