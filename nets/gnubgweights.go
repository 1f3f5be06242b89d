package nets

import (
	"fmt"
	"strings"

	"gammonlab/features"
)

// gnubgNets lists the nets of a weights file of GNU Backgammon in file order, with their
// inputs. Its own nets have 128 hidden units, the pruning nets 16, that for races 8.
var gnubgNets = []gnubgFileEntry{
	{Contact, "gnubg-contact250", true},
	{Race, "gnubg-race214", false},
	{Crashed, "gnubg-crashed250", true},
	{PruningContact, "gnubg-base200", false},
	{PruningCrashed, "gnubg-base200", false},
	{PruningRace, "gnubg-base200", false},
}

// gnubgFileEntry is a net of a weights file.
type gnubgFileEntry struct {
	part   Part
	inputs string // name of the feature set
	grown  bool   // version 1.01 of the weights uses version 2 of the set
}

// set returns the name of the feature set in a version of weights.
func (n gnubgFileEntry) set(version string) string {
	if n.grown && version == gnubgVersion101 {
		return n.inputs + "@2"
	}
	return n.inputs + "@1"
}

// Supported versions of weights files, as in the text form. Each determines the
// version of the inputs of the contact and crashed nets.
const (
	gnubgVersion100 = "1.00"
	gnubgVersion101 = "1.01"
)

// maxGnubgSize is the maximal size of a weights file in bytes; the text form of gnubg's own
// has about one million. maxGnubgUnits is the maximal number of hidden units of a net: text
// of three such nets fits.
const (
	maxGnubgSize  = 1 << 25
	maxGnubgUnits = 2048
)

// gnubgHeader is the header of a net, without its unused count of trainings.
type gnubgHeader struct {
	inputs, hidden, outputs int
	betaHidden, betaOutput  float32
}

// gnubgSource reads one of the two forms of a weights file. Its errors contain
// the place in the file.
type gnubgSource interface {
	version() (string, error)
	header() (gnubgHeader, error)
	float() (float32, error)
	end() error // returns an error if data follow the last net

	// wrong returns an error at the last word or line read.
	wrong(format string, args ...any) error
}

// DecodeGnubg decodes a weights file of GNU Backgammon, in text form
// (gnubg.weights) or binary form (gnubg.wd), and returns its nets and its
// version, 1.00 or 1.01. There is a net for each part of a model except [All].
// All activations are [GnubgSigmoid]; where gnubg divides exactly, the outputs
// equal gnubg's bit by bit.
func DecodeGnubg(data []byte) (nets map[Part]*Net, version string, err error) {
	nets, version, err = decodeGnubg(data)
	if err != nil {
		return nil, "", fmt.Errorf("gnubg weights: %w", err)
	}
	return nets, version, nil
}

func decodeGnubg(data []byte) (map[Part]*Net, string, error) {
	if len(data) > maxGnubgSize {
		return nil, "", fmt.Errorf("%d bytes long, the maximum is %d", len(data), maxGnubgSize)
	}
	var source gnubgSource
	switch {
	case isGnubgText(data):
		source = &gnubgText{data: data}
	case isGnubgBinary(data):
		source = &gnubgBinary{data: data}
	default:
		return nil, "", fmt.Errorf("the file starts neither with the words %q nor with the number %v", gnubgWords, gnubgMagic)
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
		if all[n.part], err = decodeGnubgNet(source, n.set(version)); err != nil {
			return nil, "", fmt.Errorf("%s net: %w", n.name(), err)
		}
	}
	return all, version, source.end()
}

// name returns the name of the net in errors.
func (n gnubgFileEntry) name() string { return strings.ReplaceAll(string(n.part), "-", " ") }

// decodeGnubgNet reads the next net.
func decodeGnubgNet(source gnubgSource, inputs string) (*Net, error) {
	set, err := features.Lookup(inputs)
	if err != nil {
		return nil, err
	}
	h, err := source.header()
	if err != nil {
		return nil, err
	}
	if h.inputs != set.Len() || h.hidden < 1 || h.hidden > maxGnubgUnits || h.outputs != Outputs {
		return nil, source.wrong("a net of %d-%d-%d, want %d-H-%d with H from 1 to %d", h.inputs, h.hidden, h.outputs, set.Len(), Outputs, maxGnubgUnits)
	}
	if h.betaHidden != gnubgBeta || h.betaOutput != 1 {
		return nil, source.wrong("factors %v and %v before the sigmoids, want %v and 1", h.betaHidden, h.betaOutput, gnubgBeta)
	}
	spec := NewSpec(set, GnubgSigmoid, h.hidden)
	spec.Head = GnubgSigmoid
	n, err := New(spec)
	if err != nil {
		return nil, err
	}
	return n, n.readGnubg(source)
}

// readGnubg reads the parameters.
func (n *Net) readGnubg(source gnubgSource) error {
	for _, part := range n.gnubgOrder() {
		for i := range part {
			v, err := source.float()
			if err != nil {
				return err
			}
			if v-v != 0 {
				return source.wrong("%v among the weights", v)
			}
			part[i] = v
		}
	}
	return nil
}

// gnubgOrder returns the parameters of a net with one hidden layer in the order of a file:
// that of the net's own layout, but all weights before the biases.
func (n *Net) gnubgOrder() [][]float32 {
	first, head := &n.hidden[0], &n.head
	var parts [][]float32
	for i := range first.in {
		parts = append(parts, first.w[i*first.perIn:][:first.out])
	}
	for k := range head.out {
		parts = append(parts, head.w[k*head.perOut:][:head.in])
	}
	return append(parts, first.b[:first.out], head.b)
}
