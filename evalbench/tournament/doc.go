// Package tournament plays tournaments with ratings, and sequential tests that play
// until they decide. A file, the [Ledger], keeps the pairs of games; pairs in the file
// are not played again.
//
// A pair of games depends only on the ledger's settings, the players' names and
// digests, and the pair's number. Results do not depend on the number of workers or on
// interruptions.
package tournament
