// Package report describes the content of databases of positions: as text, in JSON and as
// charts.
//
// Not for other modules.
package report
