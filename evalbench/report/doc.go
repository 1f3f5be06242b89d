// Package report writes results as pages: which player is better, charts of the score,
// luck and errors, and boards of the worst mistakes. Equal results give identical pages,
// because pages contain neither times nor the number of workers.
//
// Not for other modules.
package report
