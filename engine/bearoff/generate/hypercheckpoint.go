package generate

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"gammonlab/internal/journal"
)

// hyperCheckpointValue is the size of a record in a checkpoint: ten exact
// numbers.
const hyperCheckpointValue = 10 * 4

// hyperCheckpoint is the kind of files of unfinished hypergammon databases.
// They are empty before the first checkpoint. A checkpoint has the state of the
// iteration and then the rows of the table; the next checkpoint replaces it.
var hyperCheckpoint = journal.Kind{Name: "hypergammon checkpoint", Version: 2}

// hyperStand is the state of the iteration, little-endian in a file.
type hyperStand struct {
	Sweep uint32
	Row   uint32
	Norm  float32
}

// resume opens the checkpoint file and loads its content.
func (r *hyperRun) resume() error {
	identity := map[string]any{"checkers": r.options.Checkers, "stop_change": r.options.Threshold}
	rows := -1
	j, err := journal.Open(r.path+journal.Suffix, hyperCheckpoint, identity, func(frame []byte) error {
		rows++
		return r.take(rows, frame)
	})
	if err != nil {
		return err
	}
	if rows >= 0 && rows < r.table.n {
		return errors.Join(fmt.Errorf("%s: %d of %d rows of a checkpoint; delete it and start again",
			r.path+journal.Suffix, rows, r.table.n), j.Close())
	}
	r.journal = j
	return nil
}

// take loads a frame: the state of the iteration as number 0, then the rows of
// the table from number 1 on.
func (r *hyperRun) take(number int, frame []byte) error {
	opp := number - 1
	switch {
	case number == 0:
		return r.stand(frame)
	case number > r.table.n:
		return fmt.Errorf("a row after all %d", r.table.n)
	case len(frame) != r.table.n*hyperCheckpointValue:
		return fmt.Errorf("a row of %d bytes, want %d", len(frame), r.table.n*hyperCheckpointValue)
	}
	for own := range r.table.n {
		v := hyperValueAt(frame[own*hyperCheckpointValue:])
		r.table.set(own, opp, &v)
	}
	return nil
}

// stand loads the state of the iteration.
func (r *hyperRun) stand(frame []byte) error {
	var h hyperStand
	if n, err := binary.Decode(frame, binary.LittleEndian, &h); err != nil || n != len(frame) {
		return fmt.Errorf("%d bytes of the iteration's state, want %d", len(frame), binary.Size(h))
	}
	if h.Sweep < 1 || h.Sweep > math.MaxInt32 || int64(h.Row) > int64(r.table.n) {
		return fmt.Errorf("row %d of sweep %d, want rows up to %d and sweeps from 1", h.Row, h.Sweep, r.table.n)
	}
	r.sweep, r.row, r.norm = int(h.Sweep), int(h.Row), h.Norm
	return nil
}

// save writes the checkpoint.
func (r *hyperRun) save() error {
	err := r.journal.Rewrite(func(add func(frame []byte) error) error {
		stand, err := binary.Append(nil, binary.LittleEndian, hyperStand{uint32(r.sweep), uint32(r.row), r.norm})
		if err == nil {
			err = add(stand)
		}
		row := make([]byte, 0, r.table.n*hyperCheckpointValue)
		for opp := 0; opp < r.table.n && err == nil; opp++ {
			row = row[:0]
			for own := range r.table.n {
				v := r.table.value(own, opp)
				row = appendHyperValue(row, &v)
			}
			err = add(row)
		}
		return err
	})
	if err != nil {
		return err
	}
	r.saved = time.Now()
	return nil
}

// fields returns the numbers of a record in the order of a checkpoint.
func (v *hyperValue) fields() [10]*float32 {
	o := &v.outputs
	return [...]*float32{&o[0], &o[1], &o[2], &o[3], &o[4],
		&v.equity, &v.owned, &v.centred, &v.jacoby, &v.opponent}
}

func appendHyperValue(dst []byte, v *hyperValue) []byte {
	for _, f := range v.fields() {
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(*f))
	}
	return dst
}

func hyperValueAt(data []byte) (v hyperValue) {
	for i, f := range v.fields() {
		*f = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return v
}
