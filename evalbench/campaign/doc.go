// Package campaign measures a player by other programs: it plays games against itself, which
// these programs import, and reads the error rates from the files that they have analysed.
//
// Not for other modules.
package campaign
