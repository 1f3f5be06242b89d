package label

import (
	"bytes"
	"errors"
	"fmt"
	"math"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/farm"
	"gammonlab/internal/fields"
)

// maxEquity bounds cubeless equities.
const maxEquity = 3

// check returns an error if result cannot be the result of the shard.
func (w *wire) check(s farm.Shard, result []byte) error {
	in, out := fields.NewReader(s.Payload), fields.NewReader(result)
	var positions []board.Position
	var again []byte
	for batch := range w.batches(s) {
		var err error
		if positions, err = w.readBatch(&in, positions[:0]); err != nil {
			return err
		}
		if again, err = w.checkBatch(&out, positions, again); err != nil {
			return fmt.Errorf("batch %d: %w", batch+1, err)
		}
	}
	switch err := errors.Join(in.End(), out.End()); {
	case err != nil:
		return err
	case !bytes.Equal(again, result):
		return errors.New("the result is not in canonical form")
	}
	return nil
}

// checkBatch checks the labels of a batch of positions, and appends the labels to dst.
func (w *wire) checkBatch(out *fields.Reader, positions []board.Position, dst []byte) ([]byte, error) {
	labels := 0
	for i := range positions {
		row := datasets.NewRow(positions[i])
		known := w.readLabel(out, &row)
		err := out.Err()
		switch {
		case err == nil && known:
			labels++
			dst = appendLabel(dst, &row)
			err = w.checkLabel(&row)
		case err == nil:
			dst = append(dst, 0)
			err = w.checkUnknown(&row)
		}
		if err != nil {
			return dst, fmt.Errorf("position %s: %w", row.Position.ID(), err)
		}
	}
	change := w.readChange(out)
	if !(change >= 0 && change <= float64(2*maxEquity*labels)) { // rejects NaN, too
		return dst, fmt.Errorf("%d labels change the equity by %v in all", labels, change)
	}
	return w.appendChange(dst, change), out.Err()
}

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
