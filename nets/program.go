package nets

import (
	"context"
	"fmt"

	"gammonlab/board"
)

// Program computes the outputs of positions in place of nets: a net of any architecture, in
// another program.
type Program interface {
	// Outputs sets dst[i] to the outputs for positions[i], of games that are not over. It
	// returns an error when the program fails or ctx ends. Several goroutines call it.
	Outputs(ctx context.Context, dst [][Outputs]float32, positions []*board.Position) error

	// Digest identifies everything that the outputs depend on. It returns an error if the
	// program does not tell.
	Digest() (string, error)

	// String returns the text that names the program, where models have names.
	String() string
}

// OfProgram returns a model that a program computes. It has no nets, so it cannot be written
// to a file.
func OfProgram(p Program, variant board.Variant) *Model {
	return &Model{By: p, Variant: variant, Provenance: map[string]string{}}
}

// noWeights is the error for what needs the weights of a model.
func (m *Model) noWeights() error {
	return fmt.Errorf("%v is another program: its weights are not known here", m.By)
}
