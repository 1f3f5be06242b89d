// Package seed derives independent random streams: item i of the work draws the same numbers
// on every worker and at any time.
package seed

import "math/rand/v2"

// Derive returns the seed of an item from the parent seed and the item's number. It
// applies the output function of splitmix64 to both.
func Derive(parent, item uint64) uint64 {
	return mix(mix(parent+gamma) + (item+1)*gamma)
}

// Stream returns a generator at the beginning of the item's stream.
func Stream(parent, item uint64) *rand.PCG {
	g := new(rand.PCG)
	Restart(g, parent, item)
	return g
}

// Restart sets a generator to the beginning of the item's stream. So a loop need not
// allocate a generator for each item.
func Restart(g *rand.PCG, parent, item uint64) {
	s := Derive(parent, item)
	g.Seed(s, mix(s))
}

const gamma = 0x9E3779B97F4A7C15

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}
