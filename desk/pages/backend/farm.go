//go:build !site

package backend

import "gammonlab/farm/jetstream"

// FarmState is the state of a farm.
type FarmState = jetstream.State
