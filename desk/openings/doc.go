// Package openings makes an opening book: the rolled-out plays of the 15 rolls that begin
// a game, and of all 21 replies to the best play of each. [Build] makes a book, [Read]
// reads its file, and [Book.Tables] shows it.
//
// Not for other modules.
package openings
