package label

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/unfinished"
	"gammonlab/farm"
	"gammonlab/internal/fields"
)

// A shard has one or more batches of rows. For each batch, its payload has the number of
// rows to label, and the keys of their positions. For each batch, the result has the
// labels of these positions, then, if the labeller measures it, the sum of their changes.
//
// A label is encoded as a byte of flags for the numbers that follow, and these numbers.
const (
	hasLabel   = 1 << iota // the position has a label
	hasNoError             // all standard errors are 0
	hasErrors              // the standard errors follow; without hasErrors and hasNoError they are unknown
	hasCubeful
	hasTrials
	hasCubes
	hasAll = 1<<iota - 1
)

// maxShardBytes bounds payloads and results.
const maxShardBytes = 400 << 10

// wire encodes and decodes shards and results. Any number of goroutines may use it.
type wire struct {
	settings *Settings
	variant  board.Variant
	labeller string // digest of the evaluator
	changes  bool   // results contain the sums of changes
}

func (l *Labeller) wire(v board.Variant) wire {
	return wire{&l.settings, v, l.digest, l.static != nil && l.settings.By != datasets.Static}
}

// maxRows returns the maximal number of rows of a shard, in whole batches.
func (s *Settings) maxRows() int {
	label := 40
	if s.random() {
		label = 70
	}
	if s.cubes() {
		label += 40
	}
	batch := s.batchRows()
	return maxShardBytes / label / batch * batch
}

// batches returns the number of batches of the shard.
func (w *wire) batches(s farm.Shard) uint64 {
	size := uint64(w.settings.batchRows())
	return s.Items/size + min(1, s.Items%size)
}

// Shard implements [farm.Worker].
func (w *wire) Shard(s *shard) farm.Shard {
	var payload []byte
	for i := range s.batches {
		n := uint64(0)
		for range s.batches[i].wanted() {
			n++
		}
		payload = binary.AppendUvarint(payload, n)
		for _, row := range s.batches[i].wanted() {
			key := row.Position.Key()
			payload = append(payload, key[:]...)
		}
	}
	return farm.Shard{First: s.first, Items: s.items, Payload: payload}
}

// Piece implements [farm.Worker].
func (w *wire) Piece(from farm.Shard) (*shard, error) {
	s := &shard{first: from.First, items: from.Items}
	in := fields.NewReader(from.Payload)
	for range w.batches(from) {
		b := w.readBatch(&in)
		if err := in.Err(); err != nil {
			return nil, fmt.Errorf("positions to label: %w", err)
		}
		s.batches = append(s.batches, b)
	}
	if err := in.End(); err != nil {
		return nil, fmt.Errorf("positions to label: %w", err)
	}
	return s, nil
}

// readBatch reads the rows of a batch.
func (w *wire) readBatch(in *fields.Reader) (b batch) {
	n := in.Uvarint()
	if most := w.settings.batchRows(); n > uint64(most) {
		in.Fail(fmt.Errorf("a batch of %d positions, want at most %d", n, most))
	}
	for i := uint64(0); i < n && in.Err() == nil; i++ {
		key := in.Bytes(uint64(len(board.Key{})))
		if key == nil {
			break
		}
		pos, err := board.Key(key).Position(w.variant)
		if err != nil {
			in.Fail(err)
		}
		b.rows, b.choices = append(b.rows, datasets.NewRow(pos)), append(b.choices, wanted)
	}
	return b
}

// AppendResult implements [farm.Worker].
func (w *wire) AppendResult(dst []byte, s *shard) ([]byte, error) {
	for i := range s.batches {
		b := &s.batches[i]
		for k, row := range b.wanted() {
			if b.choices[k] == labelled {
				dst = appendLabel(dst, row)
			} else {
				dst = append(dst, 0)
			}
		}
		if w.changes {
			dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(b.change))
		}
	}
	return dst, nil
}

// ReadResult implements [farm.Worker].
func (w *wire) ReadResult(data []byte, s *shard) error {
	in := fields.NewReader(data)
	for i := range s.batches {
		if err := w.readLabels(&in, &s.batches[i]); err != nil {
			return fmt.Errorf("labels of batch %d: %w", i+1, err)
		}
	}
	if err := in.End(); err != nil {
		return fmt.Errorf("labels: %w", err)
	}
	return nil
}

// readLabels reads and checks the labels of a batch.
func (w *wire) readLabels(in *fields.Reader, b *batch) error {
	labels := 0
	for i, row := range b.wanted() {
		check := w.checkUnknown
		if b.choices[i] = unknownLabel; w.readLabel(in, row) {
			b.choices[i], check = labelled, w.checkLabel
			labels++
		}
		if err := cmp.Or(in.Err(), check(row)); err != nil {
			return fmt.Errorf("position %s: %w", row.Position.ID(), err)
		}
	}
	if w.changes {
		b.change = in.Float64()
	}
	if !(b.change >= 0 && b.change <= float64(2*maxEquity*labels)) { // rejects NaN, too
		return fmt.Errorf("%d labels change the equity by %v in all", labels, b.change)
	}
	return in.Err()
}

// appendLabel appends the numbers of the row's label.
func appendLabel(dst []byte, r *datasets.Row) []byte {
	at := len(dst)
	dst = fields.AppendFloat32s(append(dst, hasLabel), r.Probabilities[:]...)
	switch {
	case allBits(r, 0):
		dst[at] |= hasNoError
	case !allBits(r, math.Float32bits(unknown)):
		dst[at] |= hasErrors
		dst = append(fields.AppendFloat32s(dst, r.Errors[:]...), fields.AppendFloat32s(nil, r.EquityError)...)
	}
	if math.Float32bits(r.Cubeful) != math.Float32bits(unknown) {
		dst[at] |= hasCubeful
		dst = fields.AppendFloat32s(dst, r.Cubeful)
	}
	if r.Trials != 0 {
		dst[at] |= hasTrials
		dst = binary.AppendUvarint(dst, uint64(r.Trials))
	}
	if r.HasCubes() {
		dst[at] |= hasCubes
		dst = unfinished.AppendCubes(dst, &r.Cubes)
	}
	return dst
}

// allBits reports whether all standard errors have these bits.
func allBits(r *datasets.Row, bits uint32) bool {
	for _, e := range r.Errors {
		if math.Float32bits(e) != bits {
			return false
		}
	}
	return math.Float32bits(r.EquityError) == bits
}

// readLabel reads a label into the row. If the position has no label, it returns false
// and leaves the row unchanged.
func (w *wire) readLabel(in *fields.Reader, r *datasets.Row) bool {
	has := in.Byte()
	if has&hasLabel == 0 || has > hasAll {
		if has != 0 {
			in.Fail(fmt.Errorf("a label with the fields %#x", has))
		}
		return false
	}
	r.ClearLabel()
	in.Float32s(r.Probabilities[:])
	if has&hasNoError != 0 {
		setErrors(r, 0)
	}
	if has&hasErrors != 0 {
		in.Float32s(r.Errors[:])
		r.EquityError = in.Float32()
	}
	if has&hasCubeful != 0 {
		r.Cubeful = in.Float32()
	}
	if has&hasTrials != 0 {
		trials := in.Uvarint()
		if trials > math.MaxInt32 {
			in.Fail(fmt.Errorf("%d trials", trials))
		}
		r.Trials = int32(trials)
	}
	if has&hasCubes != 0 {
		unfinished.ReadCubes(in, &r.Cubes)
	}
	r.Method, r.Labeller, r.Seed = w.settings.By, w.labeller, w.settings.seedOf(&r.Position)
	return true
}
