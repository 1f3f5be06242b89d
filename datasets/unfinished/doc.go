// Package unfinished keeps what long work on a database has done so far, in a journal
// of [gammonlab/internal/journal] next to the database that is to be made: rows, and
// how far the work is. A process that is killed loses a second of work; the next one
// with the same settings goes on from there.
package unfinished
