package selfplay

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sort"

	"gammonlab/board"
	"gammonlab/internal/digest"
)

// Pool is a collection of starting positions.
type Pool struct {
	Name      string  // for messages, such as its file
	Weight    float64 // frequency of the pool, relative to the other pools
	Positions []board.Position
}

// PoolID identifies a pool in the settings of a run by its content.
type PoolID struct {
	Weight    float64 `json:"weight"`
	Positions int     `json:"positions"`
	SHA256    string  `json:"sha256"` // of the positions' keys, in order
}

// Starts draws the starting positions of games: a share of the games starts
// from the variant's opening. The others start from a pool, drawn by weight,
// with equal probability for each of its positions. It is safe for concurrent
// use.
type Starts struct {
	variant board.Variant
	opening float64
	pools   []Pool
	sums    []float64 // cumulative weights of the pools
}

// Opening returns starts that are always the variant's opening.
func Opening(v board.Variant) *Starts { return &Starts{variant: v, opening: 1} }

// NewStarts returns starts with the variant's opening in the given share of
// games, from 0 to 1. It returns an error for pools that are empty, have a
// negative weight or contain positions that are illegal in the variant or of
// finished games, and if all weights are 0.
func NewStarts(v board.Variant, opening float64, pools ...Pool) (*Starts, error) {
	s := &Starts{variant: v, opening: opening, pools: pools}
	switch {
	case !(opening >= 0 && opening <= 1): // so that NaN fails too
		return nil, fmt.Errorf("selfplay: the share of games from the opening is %v, want 0 to 1", opening)
	case len(pools) == 0 && opening < 1:
		return nil, errors.New("selfplay: no pool of positions for the other games")
	}
	sum := 0.0
	for i := range pools {
		if err := pools[i].check(v); err != nil {
			return nil, err
		}
		sum += pools[i].Weight
		s.sums = append(s.sums, sum)
	}
	if len(pools) > 0 && !(sum > 0) {
		return nil, errors.New("selfplay: the weights of all pools are 0")
	}
	return s, nil
}

func (p *Pool) check(v board.Variant) error {
	switch {
	case !(p.Weight >= 0) || math.IsInf(p.Weight, 1):
		return fmt.Errorf("selfplay: %s: its weight is %v, want a number of at least 0", p.Name, p.Weight)
	case len(p.Positions) == 0:
		return fmt.Errorf("selfplay: %s: no positions", p.Name)
	}
	for i := range p.Positions {
		pos := &p.Positions[i]
		if err := pos.Validate(v); err != nil {
			return fmt.Errorf("selfplay: %s: position %d: %w", p.Name, i+1, err)
		}
		if pos.Result() != 0 {
			return fmt.Errorf("selfplay: %s: position %d, %s, is that of a finished game", p.Name, i+1, pos.ID())
		}
	}
	return nil
}

// Draw returns a starting position, and whether it is the opening, where the
// first roll is not a double. With pools it draws from rng.
func (s *Starts) Draw(rng *rand.Rand) (pos board.Position, opening bool) {
	if len(s.pools) == 0 || s.opening > 0 && rng.Float64() < s.opening {
		return s.variant.Start(), true
	}
	at := rng.Float64() * s.sums[len(s.sums)-1]
	i := sort.Search(len(s.sums)-1, func(i int) bool { return at < s.sums[i] })
	positions := s.pools[i].Positions
	return positions[rng.IntN(len(positions))], false
}

// OpeningShare returns the share of games that begin with the opening.
func (s *Starts) OpeningShare() float64 { return s.opening }

// Variant returns the variant of the positions.
func (s *Starts) Variant() board.Variant { return s.variant }

// Names returns the names of the pools, nil if there are none.
func (s *Starts) Names() []string {
	var names []string
	for i := range s.pools {
		names = append(names, s.pools[i].Name)
	}
	return names
}

// Pools returns the pools. They must not be modified.
func (s *Starts) Pools() []Pool { return s.pools }

// IDs returns the IDs of the pools, nil if there are none.
func (s *Starts) IDs() []PoolID {
	var ids []PoolID
	for i := range s.pools {
		ids = append(ids, s.pools[i].id())
	}
	return ids
}

func (p *Pool) id() PoolID {
	sum := digest.New()
	for k := range p.Positions {
		key := p.Positions[k].Key()
		sum.Write(key[:])
	}
	return PoolID{p.Weight, len(p.Positions), sum.String()}
}

// Check returns an error for the first pool that does not match its ID.
func (s *Starts) Check(ids []PoolID) error {
	if len(s.pools) != len(ids) {
		return fmt.Errorf("selfplay: %d pools of positions, want %d", len(s.pools), len(ids))
	}
	for i, want := range ids {
		if got := s.pools[i].id(); got != want {
			return fmt.Errorf("selfplay: %s holds %d positions with sha256 %s and the weight is %v, want %d with %s and %v",
				s.pools[i].Name, got.Positions, got.SHA256, got.Weight, want.Positions, want.SHA256, want.Weight)
		}
	}
	return nil
}

// String describes the starting positions by the contents of the pools.
func (s *Starts) String() string {
	text := fmt.Sprintf("opening %v", s.opening)
	for _, id := range s.IDs() {
		text += fmt.Sprintf(", %v of %d positions, sha256 %s", id.Weight, id.Positions, id.SHA256)
	}
	return text
}
