package selfplay_test

import (
	"gammonlab/engine/player"
	"gammonlab/engine/selfplay"
)

// Players by nets handle the cube by any rules.
var (
	_ selfplay.RulesPlayer = (*player.LookAhead)(nil)
	_ selfplay.RulesPlayer = (*player.Noisy)(nil)
)
