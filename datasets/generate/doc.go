// Package generate makes databases of positions from self-play games, match records,
// lists of position IDs and other databases. Positions can be selected by class, by
// pattern, and by the difference of a net's 0-ply and 1-ply evaluations. Each position
// is kept once. Positions have no labels, except those of a [Trace].
//
// The work is a sequence of items: the games of match records, pieces of lists and of
// databases, and then an unlimited number of self-play games. The random numbers of game
// i come from (seed, i). A pool (package farm) processes items in parallel, in goroutines
// of this process or on other machines ([JobKind]). One goroutine receives the results in
// the order of the items and decides which positions are kept, so the database does not
// depend on the number of workers. A journal (package unfinished) keeps the rows and the
// number of items done; after a kill, the work resumes from the journal.
//
// Sources of rows: "selfplay" with the players and the settings of random plays, "match"
// and "list" with the name of the file; positions of databases keep their source. The
// suffix " choice" marks a position after one of two plays: the best at 0 plies and the
// best at 1 ply, where they differ.
package generate
