// Package xgfile reads and writes the files of eXtreme Gammon, .xg and .xgp:
// the container, its records and its comments. It knows sizes, offsets and
// checksums, and nothing of the rules: package record makes matches of records.
//
// The format was published by its author in 2013 for free use. Everything is
// little-endian. Player 1 is 1 and player 2 is -1 wherever a record names who.
//
// # Errors
//
// Whatever the bytes are, reading them ends with a value or an error that gives
// the offset in bytes and the field.
package xgfile
