package board

import (
	"fmt"
	"slices"
	"strings"
)

// Kind is a kind of position: one that is rare in games of good players, so nets learn little
// about it unless training collects such positions, or one that players know by a name. A
// position is of a kind if one of the sides fits it, independent of the player on roll. Kinds
// overlap, and some positions are of none.
//
// Checkers are back if they are in the other's home board or on the bar. A point is made by two or
// more checkers; in the other's home board it is an anchor. Rear checkers are those back and on the
// other's bar point; they are a lone anchor if all of them, two or more, are on one point. All kinds
// but races have contact.
type Kind string

// The kinds.
const (
	Backgame  Kind = "backgame"  // two or more anchors in the other's home board
	Prime     Kind = "prime"     // five points in a row with a checker of the other side behind them
	Straggler Kind = "straggler" // a prime with exactly one checker behind it
	Stuck     Kind = "stuck"     // five or more checkers in the other's home board or on the bar
	LateHit   Kind = "late-hit"  // checkers borne off, and a checker back in the other's home board or on the bar

	PrimeVsPrime Kind = "prime-vs-prime" // each side has a prime with a checker of the other side behind it

	Opening         Kind = "opening"          // each side has 15 checkers on the board, at most four of them away from the points of the start, and at least 143 pips, 24 less than at the start
	Blitz           Kind = "blitz"            // ten or more checkers on the points 1 to 12 and two to four home points made, against two or more checkers back, one of them on the bar, without an anchor; none is off
	Holding         Kind = "holding"          // a lone anchor on the other's 4, 5 or bar point, against no rear checker
	MutualHolding   Kind = "mutual-holding"   // each side has a lone anchor on the other's 4, 5 or bar point
	AcePoint        Kind = "ace-point"        // a lone anchor on the other's ace point, against no rear checker
	DeucePoint      Kind = "deuce-point"      // a lone anchor on the other's deuce point, against no rear checker
	MassiveBackgame Kind = "massive-backgame" // a back game with seven or more checkers back
	Snake           Kind = "snake"            // ten or more checkers on the points 13 to 24 or the bar, against one checker back and no other outside its home board
	Containment     Kind = "containment"      // no checker off and none back, against one or two checkers back of a side that has borne off others
	BearInContact   Kind = "bearin-contact"   // no checker off, all on the points 1 to 12, not all at home, against a checker back
	BearOffContact  Kind = "bearoff-contact"  // all checkers at home or off, against a checker back
	CrashedBoard    Kind = "crashed-board"    // no checker off, six or more on the points 1 to 3, and at most one of the points 4 to 6 made
	ShortRace       Kind = "short-race"       // no contact, and the side ahead has at most 30 pips
	MediumRace      Kind = "medium-race"      // no contact, and the side ahead has 31 to 62 pips
	LongRace        Kind = "long-race"        // no contact, and the side ahead has more than 62 pips
)

// Kinds lists every kind.
func Kinds() []Kind {
	return []Kind{
		Backgame, Prime, Straggler, Stuck, LateHit, PrimeVsPrime,
		Opening, Blitz, Holding, MutualHolding, AcePoint, DeucePoint, MassiveBackgame, Snake, Containment,
		BearInContact, BearOffContact, CrashedBoard, ShortRace, MediumRace, LongRace,
	}
}

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
	own, opp := &pos.Own, &pos.Opp
	if contact := pos.Contact(); !contact || k.IsRace() {
		return !contact && pos.Result() == 0 && k == raceOf(min(own.Pips(), opp.Pips()))
	}
	switch k {
	case Opening:
		return own.opens() && opp.opens()
	case PrimeVsPrime:
		return behindPrime(own, opp) > 0 && behindPrime(opp, own) > 0
	case MutualHolding:
		return own.holding() && opp.holding()
	}
	return k.ofSide(own, opp) || k.ofSide(opp, own)
}

// IsRace reports whether positions of the kind have no contact.
func (k Kind) IsRace() bool { return k == ShortRace || k == MediumRace || k == LongRace }

// raceOf returns the kind of a race by the pips of the side ahead. Long ones are those in which
// Trice's rule for the last take changes (Trice, Backgammon Boot Camp, 2004).
func raceOf(pips int) Kind {
	const short, medium = 30, 62
	switch {
	case pips <= short:
		return ShortRace
	case pips <= medium:
		return MediumRace
	}
	return LongRace
}

// Points of a side.
const (
	home    = 6  // the highest point of its home board
	outer   = 12 // the highest point of its outer board
	farBar  = 18 // the other's bar point
	farHome = 19 // the lowest point in the other's home board
)

// ofSide reports whether a side fits the kind against the other side, in a position with contact.
func (k Kind) ofSide(side, other *Side) bool {
	const few, many, nearly = 2, 5, 10
	switch k {
	case Backgame:
		return side.made(farHome, Bar-1) >= few
	case MassiveBackgame:
		return side.made(farHome, Bar-1) >= few && side.Back() >= many+few
	case Stuck:
		return side.Back() >= many
	case LateHit:
		return side[Off] > 0 && side.Back() > 0
	case Prime:
		return behindPrime(side, other) > 0
	case Straggler:
		return behindPrime(side, other) == 1
	case Blitz:
		points := side.made(1, home)
		return side.on(1, outer) >= nearly && points >= few && points < many && side[Off] == 0 &&
			other[Bar] > 0 && other.Back() >= few && other.made(farHome, Bar-1) == 0 && other[Off] == 0
	case Holding:
		return side.holding() && other.on(farBar, Bar) == 0
	case AcePoint:
		return side.holds(24) && other.on(farBar, Bar) == 0
	case DeucePoint:
		return side.holds(23) && other.on(farBar, Bar) == 0
	case Snake:
		return side.on(outer+1, Bar) >= nearly && other.Back() == 1 && other.on(home+1, Bar) == 1
	case Containment:
		return side[Off] == 0 && side.Back() == 0 && other[Off] > 0 && other.Back() > 0 && other.Back() <= few
	case BearInContact:
		return side[Off] == 0 && side.on(outer+1, Bar) == 0 && side.on(home+1, outer) > 0 && other.Back() > 0
	case BearOffContact:
		return side.on(home+1, Bar) == 0 && other.Back() > 0
	case CrashedBoard:
		return side[Off] == 0 && side.on(1, 3) > many && side.made(4, home) < few
	}
	return false
}

// on returns the number of checkers on the points from first to last.
func (s *Side) on(first, last int) (n int) {
	for point := first; point <= last; point++ {
		n += int(s[point])
	}
	return n
}

// made returns the number of points from first to last with two or more checkers.
func (s *Side) made(first, last int) (n int) {
	for point := first; point <= last; point++ {
		if s[point] >= 2 {
			n++
		}
	}
	return n
}

// holds reports whether a side has a lone anchor on a point.
func (s *Side) holds(point int) bool { return s[point] >= 2 && s.on(farBar, Bar) == int(s[point]) }

// holding reports whether a side has a lone anchor on the other's 4, 5 or bar point.
func (s *Side) holding() bool { return s.holds(21) || s.holds(20) || s.holds(farBar) }

// opens reports whether a side has all 15 checkers on the board, at most four of them away from
// the points on which games of backgammon begin, and has made little way: three rolls are 24.5 pips.
func (s *Side) opens() bool {
	const most, pips = 4, 167 - 24
	start := Backgammon.Start()
	away := 0
	for point := 1; point <= Bar; point++ {
		away += max(0, int(s[point])-int(start.Own[point]))
	}
	return s[Off] == 0 && away <= most && s.on(1, Bar) == MaxCheckers && s.Pips() >= pips
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
