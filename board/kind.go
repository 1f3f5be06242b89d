package board

import (
	"fmt"
	"slices"
	"strings"
)

// Kind is a kind of position that is rare in games of good players, so nets
// learn little about it unless training collects such positions. A position is
// of a kind if one of the sides fits it, independent of the player on roll.
type Kind string

// The kinds.
const (
	Backgame  Kind = "backgame"  // two or more anchors in the other's home board
	Prime     Kind = "prime"     // five points in a row with a checker of the other side behind them
	Straggler Kind = "straggler" // a prime with exactly one checker behind it
	Stuck     Kind = "stuck"     // five or more checkers in the other's home board or on the bar
	LateHit   Kind = "late-hit"  // checkers borne off, and a checker back in the other's home board or on the bar

	PrimeVsPrime Kind = "prime-vs-prime" // each side has a prime with a checker of the other side behind it
)

// Kinds lists every kind.
func Kinds() []Kind { return []Kind{Backgame, Prime, Straggler, Stuck, LateHit, PrimeVsPrime} }

// ParseKinds parses kinds separated by commas.
func ParseKinds(text string) ([]Kind, error) {
	var kinds []Kind
	for _, name := range strings.Split(text, ",") {
		kind := Kind(strings.TrimSpace(name))
		if !slices.Contains(Kinds(), kind) {
			return nil, fmt.Errorf("unknown kind %q, want some of %s", kind, strings.ReplaceAll(KindNames(Kinds()), ",", ", "))
		}
		kinds = append(kinds, kind)
	}
	return kinds, nil
}

// Of reports whether the position is of the kind.
func (k Kind) Of(pos *Position) bool {
	if k == PrimeVsPrime {
		return Prime.ofSide(&pos.Own, &pos.Opp) && Prime.ofSide(&pos.Opp, &pos.Own)
	}
	return k.ofSide(&pos.Own, &pos.Opp) || k.ofSide(&pos.Opp, &pos.Own)
}

// farHome is the lowest point of a side in the other's home board.
const farHome = 19

// ofSide reports whether a side fits the kind against the other side.
func (k Kind) ofSide(side, other *Side) bool {
	if contact := side.Rearmost()+other.Rearmost() >= Bar; !contact {
		return false
	}
	switch k {
	case Backgame:
		anchors := 0
		for point := farHome; point < Bar; point++ {
			if side[point] >= 2 {
				anchors++
			}
		}
		return anchors >= 2
	case Stuck:
		const many = 5
		return side.Back() >= many
	case LateHit:
		return side[Off] > 0 && side.Back() > 0
	case Prime:
		return behindPrime(side, other) > 0
	case Straggler:
		return behindPrime(side, other) == 1
	}
	return false
}

// Back returns the number of checkers in the other side's home board or on the bar.
func (s *Side) Back() (n int) {
	for point := farHome; point <= Bar; point++ {
		n += int(s[point])
	}
	return n
}

// behindPrime returns the number of the other side's checkers behind the side's
// foremost prime, five points in a row, 0 without a prime.
func behindPrime(side, other *Side) int {
	const length = 5
	row := 0
	for point := Bar - 1; point >= 1; point-- {
		if side[point] < 2 {
			row = 0
			continue
		}
		if row++; row < length {
			continue
		}
		behind := 0
		for p := 1; p < point; p++ { // in the other's numbering it is Bar - p
			behind += int(other[Bar-p])
		}
		return behind + int(other[Bar])
	}
	return 0
}

// KindNames joins kinds by commas, in the form of [ParseKinds].
func KindNames(kinds []Kind) string {
	var names []string
	for _, k := range kinds {
		names = append(names, string(k))
	}
	return strings.Join(names, ",")
}

// IsOneOf reports whether the position is of one of the kinds.
func IsOneOf(kinds []Kind, pos *Position) bool {
	return slices.ContainsFunc(kinds, func(k Kind) bool { return k.Of(pos) })
}
