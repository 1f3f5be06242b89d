// Package report shows an analysis to people: the statistics and the worst
// decisions as text, or all of it on a page of its own with boards. For programs
// there is the JSON of [analysis.Report].
package report
