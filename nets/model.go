package nets

import (
	"fmt"
	"slices"

	"gammonlab/board"
)

// Part says which positions a net of a model answers for: those of a class of
// package engine, or all that no other net of the model answers for.
type Part string

// The parts of a model. Pruning nets are small ones that choose, in a search
// that looks ahead, which plays are worth the full nets.
const (
	All            Part = "all"
	Race           Part = "race"
	Crashed        Part = "crashed"
	Contact        Part = "contact"
	PruningRace    Part = "pruning-race"
	PruningCrashed Part = "pruning-crashed"
	PruningContact Part = "pruning-contact"
)

// Parts lists every part that a model can have.
func Parts() []Part {
	return []Part{All, Race, Crashed, Contact, PruningRace, PruningCrashed, PruningContact}
}

// Prunes reports whether the part is that of a pruning net.
func (p Part) Prunes() bool {
	return p == PruningRace || p == PruningCrashed || p == PruningContact
}

// Model is a net, or a net for each class of positions, with what must be known
// to use it and to repeat its making. It is kept in one safetensors file, which
// the safetensors package of any language opens: tensors
// "<part>.layer<i>.weight" of shape [out, in] and "<part>.layer<i>.bias" of
// shape [out], numbered from the inputs on, the head last, and metadata with the
// fields below.
type Model struct {
	Nets    map[Part]*Net // as Validate wants them
	Variant board.Variant // the game it was trained for

	// Provenance says how the weights came to be: settings, seed, parent, games
	// seen, measured results. Keys are lower-case words joined by underscores.
	// Equal runs give equal provenance: no times, hosts, paths or workers.
	Provenance map[string]string
}

// NewModel returns a model of one net for all positions, which it does not copy.
func NewModel(net *Net, variant board.Variant) *Model {
	return &Model{Nets: map[Part]*Net{All: net}, Variant: variant, Provenance: map[string]string{}}
}

// Net returns the net that answers for the part: the part's own or else, but for
// pruning, that for all. It returns nil if there is neither.
func (m *Model) Net(part Part) *Net {
	if n := m.Nets[part]; n != nil {
		return n
	}
	switch part {
	case Race, Crashed, Contact:
		return m.Nets[All]
	}
	return nil
}

// Single returns the net of a model that has only one, for all positions, and an
// error for other models.
func (m *Model) Single() (*Net, error) {
	if n := m.Nets[All]; n != nil && len(m.Nets) == 1 {
		return n, nil
	}
	return nil, fmt.Errorf("nets: the model has the nets %v, not one for all positions", m.parts())
}

// Validate reports why the nets are not those of a model: a class of positions
// without a net, a part that there is not, heads that differ, or weights that are
// not finite or so large that answers could overflow. [Decode] refuses such a
// file and [Model.Encode] does not write it.
func (m *Model) Validate() error {
	if len(m.Nets) == 0 {
		return fmt.Errorf("nets: the model has no net")
	}
	for part, n := range m.Nets {
		if !slices.Contains(Parts(), part) {
			return fmt.Errorf("nets: a model has no part %q, want some of %v", part, Parts())
		}
		if n == nil {
			return fmt.Errorf("nets: the net for %s is nil", part)
		}
	}
	for _, part := range []Part{Race, Crashed, Contact} {
		if m.Net(part) == nil {
			return fmt.Errorf("nets: the model has the nets %v: none answers for %s", m.parts(), part)
		}
	}
	if m.Nets[PruningCrashed] != nil && m.Variant.Checkers() < board.MaxCheckers {
		return fmt.Errorf("nets: the model has a net for %s, but no position of %v is crashed", PruningCrashed, m.Variant)
	}
	for part, n := range m.Nets {
		if got, want := n.spec.HeadActivation(), m.head(); got != want {
			return fmt.Errorf("nets: the net for %s answers by %s, another of the model by %s", part, got, want)
		}
	}
	for _, part := range m.parts() {
		if err := m.Nets[part].checkRange(part); err != nil {
			return err
		}
	}
	return nil
}

// head returns the activation of the outputs, the same for all nets.
func (m *Model) head() Activation { return m.Nets[m.parts()[0]].spec.HeadActivation() }

// parts lists the parts that the model has nets for, in the order of [Parts].
func (m *Model) parts() []Part {
	return slices.DeleteFunc(Parts(), func(p Part) bool { return m.Nets[p] == nil })
}
