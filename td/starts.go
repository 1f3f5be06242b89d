package td

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"gammonlab/engine/selfplay"
	"gammonlab/internal/strictjson"
)

// Pools name pools of positions by what is in them. The positions are in files
// that a run reads again when it is resumed.
type Pools []selfplay.PoolID

// UnmarshalJSON implements [json.Unmarshaler].
func (p *Pools) UnmarshalJSON(text []byte) error {
	var positions []string
	if json.Unmarshal(text, &positions) == nil && len(positions) > 0 {
		return fmt.Errorf("it lists %d positions, as runs of earlier versions do: such a run cannot be resumed, "+
			"begin another one with the positions in a file", len(positions))
	}
	return strictjson.Unmarshal(text, (*[]selfplay.PoolID)(p))
}

// SetStarts makes the run one whose games begin there. The trainer wants them,
// too: see [Trainer.SetStarts].
func (c *Config) SetStarts(s *selfplay.Starts) {
	c.Starts, c.Opening = s.IDs(), 0
	if c.Starts != nil {
		c.Opening = s.OpeningShare()
	}
}

// validateStarts checks where games begin.
func (c *Config) validateStarts() error {
	switch {
	case !(c.Opening >= 0 && c.Opening <= 1): // so that NaN fails too
		return fmt.Errorf("td: opening is %v, want 0 to 1", c.Opening)
	case c.Opening != 0 && len(c.Starts) == 0:
		return fmt.Errorf("td: opening is %v, but there are no starts for the other games", c.Opening)
	}
	for i, id := range c.Starts {
		if !(id.Weight >= 0) || math.IsInf(id.Weight, 1) || id.Positions < 1 {
			return fmt.Errorf("td: starts: pool %d has %d positions and the weight %v, want at least 1 and a number from 0 up",
				i+1, id.Positions, id.Weight)
		}
	}
	return nil
}

// SetStarts gives the trainer the pools of positions that its config names, which
// must be done before the first game. Others are refused.
func (t *Trainer) SetStarts(s *selfplay.Starts) error {
	if s.Variant() != t.variant {
		return fmt.Errorf("td: the starts are of %v, the run is of %v", s.Variant(), t.variant)
	}
	var cfg Config
	cfg.SetStarts(s)
	if err := s.Check(t.cfg.Starts); err != nil {
		return fmt.Errorf("td: not the positions that games of the run begin in: %w", err)
	}
	if cfg.Opening != t.cfg.Opening {
		return fmt.Errorf("td: the share of games from the opening is %v, that of the run %v", cfg.Opening, t.cfg.Opening)
	}
	t.starts = s
	return nil
}

// errNoStarts is returned when a trainer's config names pools that it has not been
// given.
var errNoStarts = errors.New("td: the config names pools of positions that games begin in: the trainer must be given them by SetStarts")
