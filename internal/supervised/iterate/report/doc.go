// Package report shows a run of train iterate: strength, errors and processor time of
// the generations, as a page and as charts. The page contains the duration of the run;
// for equal runs, the charts by generation are equal.
package report
