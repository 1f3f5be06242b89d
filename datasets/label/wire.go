package label

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

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
	changes  bool // results contain the sums of changes
}

func (l *Labeller) wire(v board.Variant) wire {
	return wire{&l.settings, v, l.static != nil && l.settings.By != datasets.Static}
}

// maxRows returns the maximal number of rows of a shard, in whole batches.
func (w *wire) maxRows() int {
	label := 40
	if w.settings.random() {
		label = 70
	}
	if w.settings.cubes() {
		label += 40
	}
	batch := w.settings.batchRows()
	return maxShardBytes / label / batch * batch
}

// batches returns the number of batches of the shard.
func (w *wire) batches(s farm.Shard) uint64 {
	size := uint64(w.settings.batchRows())
	return s.Items/size + min(1, s.Items%size)
}

// appendBatch appends a batch to a payload. keys are the keys of the positions to label.
func appendBatch(dst []byte, keys []board.Key) []byte {
	dst = slices.Grow(dst, keyLen*len(keys)+binary.MaxVarintLen16)
	dst = binary.AppendUvarint(dst, uint64(len(keys)))
	for i := range keys {
		dst = append(dst, keys[i][:]...)
	}
	return dst
}

const keyLen = len(board.Key{})

// readBatch appends the positions of a batch to dst.
func (w *wire) readBatch(in *fields.Reader, dst []board.Position) ([]board.Position, error) {
	n := in.Uvarint()
	if most := w.settings.batchRows(); n > uint64(most) {
		in.Fail(fmt.Errorf("a batch of %d positions, want at most %d", n, most))
	}
	for i := uint64(0); i < n && in.Err() == nil; i++ {
		key := in.Bytes(uint64(keyLen))
		if key == nil {
			break
		}
		pos, err := board.Key(key).Position(w.variant)
		if err != nil {
			in.Fail(err)
		}
		dst = append(dst, pos)
	}
	if err := in.Err(); err != nil {
		return dst, fmt.Errorf("positions to label: %w", err)
	}
	return dst, nil
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
// and leaves the row unchanged. The caller sets the labeller's digest.
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
	r.Method, r.Seed = w.settings.By, w.settings.seedOf(&r.Position)
	return true
}

// appendChange appends the sum of a batch's changes.
func (w *wire) appendChange(dst []byte, sum float64) []byte {
	if !w.changes {
		return dst
	}
	return binary.LittleEndian.AppendUint64(dst, math.Float64bits(sum))
}

// readChange reads the sum of a batch's changes.
func (w *wire) readChange(in *fields.Reader) float64 {
	if !w.changes {
		return 0
	}
	return in.Float64()
}
