// Package kinds has the kinds of work of gammonlab, for the catalogue of package work.
//
// Not for other modules.
package kinds

import (
	"fmt"
	"sync"

	"gammonlab/board"
	"gammonlab/engine/named"
	"gammonlab/work"
)

// Register adds the kinds of work to the catalogue, once. It returns an error if another package
// has registered a kind of the same name before.
var Register = sync.OnceValue(registerAll)

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
