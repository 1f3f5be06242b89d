package enginetest

import (
	"testing"

	"gammonlab/engine"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// RandomNet returns an untrained net over perspective196: one hidden layer with
// the given number of units, and random weights.
func RandomNet(t testing.TB, hidden int, seed uint64) *nets.Net {
	t.Helper()
	return must.Get(nets.NewRandom(nets.NewSpec(features.Perspective196{}, nets.Sigmoid, hidden), seed))(t)
}

// RandomStatic returns an evaluator by a [RandomNet], for backgammon, without databases.
func RandomStatic(t testing.TB, hidden int, seed uint64) *engine.Static {
	t.Helper()
	return engine.OfNet(RandomNet(t, hidden, seed))
}

// Shipped returns an evaluator with the shipped net of the name, without
// databases.
func Shipped(t testing.TB, name string) *engine.Static {
	t.Helper()
	return engine.NewStatic(must.Get(nets.LoadShipped(name))(t), nil)
}
