package td

import (
	"fmt"
	"math"
	"slices"

	"gammonlab/internal/seed"
	"gammonlab/internal/setting"
	"gammonlab/nets"
)

// Shapes returns the shapes of the nets that the run trains.
func (c *Config) Shapes() []nets.Shape {
	if c.Nets != nil {
		return c.Nets
	}
	return []nets.Shape{{
		Part: nets.All, Features: c.Features, Hidden: c.Hidden, Activations: nets.OfLayers(c.Activation, len(c.Hidden)),
	}}
}

// SetShapes sets the shapes of the nets that the run trains. Those of one net for all
// positions go into the fields for one net, so such a run has the same files however
// its shape was given.
func (c *Config) SetShapes(shapes []nets.Shape) {
	c.Features, c.Hidden, c.Activation = "", nil, nil
	if c.Nets = slices.Clone(shapes); !isPlain(shapes) {
		return
	}
	s := &shapes[0]
	c.Nets, c.Features, c.Hidden, c.Activation = nil, s.Features, slices.Clone(s.Hidden), nets.OfLayers(slices.Clone(s.Activations), len(s.Hidden))
}

// listShapes moves the shape of one net to the list of nets.
func (c *Config) listShapes() {
	nets := c.Shapes()
	c.SetShapes(nil)
	c.Nets = nets
}

// isPlain reports whether the fields for one net can describe the shapes.
func isPlain(shapes []nets.Shape) bool {
	if len(shapes) != 1 {
		return false
	}
	s := &shapes[0]
	return s.Part == nets.All && s.Spec().Head == "" && !s.Fresh && len(s.Hidden) > 0 && len(s.Spec().Activations) == len(s.Hidden)
}

// checkShapes returns an error for invalid shapes.
func (c *Config) checkShapes() error {
	if err := c.checkForm(); err != nil {
		return err
	}
	if c.Nets == nil {
		shape := &c.Shapes()[0]
		return shape.Spec().Validate()
	}
	return nets.CheckShapes(c.Nets)
}

// checkForm returns an error if shapes are given in two ways.
func (c *Config) checkForm() error {
	if c.Nets != nil && c.isShaped() {
		return setting.Errorf("%s is set, and also features, hidden or activation, which are for one net: want one of the two", setting.Name("nets"))
	}
	return nil
}

// isShaped reports whether the config has a setting of the shape of one net.
func (c *Config) isShaped() bool {
	return c.Features != "" || c.Hidden != nil || c.Activation != nil
}

// checkLayerRates returns an error for factors that do not fit all nets.
func (c *Config) checkLayerRates() error {
	n := len(c.LayerRates)
	for _, s := range c.Shapes() {
		if layers := len(s.Hidden) + 1; n != 0 && n != layers {
			return setting.Errorf("%s has %d factors, want one for each of the %d layers%s", setting.Name("layer_rates"), n, layers, c.of(s.Part))
		}
	}
	for _, f := range c.LayerRates {
		if !(f >= 0) || math.IsInf(f, 1) { // so that NaN fails too
			return setting.Errorf("%s has the factor %v, want finite numbers from 0 up", setting.Name("layer_rates"), f)
		}
	}
	return nil
}

// of names the net for the part, "" in a run of one net for all positions.
func (c *Config) of(part nets.Part) string {
	if !c.several() {
		return ""
	}
	return fmt.Sprintf(" of the net for %s", part)
}

// Streams of random numbers of a run, besides those of its games; no game has such a
// number.
const (
	orderItem  = 1<<63 + iota // the orders of learning in the batch update
	weightItem                // random weights
)

// weightSeed returns the seed of the random weights of the net for the part.
func (c *Config) weightSeed(part nets.Part) uint64 {
	if part == nets.All {
		return c.Seed
	}
	return seed.Derive(seed.Derive(c.Seed, weightItem), uint64(number(part)))
}

// orderSeed returns the seed of the orders in which the net for the part learns.
func (c *Config) orderSeed(part nets.Part) uint64 {
	s := seed.Derive(c.Seed, orderItem)
	if part == nets.All {
		return s
	}
	return seed.Derive(s, uint64(number(part)))
}

// several reports whether the run distinguishes nets by their parts, in statistics and
// in the names of tensors. A run of one net for all positions does not.
func (c *Config) several() bool { return several(c.Shapes()) }

func several(shapes []nets.Shape) bool { return len(shapes) != 1 || shapes[0].Part != nets.All }
