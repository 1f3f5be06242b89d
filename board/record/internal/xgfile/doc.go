// Package xgfile reads and writes the files of eXtreme Gammon, .xg and .xgp:
// the container, its records and its comments. It handles sizes, offsets and
// checksums but not the rules; package record converts records to matches.
//
// The format was published by its author in 2013 for free use. Everything is
// little-endian. Records denote player 1 by 1 and player 2 by -1.
//
// # Errors
//
// For any input, reading returns a value, or an error with the offset in bytes
// and the field.
package xgfile
