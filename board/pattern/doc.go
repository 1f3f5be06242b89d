// Package pattern describes sets of positions for searches: by named kinds
// ([Kind]), such as back games, and by a small language ([Parse]).
//
// # The language
//
// A pattern is a list of terms separated by blanks; a position matches if it
// satisfies all of them. A term is a subject, an operator and a number:
//
//	6:2+ 24:2 bar:0 o20:2+ pips<120 lead>20
//
// Subjects refer to the player on roll and that player's numbering of the
// points. With the prefix o they refer to the opponent and the opponent's
// numbering.
//
//	6        checkers on the point, 1 to 24
//	bar      checkers on the bar
//	off      checkers borne off
//	pips     pip count
//	blots    points with a single checker
//	back     checkers in the other's home board or on the bar
//	lead     lead of the player on roll in pips, negative if behind; no o
//	away     points still needed to win the match
//	score    points won so far
//	length   points of the match, 0 in a money session; no o
//	cube     value of the cube; no o
//	owner    of the cube: player, opponent or centred; no o
//	crawford yes in the Crawford game, no otherwise; no o
//
// Operators are <, <=, >, >=, and =, for which : is another spelling. After =
// follows a number, 2+ for 2 or more, 2- for 2 or fewer, or a range such as
// 1-3. The number of checkers on a place is 0 to 15; only lead can be negative.
//
// Terms about the match and the cube (away to crawford) are false if no match
// is known; [Pattern.NeedsMatch] returns the first of them. The term away is
// also false in a money session.
package pattern
