// Package openings makes an opening book: the plays of the 15 rolls that begin a
// game, and those of the 21 replies to the best play of each, rolled out. [Build]
// makes a book, [Read] reads its file, and [Book.Tables] shows it.
package openings
