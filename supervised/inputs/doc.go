// Package inputs writes the inputs and targets of the positions of a database, as nets
// are trained on them, to files for other programs: NumPy arrays, or a Parquet table.
//
// Not for other modules.
package inputs
