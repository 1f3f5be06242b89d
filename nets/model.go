package nets

import (
	"fmt"
	"slices"

	"gammonlab/board"
)

// Part is the kind of positions that a net of a model evaluates: a class of package engine,
// or all positions of classes without a net.
type Part string

// The parts of a model. Pruning nets are small nets for a search: they select
// the plays that the full nets evaluate. The nets of the cube know cube efficiencies: see
// package cube.
const (
	All            Part = "all"
	Race           Part = "race"
	Crashed        Part = "crashed"
	Contact        Part = "contact"
	PruningRace    Part = "pruning-race"
	PruningCrashed Part = "pruning-crashed"
	PruningContact Part = "pruning-contact"
	CubeRace       Part = "cube-race"
	CubeCrashed    Part = "cube-crashed"
	CubeContact    Part = "cube-contact"
)

// Parts lists every part that a model can have.
func Parts() []Part {
	return []Part{All, Race, Crashed, Contact, PruningRace, PruningCrashed, PruningContact, CubeRace, CubeCrashed, CubeContact}
}

// Evaluates reports whether the net of the part evaluates positions; the others are pruning
// nets and nets of cube efficiencies.
func (p Part) Evaluates() bool {
	return p != "" && !p.Prunes() && !p.OfCube()
}

// OfCube reports whether the net of the part knows cube efficiencies.
func (p Part) OfCube() bool { return p == CubeRace || p == CubeCrashed || p == CubeContact }

// Prunes reports whether the net of the part is a pruning net.
func (p Part) Prunes() bool {
	return p == PruningRace || p == PruningCrashed || p == PruningContact
}

// Model is a net, or a net for each class of positions, with the data needed to
// use it and to reproduce its training. Its file is in safetensors format,
// which libraries of many languages read: tensors "<part>.layer<i>.weight" of
// shape [out, in] and "<part>.layer<i>.bias" of shape [out], numbered from the
// inputs on, the head last, and metadata with the fields below.
type Model struct {
	Nets    map[Part]*Net // Validate checks the nets
	Variant board.Variant // the variant for which the model was trained

	// Provenance documents how the weights were trained: settings, seed, parent, games
	// played, measured results. Keys are lower-case words joined by underscores.
	// Equal runs give equal provenance: it contains no times, hosts, paths or
	// numbers of workers.
	Provenance map[string]string

	// Half makes [Model.Encode] write weights of half precision, if half precision
	// represents all weights exactly. [Decode] sets it for files with such weights, and
	// [Model.InHalf] sets it. Biases are always of single precision.
	Half bool

	// NoSum makes [Model.Encode] omit the SHA-256 of the file's contents. [Decode] sets it for
	// files without one, so that these models keep their digests.
	NoSum bool

	// Precision is the precision in which the nets evaluate, "" for Float32; see [Model.In].
	Precision Precision
}

// NewModel returns a model with one net for all positions. It does not copy the
// net.
func NewModel(net *Net, variant board.Variant) *Model {
	return &Model{Nets: map[Part]*Net{All: net}, Variant: variant, Provenance: map[string]string{}}
}

// Net returns the net for the part. If the part has no net and is not a pruning net, it
// returns the net for all positions. It returns nil if there is no such net.
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

// Single returns the net of a model with one net for all positions, and an
// error for other models.
func (m *Model) Single() (*Net, error) {
	if n := m.Nets[All]; n != nil && len(m.Nets) == 1 {
		return n, nil
	}
	return nil, fmt.Errorf("the model has the nets %v, not one for all positions", m.parts())
}

// Validate returns an error if the nets do not form a model: a class of
// positions has no net, a part is unknown, heads differ, or weights are not
// finite or so large that outputs could overflow. [Decode] and [Model.Encode]
// return this error.
func (m *Model) Validate() error {
	if len(m.Nets) == 0 {
		return fmt.Errorf("the model has no net")
	}
	for part, n := range m.Nets {
		if !slices.Contains(Parts(), part) {
			return fmt.Errorf("unknown part %q of a model, want some of %v", part, Parts())
		}
		if n == nil {
			return fmt.Errorf("the net for %s is nil", part)
		}
	}
	for _, part := range []Part{Race, Crashed, Contact} {
		if m.Net(part) == nil {
			return fmt.Errorf("the model has the nets %v: none evaluates %s", m.parts(), part)
		}
	}
	if m.Nets[PruningCrashed] != nil && m.Variant.Checkers() < board.MaxCheckers {
		return fmt.Errorf("the model has a net for %s, but no position of %v is crashed", PruningCrashed, m.Variant)
	}
	for part, n := range m.Nets {
		if got, want := n.spec.HeadActivation(), m.head(); got != want {
			return fmt.Errorf("the head of the net for %s is %s, that of another net of the model is %s", part, got, want)
		}
	}
	for _, part := range m.parts() {
		if err := m.Nets[part].checkRange(part); err != nil {
			return err
		}
	}
	return nil
}

// head returns the activation of the outputs, which is the same for all nets.
func (m *Model) head() Activation { return m.Nets[m.parts()[0]].spec.HeadActivation() }

// parts lists the parts for which the model has nets, in the order of [Parts].
func (m *Model) parts() []Part {
	return slices.DeleteFunc(Parts(), func(p Part) bool { return m.Nets[p] == nil })
}
