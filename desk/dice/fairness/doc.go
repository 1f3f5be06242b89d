// Package fairness tests dice: those of a generator, and those of recorded
// games.
//
// A [Sample] counts rolls. Each [Test] compares a statistic of the sample with
// its mean for fair dice. The p value is the probability that fair dice are at
// least as far from this mean. The tests are:
//
//   - the chi-square of the six numbers of single dice (5 degrees of freedom), of the
//     21 rolls (20) and of the 15 rolls that begin a game (14), omitted if fair
//     dice would show one of them less than five times on average;
//   - the runs of totals above and below 7 (Wald and Wolfowitz, Annals of Mathematical
//     Statistics 11, 1940), without totals of 7;
//   - the serial correlation of the totals of successive rolls, with the last followed
//     by the first (Knuth, The Art of Computer Programming, volume 2, 3.3.2);
//   - the number of doubles, by the binomial distribution;
//   - with an evaluator, the mean luck of a roll, and the numbers of jokers and
//     anti-jokers: rolls with a luck above [JokerLuck], or below its negative. Their
//     expected numbers depend on the positions and are computed for each.
//
// The roll that begins a game is never a double, and is only in its own test.
//
// Not for other modules.
package fairness
