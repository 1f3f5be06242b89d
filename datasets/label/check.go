package label

import (
	"bytes"
	"errors"
	"fmt"
	"math"

	"gammonlab/datasets"
	"gammonlab/engine"
)

// maxEquity bounds cubeless equities.
const maxEquity = 3

// checkUnknown returns an error if the position must have a label.
func (w *wire) checkUnknown(r *datasets.Row) error {
	if by := w.settings.By; by != datasets.Bearoff && by != datasets.Game || r.Position.Result() != 0 {
		return errors.New("it has no label")
	}
	return nil
}

// checkLabel checks the numbers of a label.
func (w *wire) checkLabel(r *datasets.Row) error {
	if err := r.Check(); err != nil {
		return err
	}
	if result := r.Position.Result(); result != 0 {
		over := datasets.Row{Position: r.Position}
		over.ClearLabel()
		over.Probabilities = engine.Certain(result)
		setErrors(&over, 0)
		if !bytes.Equal(appendLabel(nil, r), appendLabel(nil, &over)) {
			return errors.New("the game is over, but the label is not its result")
		}
		return nil
	}
	s := w.settings
	least, most := 0, 0
	switch s.By {
	case datasets.Game:
		least, most = s.Trials, s.Trials
	case datasets.Rollout:
		least, most = 1, s.Trials
	}
	exact, none := allBits(r, 0), allBits(r, math.Float32bits(unknown))
	switch cubeful := !math.IsNaN(float64(r.Cubeful)); {
	case int(r.Trials) < least || int(r.Trials) > most:
		return fmt.Errorf("%d trials, want %d to %d", r.Trials, least, most)
	case !s.random() && !exact && !none:
		return fmt.Errorf("standard errors of a label by %v", s.By)
	case r.HasCubes() != s.cubes():
		return fmt.Errorf("equities by the state of the cube: %t, want %t", r.HasCubes(), s.cubes())
	case s.uses("cubeful") && cubeful != s.Cubeful || cubeful && !s.uses("cubeful") && s.By != datasets.Bearoff:
		return fmt.Errorf("a cubeful equity of %v by %v", r.Cubeful, s.By)
	}
	return nil
}
