package generate

import (
	"bufio"
	"encoding/binary"
	"io"

	"gammonlab/engine/bearoff/internal/format"
)

func (r *exactRun) write(w io.Writer, _ store) error {
	buf := bufio.NewWriterSize(w, writeBuffer)
	buf.Write(r.header.Bytes())
	if r.header.Compressed {
		r.writeTable(buf)
	}
	for rank := range r.at {
		dists := r.distributions(uint32(rank))
		for _, d := range dists[:r.dists] {
			if r.header.Compressed {
				buf.Write(d.Words)
				continue
			}
			for _, word := range d.Spread() {
				buf.Write(binary.LittleEndian.AppendUint16(buf.AvailableBuffer(), word))
			}
		}
	}
	return buf.Flush() // keeps the first error
}

func (r *exactRun) writeTable(buf *bufio.Writer) {
	words := uint32(0)
	for rank := range r.at {
		dists := r.distributions(uint32(rank))
		entry := binary.LittleEndian.AppendUint32(buf.AvailableBuffer(), words)
		for _, d := range dists[:r.dists] {
			entry = append(entry, byte(len(d.Words)/format.WordSize), byte(d.Start))
			words += uint32(len(d.Words) / format.WordSize)
		}
		buf.Write(entry)
	}
}
