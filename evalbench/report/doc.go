// Package report shows results to people on a page of its own: who is better, how
// the score went, what luck and errors had to do with it, and the boards of the
// worst mistakes. A page holds nothing that differs between equal results: not
// how long they took, nor by how many workers.
package report
