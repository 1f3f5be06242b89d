//go:build !site

package backend

import "gammonlab/internal/farm/jetstream"

// FarmState is the state of a farm.
type FarmState = jetstream.State
