// Package journal keeps what long work on a database has done so far, in a file
// next to the database that is to be made: rows, and how far the work is. A
// process that is killed loses a second of work; the next one with the same
// settings goes on from there.
//
// The file begins with a line that says what it is, the settings as JSON and a
// checksum of both. Frames follow, each with a mark, its length and a checksum,
// and each is on the disk before the next is written. So only the last can be
// torn: it is dropped. Damage anywhere else is an error.
package journal
