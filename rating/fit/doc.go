// Package fit estimates rating differences as a function of error rates, from the
// matches of a study. For each pair of players at each length it computes the rating
// difference R by FIBS's formula from the mean luck-adjusted result, and the error
// rates of the players by the judge, and fits
//
//	R = a(N)·DEPD                a(N) = A + B/N
//	R = a2(N)·EPM + b(N)·EPC     a2(N) and b(N) in the same form
//
// for matches to N points. R is the rating of the first player A less that of the second
// player B, so R is above 0 if A is stronger. The predictors are error rates of B less
// those of A, so they are above 0 if B errs more:
//
//   - DEPD: all errors per decision, where decisions are the unforced plays and the close
//     or actual cube decisions
//   - EPM: errors of checker play per unforced play
//   - EPC: cube errors per close or actual cube decision
//
// all in normalised equity. Rates are sums of errors divided by numbers of decisions, over
// all matches of a pair and length.
//
// The method and the manual's coefficients, with which results are compared, are those
// of the section on absolute ratings in the GNU Backgammon manual (Kees van den Doel,
// 2003). Intervals come from a bootstrap over matches: matches are drawn again within each
// pair and length, and all models are fitted again. The intervals measure the random
// variation of the matches, not whether the models are right; R² and the χ² test of each
// length show that.
package fit
