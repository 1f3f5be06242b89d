//go:build site

package backend

// FarmState stands for the state of a farm: static sites have none.
type FarmState struct{}
