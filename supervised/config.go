package supervised

import (
	"errors"
	"fmt"

	"gammonlab/features"
	"gammonlab/nets"
)

// Config says how a net is trained. With the data it decides every weight.
type Config struct {
	Hidden     []int           // units of each hidden layer
	Activation nets.Activation // of the hidden layers
	Epochs     int             // passes over the training positions, at most
	Patience   int             // epochs without a new best on the validation positions after which training stops; 0 for never
	Batch      int             // positions of a step
	Rate       float64         // length of Adam's first steps; it falls to 0 along half a cosine
	Seed       uint64
}

// DefaultConfig returns settings that suit some ten thousand positions or more.
func DefaultConfig() Config {
	return Config{
		Hidden: []int{64}, Activation: nets.Sigmoid,
		Epochs: 20, Patience: 5, Batch: 32, Rate: 0.01, Seed: 1,
	}
}

// maxBatch is the largest batch, for which a pass still fits into memory.
const maxBatch = 1 << 14

// Validate reports everything that is wrong with the settings of a net over the
// feature set.
func (c *Config) Validate(set features.Set) error {
	var problems []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			problems = append(problems, fmt.Errorf("supervised: "+format, args...))
		}
	}
	check(c.Epochs >= 1, "epochs is %d, want at least 1", c.Epochs)
	check(c.Patience >= 0, "patience is %d, want 0 or more", c.Patience)
	check(c.Batch >= 1 && c.Batch <= maxBatch, "batch is %d, want 1 to %d", c.Batch, maxBatch)
	check(c.Rate > 0 && c.Rate <= 1, "rate is %v, want above 0 and at most 1", c.Rate)
	return errors.Join(append(problems, c.spec(set).Validate())...)
}

// spec returns the shape of the net.
func (c *Config) spec(set features.Set) nets.Spec {
	return nets.NewSpec(set, c.Activation, c.Hidden...)
}
