// Package report formats an analysis for people: the statistics and the worst decisions
// as text, or the whole analysis as a page with boards. Programs read the JSON of
// [analysis.Report].
//
// Not for other modules.
package report
