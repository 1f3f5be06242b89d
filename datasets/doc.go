// Package datasets reads and writes databases of labelled positions, for training and
// measuring nets. A database is a Parquet file of [Row]s of one variant, written by a
// [Writer] and read by a [File].
//
// # Guarantees
//
// Equal rows give identical bytes. A file appears at its path only when it is complete.
// Checksums cover every byte, and every row is checked when it is written and when it is
// read: damage gives an error that names the file, the row and the column, never a wrong
// row. Keys are unique in a database that the program makes; [Verify] checks this.
//
// The memory used does not depend on the number of rows, unless the documentation of a
// function states it.
package datasets
