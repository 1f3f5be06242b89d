// Package kinds has the kinds of work of gammonlab. It adds them to the catalogue of package
// work at the start of a program that imports it.
//
// Not for other modules.
package kinds

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/engine/named"
	"gammonlab/work"
)

// must ends the program with an error of registering a kind of work: a mistake in this package,
// or a kind of the same name that another package has registered before.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// warnNet warns if games are played by a net that was trained for another variant.
func warnNet(env *work.Env, net *named.Net) {
	if of := net.Static().Variant(); of != net.Game() {
		warnVariant(env, net.Model.Name, of, net.Game())
	}
}

// warnVariant warns that a net evaluates positions of another variant than its own.
func warnVariant(env *work.Env, model string, trained, evaluated board.Variant) {
	env.Warn(fmt.Sprintf("model %s was trained for %v, not for %v", model, trained, evaluated))
}
