package xgfile

import (
	"encoding/binary"
	"math"
	"unicode/utf16"

	"gammonlab/board/record/internal/win1252"
)

// codec copies the fields of a record from its bytes to a struct, or back if
// write is set. A record lists its fields once for both directions.
type codec struct {
	b     []byte
	write bool
}

var order = binary.LittleEndian

func (c *codec) int32(at int, values ...*int32) {
	for i, v := range values {
		b := c.b[at+4*i:]
		if c.write {
			order.PutUint32(b, uint32(*v))
		} else {
			*v = int32(order.Uint32(b))
		}
	}
}

func (c *codec) int16(at int, v *int16) {
	if c.write {
		order.PutUint16(c.b[at:], uint16(*v))
	} else {
		*v = int16(order.Uint16(c.b[at:]))
	}
}

func (c *codec) flag(at int, v *bool) {
	switch {
	case !c.write:
		*v = c.b[at] != 0
	case *v:
		c.b[at] = 1
	}
}

func (c *codec) float64(at int, values ...*float64) {
	for i, v := range values {
		b := c.b[at+8*i:]
		if c.write {
			order.PutUint64(b, math.Float64bits(*v))
		} else {
			*v = math.Float64frombits(order.Uint64(b))
		}
	}
}

func (c *codec) float32s(at int, values []float32) {
	for i := range values {
		b := c.b[at+4*i:]
		if c.write {
			order.PutUint32(b, math.Float32bits(values[i]))
		} else {
			values[i] = math.Float32frombits(order.Uint32(b))
		}
	}
}

func (c *codec) int8s(at int, values []int8) {
	for i := range values {
		if c.write {
			c.b[at+i] = byte(values[i])
		} else {
			values[i] = int8(c.b[at+i])
		}
	}
}

// short is a text of at most size bytes in Windows-1252 after its length.
// Longer texts are cut off.
func (c *codec) short(at, size int, v *string) {
	if !c.write {
		n := min(int(c.b[at]), size)
		*v = win1252.Decode(c.b[at+1 : at+1+n])
		return
	}
	text := win1252.Encode(*v)
	n := min(len(text), size)
	c.b[at] = byte(n)
	copy(c.b[at+1:], text[:n])
}

// wide is a text in UTF-16 of size units, the last of which is 0. Longer texts
// are cut off.
func (c *codec) wide(at, size int, v *string) {
	if !c.write {
		var units []uint16
		for i := range size {
			unit := order.Uint16(c.b[at+2*i:])
			if unit == 0 {
				break
			}
			units = append(units, unit)
		}
		*v = string(utf16.Decode(units))
		return
	}
	units := utf16.Encode([]rune(*v))
	if len(units) >= size {
		units = units[:size-1]
		if last := rune(units[len(units)-1]); utf16.IsSurrogate(last) && last < 0xDC00 {
			units = units[:len(units)-1] // half a character
		}
	}
	for i, unit := range units {
		order.PutUint16(c.b[at+2*i:], unit)
	}
}
