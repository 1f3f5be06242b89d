// Package datasets holds databases of positions and of what they are worth,
// which nets are trained on and measured by. A database is a Parquet file of
// [Row]s of one variant, written by a [Writer] and read by a [File].
//
// # Guarantees
//
// Equal rows give equal bytes. A file is in place when it is whole, or not at
// all. Every byte is covered by a checksum, and every row is checked when it is
// written and when it is read: damage is an error that names the file, the row
// and the column, never another row. Keys are unique in a database that the
// program makes; [Verify] makes sure of it.
//
// Memory does not grow with the number of rows, where a function does not say
// how much it takes.
package datasets
