// Package unfinished keeps the rows and the progress of long work on a database, in a
// journal of [gammonlab/internal/journal] next to the future database. If the process is
// killed, at most a second of work is lost; the next process with the same settings
// resumes.
//
// Not for other modules.
package unfinished
