// Package matches rates players by their analysed matches: it fills in the ratings of a report
// of package engine/analysis, and reads the errors of players from such reports as JSON.
package matches
