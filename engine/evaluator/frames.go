package evaluator

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"gammonlab/board"
	"gammonlab/nets"
)

// positionSize is the size of a position in bytes.
const positionSize = 52

// AppendPosition appends the bytes of a position in a request.
func AppendPosition(dst []byte, pos *board.Position) []byte {
	for _, side := range []*board.Side{&pos.Own, &pos.Opp} {
		dst = append(dst, side[1:]...) // points 1 to 24 and the bar
		dst = append(dst, side[board.Off])
	}
	return dst
}

// readPosition reads the bytes of a position.
func readPosition(data []byte) (pos board.Position) {
	for i, side := range []*board.Side{&pos.Own, &pos.Opp} {
		part := data[i*positionSize/2:][:positionSize/2]
		copy(side[1:], part)
		side[board.Off] = part[len(part)-1]
	}
	return pos
}

// request returns the frame of a request. values has room for the inputs of a position.
func (f *format) request(dst []byte, positions []*board.Position, values []float32) []byte {
	dst = binary.LittleEndian.AppendUint32(dst[:0], uint32(len(positions)))
	for _, pos := range positions {
		if f.set == nil {
			dst = AppendPosition(dst, pos)
			continue
		}
		f.set.Extract(values, pos)
		for _, v := range values {
			dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(v))
		}
	}
	return dst
}

// slack is how far an output may be outside 0 to 1, as sums of exponentials are.
const slack = 1e-4

// readAnswer reads the frame of an answer about the positions, and returns an error for
// outputs that are no probabilities.
func (f *format) readAnswer(r io.Reader, dst [][nets.Outputs]float32, positions []*board.Position, buffer *[]byte) error {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return err
	}
	if n := binary.LittleEndian.Uint32(head[:]); int64(n) != int64(len(positions)) {
		return fmt.Errorf("it answers about %d positions, want %d", n, len(positions))
	}
	const row = 4 * nets.Outputs
	if size := row * len(positions); cap(*buffer) < size {
		*buffer = make([]byte, size)
	}
	data := (*buffer)[:row*len(positions)]
	if _, err := io.ReadFull(r, data); err != nil {
		return err
	}
	for i := range positions {
		for k, place := range f.places {
			v := math.Float32frombits(binary.LittleEndian.Uint32(data[i*row+4*k:]))
			if !(v >= -slack && v <= 1+slack) { // also for NaN
				return fmt.Errorf("its output %s is %v, want 0 to 1, about %s", f.Outputs[k], v, positions[i].ID())
			}
			dst[i][place] = min(max(v, 0), 1)
		}
	}
	return nil
}
