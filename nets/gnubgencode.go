package nets

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gammonlab/board"
)

// gnubgUnitsOf is a number that divides the number of hidden units of every net that gnubg
// evaluates correctly: its vector units take so many at a time and leave out the rest.
const gnubgUnitsOf = 8

// gnubgSink writes one of the two forms of a weights file.
type gnubgSink interface {
	version(string)
	header(gnubgHeader)
	float(float32)
	bytes() []byte
}

// EncodeGnubg returns the model as a weights file of GNU Backgammon, in text form
// (gnubg.weights) or binary form (gnubg.wd). The version follows from the inputs of the
// contact and crashed nets: 1.00 for version 1 of gnubg's, 1.01 for version 2. The file
// contains no provenance.
//
// The model must have exactly gnubg's nets, pruning nets included, each with gnubg's inputs
// and one hidden layer of a multiple of eight units with [Sigmoid] or [GnubgSigmoid]. gnubg
// evaluates both as [GnubgSigmoid]: probabilities of a net with [Sigmoid] change a little.
// An error names the first reason why a model does not fit.
func (m *Model) EncodeGnubg(text bool) ([]byte, error) {
	version, err := m.gnubgVersion()
	if err != nil {
		return nil, fmt.Errorf("the model does not fit into gnubg's weights: %w", err)
	}
	var sink gnubgSink = &gnubgBinaryFile{}
	if text {
		sink = &gnubgTextFile{}
	}
	sink.version(version)
	for _, of := range gnubgNets {
		m.Nets[of.part].writeGnubg(sink)
	}
	if size := len(sink.bytes()); size > maxGnubgSize {
		return nil, fmt.Errorf("the file would have %d bytes, the maximum is %d", size, maxGnubgSize)
	}
	return sink.bytes(), nil
}

// gnubgVersion returns the version of the file for the model.
func (m *Model) gnubgVersion() (string, error) {
	if err := m.Validate(); err != nil {
		return "", err
	}
	if m.Variant != board.Backgammon {
		return "", fmt.Errorf("it plays %s, want %s", m.Variant, board.Backgammon)
	}
	for _, of := range gnubgNets {
		if m.Nets[of.part] == nil {
			return "", fmt.Errorf("it has no %s net, only %v", of.name(), m.parts())
		}
	}
	for _, part := range m.parts() {
		if !slices.ContainsFunc(gnubgNets, func(of gnubgFileEntry) bool { return of.part == part }) {
			return "", fmt.Errorf("it has a net %q, which gnubg does not have", part)
		}
	}
	version := gnubgVersion100
	if m.Nets[Contact].spec.Canonical().Features == gnubgNets[0].set(gnubgVersion101) {
		version = gnubgVersion101
	}
	for _, of := range gnubgNets {
		if err := of.fits(&m.Nets[of.part].spec, version); err != nil {
			return "", fmt.Errorf("the %s net has %w", of.name(), err)
		}
	}
	return version, nil
}

// fits returns an error if gnubg's net cannot have the shape.
func (n gnubgFileEntry) fits(spec *Spec, version string) error {
	if got, want := spec.Canonical().Features, n.set(version); got != want {
		return fmt.Errorf("the inputs %s, want %s", got, want)
	}
	if len(spec.Hidden) != 1 {
		return fmt.Errorf("%d hidden layers, want 1", len(spec.Hidden))
	}
	if a := spec.Activations[0]; a != Sigmoid && a != GnubgSigmoid {
		return fmt.Errorf("the activation %s, want %s or %s", a, Sigmoid, GnubgSigmoid)
	}
	if units := spec.Hidden[0]; units%gnubgUnitsOf != 0 || units > maxGnubgUnits {
		return fmt.Errorf("%d hidden units, want a multiple of %d up to %d", units, gnubgUnitsOf, maxGnubgUnits)
	}
	return nil
}

// writeGnubg writes the net. gnubg multiplies the sums of the hidden layer by a factor,
// which the weights of a net with another sigmoid must make up for.
func (n *Net) writeGnubg(sink gnubgSink) {
	sink.header(gnubgHeader{
		inputs: n.set.Len(), hidden: n.spec.Hidden[0], outputs: Outputs,
		betaHidden: gnubgBeta, betaOutput: 1,
	})
	scaled := n
	if n.spec.Activations[0] != GnubgSigmoid {
		scaled = n.Clone()
		for l, i := &scaled.hidden[0], scaled.hidden[0].wAt; i < l.end; i++ {
			scaled.params[i] /= gnubgBeta
		}
	}
	for _, part := range scaled.gnubgOrder() {
		for _, v := range part {
			sink.float(v)
		}
	}
}

// gnubgTrainings is the count of trainings in gnubg's own binary file, which nothing uses.
const gnubgTrainings = 1

// gnubgBinaryFile writes the binary form, see [gnubgBinary].
type gnubgBinaryFile struct{ data []byte }

func (f *gnubgBinaryFile) word(v uint32)   { f.data = binary.LittleEndian.AppendUint32(f.data, v) }
func (f *gnubgBinaryFile) float(v float32) { f.word(math.Float32bits(v)) }
func (f *gnubgBinaryFile) bytes() []byte   { return f.data }

func (f *gnubgBinaryFile) version(v string) {
	f.float(gnubgMagic)
	number, _ := strconv.ParseFloat(v, 32) // one of two constants
	f.float(float32(number))
}

func (f *gnubgBinaryFile) header(h gnubgHeader) {
	for _, v := range []int{h.inputs, h.hidden, h.outputs, gnubgTrainings} {
		f.word(uint32(v))
	}
	f.float(h.betaHidden)
	f.float(h.betaOutput)
}

// gnubgTextFile writes the text form, see [gnubgText], with as many digits as each number
// needs.
type gnubgTextFile struct{ data []byte }

func (f *gnubgTextFile) bytes() []byte    { return f.data }
func (f *gnubgTextFile) version(v string) { f.data = fmt.Appendf(f.data, "%s %s\n", gnubgWords, v) }

func (f *gnubgTextFile) header(h gnubgHeader) {
	f.data = fmt.Appendf(f.data, "%d %d %d %d %v %v\n", h.inputs, h.hidden, h.outputs, gnubgTrainings, h.betaHidden, h.betaOutput)
}

func (f *gnubgTextFile) float(v float32) {
	f.data = append(strconv.AppendFloat(f.data, float64(v), 'f', -1, 32), '\n')
}
