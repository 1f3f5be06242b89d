// Package fairness tests dice: those of a generator, and those of recorded games.
//
// A [Sample] counts rolls. Each [Test] of it compares a number with its mean for fair
// dice, and its p value is the probability that fair dice are at least as far from
// that mean. The tests are these:
//
//   - the chi-square of the six numbers of single dice (5 degrees of freedom), of the
//     21 rolls (20) and of the 15 rolls that begin a game (14), left out where fair
//     dice would show one of them less than five times on average;
//   - the runs of totals above and below 7 (Wald and Wolfowitz, Annals of Mathematical
//     Statistics 11, 1940), with totals of 7 left out;
//   - the serial correlation of the totals of successive rolls, the first taken to
//     follow the last (Knuth, The Art of Computer Programming, volume 2, 3.3.2);
//   - the number of doubles, by the binomial distribution;
//   - where an evaluator says what rolls are worth, the mean luck of a roll, and the
//     jokers and anti-jokers: rolls that win or lose more than [JokerLuck] against the
//     mean of all. How many fair dice would throw depends on the positions and is
//     computed for each.
//
// The roll that begins a game is never a double, and stands in its own test alone.
package fairness
