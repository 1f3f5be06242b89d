package supervised

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/features"
)

// A file of samples has a line that names the format and the variant, then for each
// position its key and the float32 of its label, little-endian.
const (
	samplesFormat = "gammonlab samples 1 "
	sampleBytes   = len(board.Key{}) + 4*engine.Outputs
)

// Encode returns the positions and their labels in the format of [DecodeSamples]. The
// feature set and the inputs removed by [Samples.Without] are not part of it. Samples
// with weights cannot be encoded.
func (s *Samples) Encode() ([]byte, error) {
	if s.table.weights != nil {
		return nil, errors.New("samples with weights cannot be encoded")
	}
	dst := fmt.Appendf(nil, "%s%v\n", samplesFormat, s.table.variant)
	for _, i := range s.rows {
		dst = append(dst, s.table.keys[i][:]...)
		for _, v := range s.table.labels[i] {
			dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(v))
		}
	}
	return dst, nil
}

// DecodeSamples decodes the output of [Samples.Encode] into samples for a feature set.
func DecodeSamples(set features.Set, data []byte) (*Samples, error) {
	head, data, whole := bytes.Cut(data, []byte("\n"))
	name, ok := bytes.CutPrefix(head, []byte(samplesFormat))
	if !whole || !ok {
		return nil, fmt.Errorf("samples begin with %.40q, want %q", head, samplesFormat)
	}
	variant, err := board.ParseVariant(string(name))
	if err != nil {
		return nil, fmt.Errorf("samples: %w", err)
	}
	if len(data)%sampleBytes != 0 {
		return nil, fmt.Errorf("samples of %d bytes, want %d each", len(data), sampleBytes)
	}
	t := &positionRows{variant: variant}
	for n := 1; len(data) > 0; n++ {
		row, err := decodeSample(variant, data[:sampleBytes])
		if err != nil {
			return nil, fmt.Errorf("sample %d: %w", n, err)
		}
		t.add(row, Unweighted, 0)
		data = data[sampleBytes:]
	}
	return newSamples(set, t, upTo(len(t.keys))), nil
}

// decodeSample reads a position and its label. The position must be legal in the
// variant and its game not over; the label must give impossible outcomes 0.
func decodeSample(variant board.Variant, data []byte) (*datasets.Row, error) {
	var err error
	row := new(datasets.Row)
	if row.Position, err = board.Key(data[:len(board.Key{})]).Position(variant); err != nil {
		return nil, err
	}
	if row.Position.Result() != 0 {
		return nil, fmt.Errorf("the game of position %s is over", row.Position.ID())
	}
	for k := range row.Probabilities {
		row.Probabilities[k] = math.Float32frombits(binary.LittleEndian.Uint32(data[len(board.Key{})+4*k:]))
	}
	if err := row.Probabilities.Check(); err != nil {
		return nil, err
	}
	possible := row.Probabilities
	possible.RuleOut(&row.Position)
	for k, v := range possible {
		if math.Float32bits(v) != math.Float32bits(row.Probabilities[k]) {
			return nil, fmt.Errorf("the probabilities %v are impossible in position %s", row.Probabilities, row.Position.ID())
		}
	}
	return row, nil
}
