package named

import (
	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/search"
)

// Net has the settings of a net that evaluates positions.
type Net struct {
	Model     Model            `json:"model" default:"default" help:"<MODEL> that evaluates: a shipped net (default, fast, large, td512), a safetensors file, gnubg weights or evaluator:COMMAND"`
	Precision engine.Precision `json:"precision,omitempty" shown:"the model's" help:"<PRECISION> of the model's products: {values} (int16 is faster for large nets and costs up to 0.3 mEq)"`
	Bearoff   Databases        `json:"bearoff,omitzero" farm:"-"`

	// Variant is that of the games, nil for the model's.
	Variant *board.Variant `json:"variant,omitempty" group:"Rules, cube and score" shown:"the model's" help:"variant <GAME>: {values}"`
}

// Trained returns the variant for which the model was trained, after [Open].
func (n *Net) Trained() board.Variant { return engine.NewFull(n.Model.Evaluator).Variant() }

// Game returns the variant of the games after [Open].
func (n *Net) Game() board.Variant {
	if n.Variant != nil {
		return *n.Variant
	}
	return n.Trained()
}

// Open finds what the settings name.
func (n *Net) Open(o *Opener) error { return Open(n, o) }

// Evaluator returns the evaluator of the model, in the precision of the settings, after
// [Open].
func (n *Net) Evaluator() engine.Evaluator {
	e, err := n.Precision.In(n.Model.Evaluator)
	if err != nil {
		panic(err) // Open has returned it
	}
	return e
}

// Static returns a new evaluator of the model without look-ahead, in the precision of the
// settings, after [Open].
func (n *Net) Static() *engine.Full { return engine.NewFull(n.Evaluator()).Clone() }

// hasPrecision returns an error if the model cannot evaluate in the precision.
func (n *Net) hasPrecision() error {
	if n.Model.Evaluator == nil {
		return nil
	}
	_, err := n.Precision.In(n.Model.Evaluator)
	return fault("precision", err)
}

// Strength has the settings of a net that looks so deep, for judges, hints and analyses.
type Strength struct {
	Net
	search.Depths
	Prune bool `json:"prune" default:"true" help:"select plays in the search with the model's pruning nets, if it has any"`
}

// StrengthOf returns the strength of an evaluator that searches all plays.
func StrengthOf(e engine.Evaluator, plies int) Strength {
	return Strength{Net: Net{Model: Model{Evaluator: e}}, Depths: search.Depths{Depth: search.Depth{Plies: plies}}, Prune: true}
}

// Options returns the options of the search.
func (s *Strength) Options() search.Options {
	return search.Options{Depth: s.Depth, CubePlies: s.CubePlies, Rollers: s.Rollers, Time: s.Time, NoPruning: !s.Prune}
}

// Searcher returns a searcher with a number of workers, after [Open].
func (s *Strength) Searcher(workers int) (*search.Searcher, error) {
	options := s.Options()
	options.Workers = workers
	return search.New(s.Static(), options)
}
