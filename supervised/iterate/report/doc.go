// Package report shows a run of train iterate: strength, errors and what they cost,
// generation by generation, on a page of its own and as charts. The page names the
// time that the run took; of equal runs the charts by generation are equal.
package report
