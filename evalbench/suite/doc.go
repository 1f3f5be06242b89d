// Package suite holds regression suites: text files of positions with the
// answers that are expected (Parse), the run of a player through them (Runner),
// and the suites that ship with the program (Shipped).
//
// docs/suites.md describes the format; the idea and the four results, passed and
// failed, in capitals if that was not expected, are those of GNU Go's suites.
package suite
