package board

import "fmt"

// Variant is a game played by the rules of backgammon from its own start.
type Variant uint8

// The variants, by the names that gnubg gives them.
const (
	Backgammon Variant = iota
	Nackgammon
	Hypergammon1
	Hypergammon2
	Hypergammon3
)

type variantRow struct {
	name  string
	start Side
}

var variantTable = [...]variantRow{
	Backgammon:   {"backgammon", Side{24: 2, 13: 5, 8: 3, 6: 5}},
	Nackgammon:   {"nackgammon", Side{24: 2, 23: 2, 13: 4, 8: 3, 6: 4}},
	Hypergammon1: {"hypergammon1", Side{24: 1}},
	Hypergammon2: {"hypergammon2", Side{24: 1, 23: 1}},
	Hypergammon3: {"hypergammon3", Side{24: 1, 23: 1, 22: 1}},
}

// Variants lists every variant.
func Variants() []Variant {
	return []Variant{Backgammon, Nackgammon, Hypergammon1, Hypergammon2, Hypergammon3}
}

// String returns the variant's name, as [ParseVariant] reads it.
func (v Variant) String() string {
	if int(v) < len(variantTable) {
		return variantTable[v].name
	}
	return fmt.Sprintf("Variant(%d)", uint8(v))
}

// ParseVariant returns the variant of the given name.
func ParseVariant(name string) (Variant, error) {
	for v, row := range variantTable {
		if row.name == name {
			return Variant(v), nil
		}
	}
	return 0, fmt.Errorf("board: unknown variant %q, want one of %v", name, Variants())
}

// Checkers returns how many checkers each side starts with.
func (v Variant) Checkers() int {
	return variantTable[v].start.Checkers()
}

// Start returns the starting position, which looks the same to both sides.
func (v Variant) Start() Position {
	start := variantTable[v].start
	return Position{Own: start, Opp: start}
}
