package farm

import (
	"encoding/binary"
	"fmt"
)

// Records is a piece of consecutive items that need no other input. The result of an item is a
// record of fixed size: numbers, and arrays and structs of numbers.
type Records[R any] struct {
	First, Items uint64 // as in a [Shard]
	Results      []R    // of the items so far
}

// RecordCodec encodes [Records] for a [Worker]: a record little-endian, as encoding/binary
// does.
type RecordCodec[R any] struct {
	// CheckItems returns an error if the work does not have these items.
	CheckItems func(first, items uint64) error

	// CheckRecord returns an error for an impossible record of an item.
	CheckRecord func(item uint64, r *R) error
}

// Shard implements [Worker].
func (c RecordCodec[R]) Shard(p *Records[R]) Shard { return Shard{First: p.First, Items: p.Items} }

// Piece implements [Worker].
func (c RecordCodec[R]) Piece(s Shard) (*Records[R], error) {
	if err := c.CheckItems(s.First, s.Items); err != nil {
		return nil, err
	}
	return &Records[R]{First: s.First, Items: s.Items}, nil
}

// AppendResult implements [Worker].
func (c RecordCodec[R]) AppendResult(dst []byte, p *Records[R]) ([]byte, error) {
	return binary.Append(dst, binary.LittleEndian, p.Results)
}

// ReadResult implements [Worker].
func (c RecordCodec[R]) ReadResult(data []byte, p *Records[R]) error {
	size := uint64(binary.Size(new(R)))
	if n := uint64(len(data)); n%size != 0 || n/size != p.Items {
		return fmt.Errorf("%d bytes for %d items, want %d each", n, p.Items, size)
	}
	p.Results = make([]R, p.Items)
	if _, err := binary.Decode(data, binary.LittleEndian, p.Results); err != nil {
		return err
	}
	for i := range p.Results {
		if err := c.CheckRecord(p.First+uint64(i), &p.Results[i]); err != nil {
			return err
		}
	}
	return nil
}
