package format

import (
	"encoding/binary"
	"math"
)

// Normal is a distribution given by its mean and standard deviation.
type Normal struct{ Mean, Deviation float32 }

// ParseNormals parses a record of 16 bytes: the distributions of the rolls to bear off all
// checkers, and the first one.
func ParseNormals(record []byte) [2]Normal {
	var v [4]float32
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(record[4*i:]))
	}
	return [2]Normal{{v[0], v[1]}, {v[2], v[3]}}
}

// AppendNormals appends a record of 16 bytes.
func AppendNormals(dst []byte, dists [2]Normal) []byte {
	for _, d := range dists {
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(d.Mean))
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(d.Deviation))
	}
	return dst
}
