package engine

import (
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
// [Static].
func (p Precision) In(e Evaluator) (Evaluator, error) {
	if p == "" {
		return e, nil
	}
	full := NewFull(e)
	static, ok := full.Unwrap().(*Static)
	if !ok {
		return nil, fmt.Errorf("%v has no other precision", full)
	}
	return NewStatic(static.model.In(nets.Precision(p)), static.databases), nil
}
