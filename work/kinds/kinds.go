// Package kinds has the kinds of work of gammonlab. It adds them to the catalogue of package
// work at the start of a program that imports it.
//
// Not for other modules.
package kinds

import "gammonlab/work"

// register adds a kind of work. An error is a mistake in this package, or that a program has
// registered a kind of the same name before.
func register[S any, R work.Result](k work.Kind[S, R]) {
	if err := work.Register(k); err != nil {
		panic(err)
	}
}
