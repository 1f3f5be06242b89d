// Package report writes results as pages: which player is better, the course of the
// score, luck and errors, and boards of the worst mistakes. Pages of equal results are
// equal: they contain neither times nor the number of workers.
package report
