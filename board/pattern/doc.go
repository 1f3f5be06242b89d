// Package pattern describes sets of positions, so that they can be searched for: by
// kinds that have a name ([Kind]), such as back games, and by a small language
// ([Parse]).
//
// # The language
//
// A pattern is terms with blanks between them; a position matches if all of them
// hold. A term is a subject, an operator and a number:
//
//	6:2+ 24:2 bar:0 o20:2+ pips<120 lead>20
//
// Everything is seen by the player on roll, who is "own"; a subject with an o before
// it is the same of the opponent, who counts points from the own end, too.
//
//	6        checkers on the point, 1 to 24
//	bar      checkers on the bar
//	off      checkers borne off
//	pips     pip count
//	blots    points with a single checker
//	back     checkers in the other's home board or on the bar
//	lead     by how many pips the player on roll leads, negative if behind; no o
//	away     points that are missing to win the match
//	score    points won so far
//	length   points of the match, 0 in a money session; no o
//	cube     what the cube shows; no o
//	owner    of the cube: player, opponent or centred; no o
//	crawford yes in the Crawford game, no elsewhere; no o
//
// Operators are <, <=, >, >=, and = with : as another spelling. Behind = stands a
// number, 2+ for 2 or more, 2- for 2 or fewer, or a range such as 1-3. Points and
// places hold 0 to 15 checkers; only lead can be negative.
//
// Terms about the match and the cube (away to crawford) match nothing where no match
// is known; [Pattern.NeedsMatch] names the first of them. Away is that of matches
// alone: in a money session no such term holds.
package pattern
