package evaluator

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/strictjson"
	"gammonlab/nets"
)

// Version is the version of the protocol.
const Version = 1

// Positions are the inputs of programs that get positions. Other inputs are names of feature
// sets, such as gnubg-contact250.
const Positions = "position"

// maxBatch is the largest number of positions in a frame.
const maxBatch = 1 << 16

// Hello is the line with which a program introduces itself.
type Hello struct {
	Version int      `json:"evaluator"`
	Name    string   `json:"name"`
	Inputs  string   `json:"inputs"`            // [Positions] or a feature set
	Outputs []string `json:"outputs"`           // the names of [Outputs], in the program's order
	Digest  string   `json:"digest,omitempty"`  // of everything that the answers depend on
	Batch   int      `json:"batch"`             // most positions in a request
	Variant string   `json:"variant,omitempty"` // of backgammon; "" for backgammon
}

// Outputs returns the names of the outputs, in the order of [engine.Probabilities].
func Outputs() []string {
	return []string{"win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon"}
}

// format is what a Hello means.
type format struct {
	Hello
	variant board.Variant
	set     features.Set        // nil for positions
	places  [nets.Outputs]uint8 // by output of the program, the index in the probabilities
}

// parseHello reads the line of a program.
func parseHello(line []byte) (*format, error) {
	f := new(format)
	if err := strictjson.Unmarshal(line, &f.Hello); err != nil {
		return nil, err
	}
	switch {
	case f.Version != Version:
		return nil, fmt.Errorf("evaluator is %d, want %d, the version of the protocol", f.Version, Version)
	case f.Name == "":
		return nil, fmt.Errorf("name is missing")
	case f.Batch < 1 || f.Batch > maxBatch:
		return nil, fmt.Errorf("batch is %d, want 1 to %d", f.Batch, maxBatch)
	}
	if f.Variant != "" {
		if err := f.variant.UnmarshalText([]byte(f.Variant)); err != nil {
			return nil, fmt.Errorf("variant: %w", err)
		}
	}
	if f.Inputs != Positions {
		var err error
		if f.set, err = features.Lookup(f.Inputs); err != nil {
			return nil, fmt.Errorf("inputs: %w, or %s", err, Positions)
		}
	}
	return f, f.place()
}

// place finds the outputs by their names.
func (f *format) place() error {
	want := Outputs()
	sorted := slices.Sorted(slices.Values(f.Outputs))
	if !slices.Equal(sorted, slices.Sorted(slices.Values(want))) {
		return fmt.Errorf("outputs are %s, want each of %s once", strings.Join(f.Outputs, ", "), strings.Join(want, ", "))
	}
	for i, name := range f.Outputs {
		f.places[i] = uint8(slices.Index(want, name))
	}
	return nil
}

// line returns the line with which [Serve] begins.
func (h *Hello) line() []byte {
	text, err := json.Marshal(h)
	if err != nil {
		panic(err) // no field can fail
	}
	return append(text, '\n')
}
