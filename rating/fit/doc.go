// Package fit estimates rating differences as a function of error rates, from the
// matches of a study. For each pair of players at each length it computes the rating
// difference R by FIBS's formula from the mean luck-adjusted result, and the error
// rates of the players by the judge, and fits
//
//	R = a(N)·DEPD                a(N) = A + B/N
//	R = a2(N)·EPM + b(N)·EPC     a2(N) and b(N) likewise
//
// for matches to N points. All differences are of the second player B less the first
// one, A: R is above 0 if A is stronger, and the differences of error rates are above 0
// if B errs more. DEPD is that of the errors per decision, which are the unforced plays
// and the close or actual cube decisions, EPM that of errors of checker play per
// unforced play, EPC that of cube errors per close or actual cube decision, all in
// normalised equity. Rates are sums of errors over sums of decisions, over all matches
// of a pair and length.
//
// The method and the manual's coefficients, with which results are compared, are those
// of the section on absolute ratings in the GNU Backgammon manual (Kees van den Doel,
// 2003). Intervals are by bootstrap over matches: matches are drawn again within each
// pair and length and everything is fitted again. They measure the chance in the
// matches, not whether the models are right; R² and the χ² test of each length do that.
package fit
