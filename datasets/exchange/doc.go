// Package exchange reads and writes labelled positions in the formats of other
// programs: the training text and the benchmark files of gnubg's nets, wildbg's
// tables, and plain tables. Everything streams.
//
// Errors about a line are a [datasets.BadRow] and name the file, the line and
// the field, what was found and what was expected; a reader goes on behind such
// a line.
package exchange
