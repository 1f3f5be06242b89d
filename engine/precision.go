package engine

import (
	"errors"
	"fmt"
	"slices"

	"gammonlab/nets"
)

// Precision is the precision of an evaluation's products, "" for the model's.
type Precision string

// Values returns the names.
func (Precision) Values() []string { return []string{string(nets.Float32), string(nets.Int16)} }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (p *Precision) UnmarshalText(text []byte) error {
	if *p = Precision(text); !slices.Contains(p.Values(), string(text)) {
		return fmt.Errorf("%q, want %s or %s", text, nets.Float32, nets.Int16)
	}
	return nil
}

// In returns the evaluator in the precision. It returns an error if the evaluator is not a
// [Static], or if its model is a program.
func (p Precision) In(e Evaluator) (Evaluator, error) {
	if p == "" {
		return e, nil
	}
	static, ok := NewFull(e).Unwrap().(*Static)
	switch {
	case !ok:
		return nil, errors.New("the model has no other precision")
	case static.model.By != nil:
		return nil, fmt.Errorf("%v has no other precision", static.model.By)
	}
	return NewStatic(static.model.In(nets.Precision(p)), static.databases), nil
}
