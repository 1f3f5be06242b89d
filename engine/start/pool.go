package start

import (
	"encoding/binary"
	"fmt"
	"math"

	"gammonlab/board"
	"gammonlab/internal/digest"
)

// Pool is a collection of starting positions.
type Pool struct {
	Name      string  // for messages, such as its file
	Weight    float64 // frequency of the pool, relative to the other pools
	Positions []board.Position

	// Weights are the frequencies of the positions, relative to each other; nil if all
	// are equal.
	Weights []float32
}

// PoolID identifies a pool in the settings of a run by its content.
type PoolID struct {
	Weight    float64 `json:"weight"`
	Positions int     `json:"positions"`
	SHA256    string  `json:"sha256"`             // of the content
	Weighted  bool    `json:"weighted,omitempty"` // the positions have weights
}

// check returns an error for pools from which no game can start.
func (p *Pool) check(v board.Variant) error {
	switch {
	case !IsWeight(p.Weight):
		return fmt.Errorf("%s: its weight is %v, want a number of at least 0", p.Name, p.Weight)
	case len(p.Positions) == 0:
		return fmt.Errorf("%s: no positions", p.Name)
	}
	for i := range p.Positions {
		pos := &p.Positions[i]
		if err := pos.Validate(v); err != nil {
			return fmt.Errorf("%s: position %d: %w", p.Name, i+1, err)
		}
		if pos.Result() != 0 {
			return fmt.Errorf("%s: position %d, %s, is that of a finished game", p.Name, i+1, pos.ID())
		}
	}
	return p.checkWeights()
}

// IsWeight reports whether w is a valid weight of a pool or a position: finite and at least 0.
func IsWeight(w float64) bool { return w >= 0 && !math.IsInf(w, 1) }

// checkWeights checks the weights of the positions.
func (p *Pool) checkWeights() error {
	if p.Weights == nil {
		return nil
	}
	if len(p.Weights) != len(p.Positions) {
		return fmt.Errorf("%s: %d weights of %d positions", p.Name, len(p.Weights), len(p.Positions))
	}
	zero := true
	for i, w := range p.Weights {
		if !IsWeight(float64(w)) {
			return fmt.Errorf("%s: position %d: its weight is %v, want a number of at least 0", p.Name, i+1, w)
		}
		zero = zero && w == 0
	}
	if zero {
		return fmt.Errorf("%s: the weights of all positions are 0", p.Name)
	}
	return nil
}

// cumulate returns the cumulative weights of the positions, nil if all weights are
// equal. In this case it removes the weights.
func (p *Pool) cumulate() []float64 {
	var sums []float64
	sum, equal := 0.0, true
	for _, w := range p.Weights {
		sum += float64(w)
		sums = append(sums, sum)
		equal = equal && w == p.Weights[0]
	}
	if equal {
		p.Weights = nil
		return nil
	}
	return sums
}

const keyLen = len(board.Key{})

// Content returns the bytes whose SHA-256 identifies the pool: the key of each position,
// and, if there are weights, after each key the weight as a little-endian float32.
func (p *Pool) Content() []byte {
	var content []byte
	for i := range p.Positions {
		key := p.Positions[i].Key()
		content = append(content, key[:]...)
		if p.Weights != nil {
			content = binary.LittleEndian.AppendUint32(content, math.Float32bits(p.Weights[i]))
		}
	}
	return content
}

// Pool returns the pool with the given content, of positions of the variant. It does not
// compare the content with the digest.
func (id PoolID) Pool(v board.Variant, content []byte) (Pool, error) {
	p := Pool{Name: "the pool " + id.SHA256, Weight: id.Weight}
	size := keyLen
	if id.Weighted {
		size += 4
	}
	for ; len(content) >= size; content = content[size:] {
		pos, err := board.Key(content[:keyLen]).Position(v)
		if err != nil {
			return p, fmt.Errorf("%s: position %d: %w", p.Name, len(p.Positions)+1, err)
		}
		p.Positions = append(p.Positions, pos)
		if id.Weighted {
			p.Weights = append(p.Weights, math.Float32frombits(binary.LittleEndian.Uint32(content[keyLen:])))
		}
	}
	return p, nil
}

func (p *Pool) id() PoolID {
	sum := digest.New()
	sum.Write(p.Content())
	return PoolID{p.Weight, len(p.Positions), sum.String(), p.Weights != nil}
}
