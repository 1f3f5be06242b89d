package bearoff

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"math"
	"os"
	"time"

	"gammonlab/internal/atomicfile"
)

// A checkpoint is a line, a header, the ten numbers of every record in the
// order of the table, each with all its bits, and the SHA-256 of all that.
const (
	hyperCheckpointLine  = "gammonlab hypergammon checkpoint 1\n"
	hyperCheckpointValue = 10 * 4
)

// hyperCheckpointHeader is what a checkpoint says of itself, little-endian.
type hyperCheckpointHeader struct {
	Checkers  uint32
	Sweep     uint32
	Row       uint32
	Norm      float32
	Threshold float64
}

// save writes the checkpoint.
func (r *hyperRun) save() error {
	err := atomicfile.Write(r.checkpoint(), func(w io.Writer) error {
		sum := sha256.New()
		if err := r.writeCheckpoint(io.MultiWriter(w, sum)); err != nil {
			return err
		}
		_, err := w.Write(sum.Sum(nil))
		return err
	})
	if err != nil {
		return fmt.Errorf("bearoff: %w", err)
	}
	r.saved = time.Now()
	return nil
}

func (r *hyperRun) writeCheckpoint(w io.Writer) error {
	if _, err := io.WriteString(w, hyperCheckpointLine); err != nil {
		return err
	}
	header := hyperCheckpointHeader{
		uint32(r.options.Checkers), uint32(r.sweep), uint32(r.row), r.norm, r.options.Threshold,
	}
	if err := binary.Write(w, binary.LittleEndian, header); err != nil {
		return err
	}
	row := make([]byte, 0, r.table.n*hyperCheckpointValue)
	for opp := range r.table.n {
		row = row[:0]
		for own := range r.table.n {
			v := r.table.value(own, opp)
			row = appendHyperValue(row, &v)
		}
		if _, err := w.Write(row); err != nil {
			return err
		}
	}
	return nil
}

// resume goes on from the checkpoint if there is one.
func (r *hyperRun) resume() error {
	path := r.checkpoint()
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("bearoff: %w", err)
	}
	defer f.Close()
	if err := r.readCheckpoint(bufio.NewReaderSize(f, 1<<16)); err != nil {
		return fmt.Errorf("bearoff: %s: %w; remove it to begin again", path, err)
	}
	return nil
}

// readCheckpoint takes the state from a checkpoint. After an error the table is
// of no use.
func (r *hyperRun) readCheckpoint(file io.Reader) error {
	sum := sha256.New()
	in := io.TeeReader(file, sum)
	line := make([]byte, len(hyperCheckpointLine))
	if n, err := io.ReadFull(in, line); err != nil || string(line) != hyperCheckpointLine {
		return fmt.Errorf("begins with %q, want %q", line[:n], hyperCheckpointLine)
	}
	var header hyperCheckpointHeader
	if err := binary.Read(in, binary.LittleEndian, &header); err != nil {
		return fmt.Errorf("header: %w", err)
	}
	if err := r.take(header); err != nil {
		return err
	}
	row := make([]byte, r.table.n*hyperCheckpointValue)
	for opp := range r.table.n {
		if _, err := io.ReadFull(in, row); err != nil {
			return fmt.Errorf("truncated in row %d of %d: %w", opp, r.table.n, err)
		}
		for own := range r.table.n {
			v := hyperValueAt(row[own*hyperCheckpointValue:])
			r.table.set(own, opp, &v)
		}
	}
	return checkSum(file, sum)
}

// take checks the header and takes over where the iteration stands.
func (r *hyperRun) take(h hyperCheckpointHeader) error {
	if int(h.Checkers) != r.options.Checkers || h.Threshold != r.options.Threshold {
		return fmt.Errorf("made for %d checkers and threshold %v, want %d and %v",
			h.Checkers, h.Threshold, r.options.Checkers, r.options.Threshold)
	}
	if h.Sweep < 1 || h.Sweep > math.MaxInt32 || int64(h.Row) > int64(r.table.n) {
		return fmt.Errorf("stands at row %d of sweep %d, want rows up to %d and sweeps from 1", h.Row, h.Sweep, r.table.n)
	}
	r.sweep, r.row, r.norm = int(h.Sweep), int(h.Row), h.Norm
	return nil
}

// checkSum compares the rest of the file with the sum of what came before.
func checkSum(file io.Reader, sum hash.Hash) error {
	rest, err := io.ReadAll(io.LimitReader(file, sha256.Size+1))
	if err != nil {
		return err
	}
	if len(rest) != sha256.Size {
		return fmt.Errorf("%d bytes of checksum, want %d", len(rest), sha256.Size)
	}
	if !bytes.Equal(rest, sum.Sum(nil)) {
		return errors.New("damaged: its checksum is not that of its contents")
	}
	return nil
}

// fields lists the numbers of a record in the order of a checkpoint.
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
