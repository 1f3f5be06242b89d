package generate

import (
	"bufio"
	"io"
)

// write assembles the rows of the file from their pieces in the records.
func (r *pairRun) write(w io.Writer, records store) error {
	buf := bufio.NewWriterSize(w, writeBuffer)
	buf.Write(r.header.Bytes())
	places := make([]int, r.size)
	for place, rank := range r.order.Ranks {
		places[rank] = place
	}
	row := make([]byte, r.size*r.recordSize())
	piece := make([]byte, len(row))
	for _, place := range places {
		if err := r.fill(row, piece, place, records); err != nil {
			return err
		}
		if _, err := buf.Write(row); err != nil {
			return err
		}
	}
	return buf.Flush()
}

// fill sets dst to the row of the file for the side at a place. piece is
// scratch memory of the same size.
func (r *pairRun) fill(dst, piece []byte, place int, records store) error {
	if place == 0 {
		for i := range dst {
			dst[i] = 0xff // has won
		}
		return nil
	}
	size := r.recordSize()
	clear(dst[:size]) // has lost
	for step := range r.steps() {
		on, waiting := r.halves(step)[0], r.halves(step)[1]
		h := waiting
		last := place < on.row+on.rows
		if last {
			h = on
		}
		words := piece[:h.columns*size]
		if err := records.ReadAt(words, step, h.at+int64(place-h.row)*int64(len(words))); err != nil {
			return err
		}
		for k := range h.columns {
			copy(dst[int(r.order.Ranks[h.column+k])*size:][:size], words[k*size:])
		}
		if last {
			return nil
		}
	}
	return nil
}
