// Package fit finds how rating differences follow from error rates, by the
// matches of a study. From the matches of each pair of players at each length it
// takes the rating difference R that FIBS's formula gives to the mean result
// without luck, and what the players' decisions cost by the judge, and fits
//
//	R = a(N)·DEPD                a(N) = A + B/N
//	R = a2(N)·EPM + b(N)·EPC     a2(N) and b(N) likewise
//
// for matches to N points. All differences are of the second player B less the
// first one, A: R is above 0 when A is the stronger, and so are they when B errs
// more. DEPD is that of the errors per decision, which are the unforced plays
// and the close or actual cube decisions, EPM that of errors of checker play per
// unforced play, EPC that of cube errors per close or actual cube decision, all in
// normalised equity. Rates are sums of errors over sums of decisions, over all
// matches of a pair and length.
//
// The method and the manual's coefficients, with which results are compared, are
// those of the section on absolute ratings in the GNU Backgammon manual (Kees van
// den Doel, 2003). Intervals are by bootstrap over matches: matches are drawn
// again within each pair and length and everything is fitted again. They say what
// chance in the matches does, and nothing about whether the law holds; that is
// what R² and the χ² test of each length are for.
package fit
