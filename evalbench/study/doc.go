// Package study makes exercises of a player's own errors and asks them again until
// they are known.
//
// # The file of exercises
//
// Exercises are tests of package suite, so that bench suite puts the same file to
// players. Behind #= a test has what is shown once it is answered: a line in words about
// the game, one about who judged, and the choices, each with its normalised equity for
// the player who decides, how many plies ahead it was judged, the chances to win, to
// win a gammon, a backgammon, to lose a gammon, a backgammon, in percent, and the
// choice:
//
//	# Anna against Bert, match.mat, game 3, move 12
//	101 4HPwATDgc/ABMA:cAkAAAAAAAAA play 31
//	#= in the game 24/23 13/10, which lost 0.1432
//	#= judged by default, 2-ply
//	#= +0.1594 2 55.20 16.10 0.60 11.40 0.40 8/5 6/5
//	#= +0.0162 2 51.10 15.00 0.50 13.30 0.50 24/23 13/10
//	#? [8/5 6/5]
//
// The choices of a double are no double, take and pass, what the opponent answers;
// those of a take are take and pass. The player who decides is X.
//
// # When exercises come again
//
// By SM-2, the algorithm of SuperMemo 2 (P. A. Wozniak, Optimization of learning,
// 1990, chapter 3.2): an answer has a grade from 0 to 5, here by what it lost
// ([Grade]). After grades of 3 and more an exercise comes again after 1 day, then after
// 6, then after as many days as before times its easiness, which begins at 2.5,
// changes with each grade and is at least 1.3. A grade below 3 begins the intervals
// again. What had a grade below 4 is asked again in the same session until it has 4.
package study
