// Package suite has regression suites: text files of positions with expected answers
// ([Parse]), runs of a player on the suites ([Runner]), and the suites in the program
// ([Shipped]).
//
// docs/suites.md describes the format. The idea and the four results are those of GNU
// Go's suites: passed and failed, in capitals if unexpected.
// failed, in capitals if that was not expected, are those of GNU Go's suites.
//
// Not for other modules.
package suite
