// Package inputs writes what nets see of the positions of a database, and what they
// learn of them, as files of other programs: NumPy's arrays, or a Parquet table.
package inputs
