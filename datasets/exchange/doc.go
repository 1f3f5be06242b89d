// Package exchange reads and writes labelled positions in the formats of other
// programs: the training text and the benchmark files of gnubg's nets, wildbg's tables,
// and plain tables, also in Parquet files. Readers and writers hold one line at a time in
// memory, of Parquet files some rows.
//
// An error about a line is a [datasets.BadRow] and names the file, the line, the field,
// the found text and the expected text. A reader can continue after such a line.
//
// Not for other modules.
package exchange
