// Package study makes exercises from a player's own errors, and repeats them until the
// player answers them well.
//
// # The file of exercises
//
// Exercises are tests of package suite, so bench suite can run a player on the same file.
// Lines that begin with #= are shown after the answer: a line about the decision in the
// game, a line with the judge, and the choices. A choice has its normalised equity for
// the player who decides, the search depth in plies, the chances in percent to win, to
// win a gammon, to win a backgammon, to lose a gammon and to lose a backgammon, and its
// name:
//
//	# Anna against Bert, match.mat, game 3, move 12
//	101 4HPwATDgc/ABMA:cAkAAAAAAAAA play 31
//	#= in the game 24/23 13/10, which lost 0.1432
//	#= judged by default, 2-ply
//	#= +0.1594 2 55.20 16.10 0.60 11.40 0.40 8/5 6/5
//	#= +0.0162 2 51.10 15.00 0.50 13.30 0.50 24/23 13/10
//	#? [8/5 6/5]
//
// The choices of a double are no double, take and pass, where take and pass are the
// opponent's answers. The choices of a take are take and pass. The player who decides is
// X.
//
// # Repetition
//
// Exercises are repeated by SM-2, the algorithm of SuperMemo 2 (P. A. Wozniak,
// Optimization of learning, 1990, chapter 3.2). An answer has a grade from 0 to 5, here
// by its cost ([Answer.Grade]). After a grade of 3 or more, an exercise is due after 1
// day, then after 6 days, then after the previous interval times its easiness. The
// easiness begins at 2.5, changes with each grade and is at least 1.3. A grade below 3
// starts the intervals again. An exercise with a grade below 4 is asked again in the same
// session until its grade is at least 4.
//
// Not for other modules.
package study
