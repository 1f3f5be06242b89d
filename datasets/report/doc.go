// Package report says what is in databases of positions: as text, in JSON and as
// charts.
package report
