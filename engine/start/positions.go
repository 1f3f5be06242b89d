package start

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"

	"gammonlab/board"
)

// Positions draws the starting positions of games: a share of the games starts
// from the variant's opening. The others start from a pool, drawn by weight,
// at one of its positions, drawn by their weights, if there are any. It is safe
// for concurrent use.
type Positions struct {
	variant   board.Variant
	opening   float64
	pools     []Pool
	sums      []float64   // cumulative weights of the pools
	positions [][]float64 // for each pool, those of its positions; nil if they are equal
}

// Opening returns starts that are always the variant's opening.
func Opening(v board.Variant) *Positions { return &Positions{variant: v, opening: 1} }

// New returns starts with the variant's opening in the given share of
// games, from 0 to 1. It returns an error for pools that are empty, have a
// negative weight or contain positions that are illegal in the variant or of
// finished games, and if all weights are 0. Equal weights of all positions of a
// pool are the same as none.
func New(v board.Variant, opening float64, pools ...Pool) (*Positions, error) {
	pools = slices.Clone(pools)
	s := &Positions{variant: v, opening: opening, pools: pools}
	switch {
	case !(opening >= 0 && opening <= 1): // so that NaN fails too
		return nil, fmt.Errorf("the share of games from the opening is %v, want 0 to 1", opening)
	case len(pools) == 0 && opening < 1:
		return nil, errors.New("no pool of positions for the other games")
	}
	sum := 0.0
	for i := range pools {
		if err := pools[i].check(v); err != nil {
			return nil, err
		}
		sum += pools[i].Weight
		s.sums = append(s.sums, sum)
		s.positions = append(s.positions, pools[i].cumulate())
	}
	if len(pools) > 0 && !(sum > 0) {
		return nil, errors.New("the weights of all pools are 0")
	}
	return s, nil
}

// Draw returns a starting position, and whether it is the opening, where the
// first roll is not a double. With pools it draws from rng.
func (s *Positions) Draw(rng *rand.Rand) (pos board.Position, opening bool) {
	if len(s.pools) == 0 || s.opening > 0 && rng.Float64() < s.opening {
		return s.variant.Start(), true
	}
	i := draw(rng, s.sums)
	positions := s.pools[i].Positions
	if sums := s.positions[i]; sums != nil {
		return positions[draw(rng, sums)], false
	}
	return positions[rng.IntN(len(positions))], false
}

// draw returns an index with a probability that is proportional to its weight. sums are
// the cumulative weights, of which the last one is above 0.
func draw(rng *rand.Rand, sums []float64) int {
	at := rng.Float64() * sums[len(sums)-1]
	return sort.Search(len(sums)-1, func(i int) bool { return at < sums[i] })
}

// OpeningShare returns the share of games that begin with the opening.
func (s *Positions) OpeningShare() float64 { return s.opening }

// Variant returns the variant of the positions.
func (s *Positions) Variant() board.Variant { return s.variant }

// Names returns the names of the pools, nil if there are none.
func (s *Positions) Names() []string {
	var names []string
	for i := range s.pools {
		names = append(names, s.pools[i].Name)
	}
	return names
}

// Pools returns the pools. They must not be modified.
func (s *Positions) Pools() []Pool { return s.pools }

// IDs returns the IDs of the pools, nil if there are none.
func (s *Positions) IDs() []PoolID {
	var ids []PoolID
	for i := range s.pools {
		ids = append(ids, s.pools[i].id())
	}
	return ids
}

// Check returns an error for the first pool that does not match its ID.
func (s *Positions) Check(ids []PoolID) error {
	if len(s.pools) != len(ids) {
		return fmt.Errorf("%d pools of positions, want %d", len(s.pools), len(ids))
	}
	for i, want := range ids {
		if got := s.pools[i].id(); got != want {
			return fmt.Errorf("%s holds %d positions with sha256 %s and the weight is %v, want %d with %s and %v",
				s.pools[i].Name, got.Positions, got.SHA256, got.Weight, want.Positions, want.SHA256, want.Weight)
		}
	}
	return nil
}

// String describes the starting positions by the contents of the pools.
func (s *Positions) String() string {
	text := fmt.Sprintf("opening %v", s.opening)
	for _, id := range s.IDs() {
		what := "positions"
		if id.Weighted {
			what = "weighted positions"
		}
		text += fmt.Sprintf(", %v of %d %s, sha256 %s", id.Weight, id.Positions, what, id.SHA256)
	}
	return text
}
