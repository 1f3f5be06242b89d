// Package table reads and writes labelled positions as tables: CSV, also with the column names of
// other programs, and Parquet files of other programs. A [Reader] checks every row as a database
// does; a [Writer] loses nothing.
package table
