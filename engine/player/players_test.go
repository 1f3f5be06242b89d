package player_test

import (
	"gammonlab/engine/player"
)

// Players by nets handle the cube by any rules.
var (
	_ player.RulesPlayer = (*player.LookAhead)(nil)
	_ player.RulesPlayer = (*player.Noisy)(nil)
)
