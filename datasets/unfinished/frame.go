package unfinished

import (
	"encoding/binary"
	"fmt"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/internal/fields"
)

// frame collects rows that are written together. Its payload is the number of items done,
// the length of a note, the note, and the rows.
type frame struct {
	any   bool // the frame has rows or a new number of items
	done  uint64
	note  []byte
	rows  []byte
	texts textNumbers
}

func (f *frame) empty() bool { return !f.any }

// add adds rows, and sets the number of items done and the note.
func (f *frame) add(rows []datasets.Row, done uint64, note []byte) {
	for i := range rows {
		f.rows = appendRow(f.rows, rows[i].Position.Key(), &rows[i], &f.texts)
	}
	f.any, f.done, f.note = true, done, append(f.note[:0], note...)
}

// take returns the payload of the frame and empties the frame.
func (f *frame) take() []byte {
	payload := binary.AppendUvarint(nil, f.done)
	payload = binary.AppendUvarint(payload, uint64(len(f.note)))
	payload = append(payload, f.note...)
	payload = append(payload, f.rows...)
	f.any, f.rows = false, f.rows[:0]
	f.texts.reset()
	return payload
}

// decodeFrame reads a payload and calls visit, if it is not nil, for each row. The note
// shares memory with the payload.
func decodeFrame(payload []byte, v board.Variant, visit func(*datasets.Row) error) (done uint64, note []byte, err error) {
	d := decoder{Reader: fields.NewReader(payload), variant: v}
	done = d.Uvarint()
	note = d.Bytes(d.Uvarint())
	if d.Err() != nil || visit == nil {
		return done, note, d.Err()
	}
	var row datasets.Row
	for number := 1; d.More(); number++ {
		if d.row(&row); d.Err() != nil {
			return done, note, fmt.Errorf("row %d: %w", number, d.Err())
		}
		if err := visit(&row); err != nil {
			return done, note, err
		}
	}
	return done, note, nil
}
