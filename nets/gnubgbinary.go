package nets

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
)

// gnubgMagic is the first number of a weights file in binary form; the version
// follows.
const gnubgMagic float32 = 472.3782

func isGnubgBinary(data []byte) bool {
	return len(data) >= 4 && binary.LittleEndian.Uint32(data) == math.Float32bits(gnubgMagic)
}

// gnubgBinary reads the binary form: little-endian words of four bytes. The
// file has two floats, the magic number and the version, then for each net four
// integers, two floats and the weights.
type gnubgBinary struct {
	data []byte
	at   int // offset of the last word read
	next int
}

func (b *gnubgBinary) wrong(format string, args ...any) error {
	return fmt.Errorf("byte %d: %s", b.at, fmt.Sprintf(format, args...))
}

func (b *gnubgBinary) word() (uint32, error) {
	if len(b.data)-b.next < 4 {
		return 0, fmt.Errorf("truncated: the file ends at byte %d", len(b.data))
	}
	b.at = b.next
	b.next += 4
	return binary.LittleEndian.Uint32(b.data[b.at:]), nil
}

func (b *gnubgBinary) float() (float32, error) {
	bits, err := b.word()
	return math.Float32frombits(bits), err
}

func (b *gnubgBinary) version() (string, error) {
	if _, err := b.word(); err != nil { // the magic number
		return "", err
	}
	v, err := b.float()
	if err != nil {
		return "", err
	}
	switch v {
	case 1.00:
		return gnubgVersion100, nil
	case 1.01:
		return gnubgVersion101, nil
	}
	return strconv.FormatFloat(float64(v), 'g', -1, 32), nil
}

func (b *gnubgBinary) header() (h gnubgHeader, err error) {
	begin := b.next
	var words [6]uint32
	for i := range words {
		if words[i], err = b.word(); err != nil {
			return h, err
		}
	}
	b.at = begin
	return gnubgHeader{
		inputs:     int(int32(words[0])),
		hidden:     int(int32(words[1])),
		outputs:    int(int32(words[2])),
		betaHidden: math.Float32frombits(words[4]),
		betaOutput: math.Float32frombits(words[5]),
	}, nil
}

func (b *gnubgBinary) end() error {
	if rest := len(b.data) - b.next; rest > 0 {
		return fmt.Errorf("%d bytes follow the last net, which ends at byte %d", rest, b.next)
	}
	return nil
}
