//go:build !site

package backend

import "gammonlab/farm/wire"

// FarmState is the state of a farm.
type FarmState = wire.State
