// Package kinds has the kinds of work of gammonlab. A program that imports it has them in the
// catalogue of package work.
//
// Not for other modules.
package kinds

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/engine/named"
	"gammonlab/work"
)

func init() { work.Provide(registerAll) }

// warnNet warns if games are played by a net that was trained for another variant.
func warnNet(env *work.Env, net *named.Net) {
	if of := net.Trained(); of != net.Game() {
		warnVariant(env, net.Model.Name, of, net.Game())
	}
}

// warnVariant warns that a net evaluates positions of another variant than its own.
func warnVariant(env *work.Env, model string, trained, evaluated board.Variant) {
	env.Warn(fmt.Sprintf("model %s was trained for %v, not for %v", model, trained, evaluated))
}
