package nets

import (
	"fmt"
	"strings"

	"gammonlab/features"
)

// gnubgNets lists the nets of a weights file of GNU Backgammon in its order,
// with their inputs and hidden units.
var gnubgNets = []struct {
	part   Part
	inputs string // name of the feature set
	grown  bool   // has a version 2 for version 1.01 of the weights
	hidden int
}{
	{Contact, "gnubg-contact250", true, 128},
	{Race, "gnubg-race214", false, 128},
	{Crashed, "gnubg-crashed250", true, 128},
	{PruningContact, "gnubg-base200", false, 16},
	{PruningCrashed, "gnubg-base200", false, 16},
	{PruningRace, "gnubg-base200", false, 8},
}

// Versions of weights files that can be read, as the text form has them. Each
// goes with a version of the inputs of the contact and crashed nets.
const (
	gnubgVersion100 = "1.00"
	gnubgVersion101 = "1.01"
)

// maxGnubgSize is the most bytes of a weights file; the text form takes about
// one million.
const maxGnubgSize = 1 << 24

// gnubgHeader is what stands before the weights of a net, but for a count of
// trainings that says nothing.
type gnubgHeader struct {
	inputs, hidden, outputs int
	betaHidden, betaOutput  float32
}

// gnubgSource reads one of the two forms of a weights file. Its errors say
// where in the file they are.
type gnubgSource interface {
	version() (string, error)
	header() (gnubgHeader, error)
	float() (float32, error)
	end() error // reports what follows the last net

	// wrong returns an error at what was read last.
	wrong(format string, args ...any) error
}

// DecodeGnubg reads a weights file of GNU Backgammon, in the text form
// (gnubg.weights) or the binary one (gnubg.wd), of version 1.00 or 1.01, which
// it returns. There is a net for each part of a model but [All]; all have the
// activation [GnubgSigmoid] throughout and answer with the bits of that program
// where it divides exactly.
func DecodeGnubg(data []byte) (nets map[Part]*Net, version string, err error) {
	nets, version, err = decodeGnubg(data)
	if err != nil {
		return nil, "", fmt.Errorf("nets: gnubg weights: %w", err)
	}
	return nets, version, nil
}

func decodeGnubg(data []byte) (map[Part]*Net, string, error) {
	if len(data) > maxGnubgSize {
		return nil, "", fmt.Errorf("%d bytes long, the most is %d", len(data), maxGnubgSize)
	}
	var source gnubgSource
	switch {
	case isGnubgText(data):
		source = &gnubgText{data: data}
	case isGnubgBinary(data):
		source = &gnubgBinary{data: data}
	default:
		return nil, "", fmt.Errorf("neither the words %q nor the number %v at the beginning", gnubgWords, gnubgMagic)
	}
	version, err := source.version()
	if err != nil {
		return nil, "", err
	}
	if version != gnubgVersion100 && version != gnubgVersion101 {
		return nil, "", source.wrong("version %.20q, this program reads %s and %s", version, gnubgVersion100, gnubgVersion101)
	}
	all := map[Part]*Net{}
	for _, n := range gnubgNets {
		set := n.inputs + "@1"
		if n.grown && version == gnubgVersion101 {
			set = n.inputs + "@2"
		}
		if all[n.part], err = decodeGnubgNet(source, set, n.hidden); err != nil {
			return nil, "", fmt.Errorf("%s net: %w", strings.ReplaceAll(string(n.part), "-", " "), err)
		}
	}
	return all, version, source.end()
}

// decodeGnubgNet reads the next net.
func decodeGnubgNet(source gnubgSource, inputs string, hidden int) (*Net, error) {
	set, err := features.Lookup(inputs)
	if err != nil {
		return nil, err
	}
	h, err := source.header()
	if err != nil {
		return nil, err
	}
	if h.inputs != set.Len() || h.hidden != hidden || h.outputs != Outputs {
		return nil, source.wrong("a net of %d-%d-%d, want %d-%d-%d", h.inputs, h.hidden, h.outputs, set.Len(), hidden, Outputs)
	}
	if h.betaHidden != gnubgBeta || h.betaOutput != 1 {
		return nil, source.wrong("factors %v and %v before the sigmoids, want %v and 1", h.betaHidden, h.betaOutput, gnubgBeta)
	}
	spec := NewSpec(set, GnubgSigmoid, hidden)
	spec.Head = GnubgSigmoid
	n, err := New(spec)
	if err != nil {
		return nil, err
	}
	return n, n.readGnubg(source)
}

// readGnubg sets the weights, which the file has in the order of the net's own
// layout, but all of them before the biases.
func (n *Net) readGnubg(source gnubgSource) error {
	first, head := &n.hidden[0], &n.head
	read := func(dst []float32) error {
		for i := range dst {
			v, err := source.float()
			if err != nil {
				return err
			}
			if v-v != 0 {
				return source.wrong("%v among the weights", v)
			}
			dst[i] = v
		}
		return nil
	}
	var parts [][]float32
	for i := range first.in {
		parts = append(parts, first.w[i*first.perIn:][:first.out])
	}
	for k := range head.out {
		parts = append(parts, head.w[k*head.perOut:][:head.in])
	}
	for _, part := range append(parts, first.b[:first.out], head.b) {
		if err := read(part); err != nil {
			return err
		}
	}
	return nil
}
