// Package generate makes databases of positions without labels: from games that
// players play, from match records, from lists of position IDs and from other
// databases. What is kept can be chosen by class and by how much a net learns
// when it looks a ply ahead; each position is kept once.
//
// The work is a list of items: the games of match records, pieces of lists and of
// databases, and then games of self-play without end. Game i draws whatever is
// random in it from (seed, i). A pool (package farm) does items at the same time, by
// goroutines of this process or on other machines ([JobKind]); what is found is
// taken in the order of the items by one goroutine, which alone decides what is
// kept. So the database does not depend on the number of workers, and its rows
// with the number of items done are enough to go on after a kill: they are in a
// journal (package unfinished).
//
// Sources of rows: "selfplay" with the players and how they were made to stray,
// "match" and "list" with the name of the file, and for positions of databases
// what they say there. " choice" behind it marks the position after a play about
// which 0 and 1 ply disagree.
package generate
