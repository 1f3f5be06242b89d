package td

import (
	"errors"
	"fmt"

	"gammonlab/engine/start"
	"gammonlab/internal/setting"
)

// SetStarts sets the pools from which games of the run begin. The trainer needs them,
// too: see [Trainer.SetStarts].
func (c *Config) SetStarts(s *start.Positions) {
	c.Starts, c.Opening = s.IDs(), 0
	if c.Starts != nil {
		c.Opening = s.OpeningShare()
	}
}

// validateStarts checks the settings of start positions.
func (c *Config) validateStarts() error {
	switch {
	case !(c.Opening >= 0 && c.Opening <= 1): // so that NaN fails too
		return setting.Errorf("%s is %v, want 0 to 1", setting.Name("opening"), c.Opening)
	case c.Opening != 0 && len(c.Starts) == 0:
		return setting.Errorf("%s is %v, but there are no %s for the other games", setting.Name("opening"), c.Opening, setting.Name("starts"))
	}
	for i, id := range c.Starts {
		if !start.IsWeight(id.Weight) || id.Positions < 1 {
			return setting.Errorf("%s: pool %d has %d positions and the weight %v, want at least 1 and a number from 0 up",
				setting.Name("starts"), i+1, id.Positions, id.Weight)
		}
	}
	return nil
}

// SetStarts sets the trainer's pools of start positions. They must be those that its
// config names. It must be called before the first game.
func (t *Trainer) SetStarts(s *start.Positions) error {
	if s.Variant() != t.variant {
		return fmt.Errorf("the start positions are for %v, the run is for %v", s.Variant(), t.variant)
	}
	var cfg Config
	cfg.SetStarts(s)
	if err := s.Check(t.cfg.Starts); err != nil {
		return fmt.Errorf("these are not the run's start positions: %w", err)
	}
	if cfg.Opening != t.cfg.Opening {
		return fmt.Errorf("the share of games from the opening is %v, the run has %v", cfg.Opening, t.cfg.Opening)
	}
	t.starts = s
	return nil
}

// errNoStarts is returned when a trainer lacks the pools that its config names.
var errNoStarts = errors.New("the config names pools of start positions: call SetStarts before training")
