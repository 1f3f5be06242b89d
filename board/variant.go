package board

import "fmt"

// Variant is a game with the rules of backgammon and its own starting position.
type Variant uint8

// The variants, with gnubg's names.
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

// String returns the variant's name, which [ParseVariant] parses.
func (v Variant) String() string {
	if int(v) < len(variantTable) {
		return variantTable[v].name
	}
	return fmt.Sprintf("Variant(%d)", uint8(v))
}

// ParseVariant returns the variant with the given name.
func ParseVariant(name string) (Variant, error) {
	for v, row := range variantTable {
		if row.name == name {
			return Variant(v), nil
		}
	}
	return 0, fmt.Errorf("unknown variant %q, want one of %v", name, Variants())
}

// MarshalText implements [encoding.TextMarshaler] with the name.
func (v Variant) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (v *Variant) UnmarshalText(name []byte) (err error) {
	*v, err = ParseVariant(string(name))
	return err
}

// Values returns the names of all variants.
func (Variant) Values() []string {
	var names []string
	for _, row := range variantTable {
		names = append(names, row.name)
	}
	return names
}

// Checkers returns the number of checkers with which each side starts.
func (v Variant) Checkers() int {
	return variantTable[v].start.Checkers()
}

// Start returns the starting position, which is the same for both sides.
func (v Variant) Start() Position {
	start := variantTable[v].start
	return Position{Own: start, Opp: start}
}
