package cube

import (
	"fmt"
	"strings"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/bearoff"
)

// Efficiency tells the cube efficiency of positions: constants by class or, where the model
// has a net for it, by position and stakes.
type Efficiency struct {
	Name string // of a set of constants, or Learned

	OneSided Shares // races in a one-sided database
	TwoSided Shares // races in a two-sided database without the exact value, as a maximum
	Hyper    Shares // hypergammon without the exact value in the database, as a maximum
	Crashed  Shares
	Contact  Shares

	// Other races: Race plus RacePip for each pip of the player on roll, but at least RaceMin
	// and at most RaceMax.
	Race                      Shares
	RacePip, RaceMin, RaceMax float64

	// Estimated races are those that a two-sided database contains and that could be solved
	// at the score of a match: they have estimates there, as in GNU Backgammon.
	Estimated bool

	nets *Nets // nil for constants only
}

// The names of efficiencies.
const (
	Gnubg   = "gnubg"   // GNU Backgammon's constants
	Fitted  = "fitted"  // constants that fit what nets have learned
	Learned = "learned" // the nets of the model; in bear-offs of money games, races of pips
)

// GnubgEfficiency returns the cube efficiencies of GNU Backgammon 1.07.001.
func GnubgEfficiency() Efficiency {
	return Efficiency{
		Name:     Gnubg,
		OneSided: Same(0.60), TwoSided: Same(0.60), Hyper: Same(0.60), Crashed: Same(0.68), Contact: Same(0.68),
		Race: Same(0.55), RacePip: 0.00125, RaceMin: 0.60, RaceMax: 0.70,
	}
}

// EfficiencyOf returns the efficiency of the model behind the evaluator: learned if it has
// nets for it, else gnubg's.
func EfficiencyOf(e *engine.Full) *Efficiency {
	all := GnubgEfficiency()
	if static, ok := e.Unwrap().(*engine.Static); ok {
		if all.nets = NetsOf(static.Model()); all.nets != nil {
			all.Name = Learned
		}
	}
	return &all
}

// NamedEfficiency returns the efficiency with the name for an evaluator. It returns an error
// for an unknown name, and for learned efficiencies of a model that has no nets for them.
func NamedEfficiency(name string, e *engine.Full) (*Efficiency, error) {
	switch name {
	case Gnubg:
		all := GnubgEfficiency()
		return &all, nil
	case Fitted:
		all := FittedEfficiency()
		return &all, nil
	case Learned:
		all := EfficiencyOf(e)
		if all.nets == nil {
			return nil, fmt.Errorf("the model has no nets for cube efficiencies: gammonlab weights cube adds them")
		}
		return all, nil
	}
	return nil, UnknownEfficiency(name)
}

// Efficiencies returns the names that [NamedEfficiency] knows.
func Efficiencies() []string { return []string{Gnubg, Fitted, Learned} }

// UnknownEfficiency returns the error about another name.
func UnknownEfficiency(name string) error {
	return fmt.Errorf("unknown cube efficiency %q, want one of %s", name, strings.Join(Efficiencies(), ", "))
}

// constants returns the constants for a position of the class.
func (e *Efficiency) constants(pos *board.Position, class engine.Class) Shares {
	switch class {
	case engine.Hyper:
		return e.Hyper
	case engine.Bearoff2:
		return e.TwoSided
	case engine.Bearoff1:
		return e.OneSided
	case engine.Race:
		return e.race(float64(pos.Own.Pips()))
	case engine.Crashed:
		return e.Crashed
	case engine.Contact:
		return e.Contact
	}
	return Shares{}
}

// race returns the constants for a race in which the player on roll has so many pips to go.
func (e *Efficiency) race(pips float64) Shares {
	s := e.Race
	for _, x := range []*float64{&s.Centred, &s.Jacoby, &s.Owned, &s.Against, &s.Match} {
		*x = min(max(*x+e.RacePip*pips, e.RaceMin), e.RaceMax)
	}
	return s
}

// Leaf is the static evaluation of a position. The efficiencies of a finished game are 0.
type Leaf struct {
	Chances    engine.Probabilities // of the player on roll, before the roll
	Efficiency Shares               // constants

	// Money contains the equities of a money game from a database if Exact is set.
	// They replace estimates. In matches they determine the cube efficiency, up to
	// Efficiency.
	Money engine.MoneyEquities
	Exact bool

	races    *bearoff.Races // that have the exact values in matches; nil for none
	net      *cubeNet       // that replaces the constants; nil for none
	modelled bool           // Efficiency is that of a race of pips in money games, and replaces the net
	position board.Position
	answers  [numAnswers]answer // of the net
	next     int                // of answers, to overwrite
}

// Leaf returns the static evaluation of a position with the given class and
// probabilities, and the equities in the databases. Races of a two-sided database are
// solved at the scores of matches, see [bearoff.Races]. d may be nil.
func (e *Efficiency) Leaf(pos *board.Position, class engine.Class, chances *engine.Probabilities, d *engine.Databases) Leaf {
	l := Leaf{Chances: *chances, Efficiency: e.constants(pos, class)}
	if d != nil && (class == engine.Bearoff2 || class == engine.Hyper) {
		l.Money, l.Exact = d.MoneyEquities(pos)
		if !e.Estimated {
			l.races, l.position = d.RacesOf(pos), *pos
		}
	}
	if e.nets != nil && !l.Exact {
		l.net, l.position = e.nets.byClass[class], *pos
		if rolls := d.RollsOf(pos); rolls != nil && class == engine.Bearoff1 {
			l.model(rolls)
		}
	}
	return l
}

// model sets the efficiencies of money games to those of a race of pips.
func (l *Leaf) model(rolls *bearoff.OneSided) {
	own, _ := rolls.Moments(&l.position.Own)
	opp, _ := rolls.Moments(&l.position.Opp)
	if s, ok := pipRaces().shares(own, opp, &l.Chances); ok {
		s.Match = l.Efficiency.Match
		l.Efficiency, l.modelled = s, true
	}
}

// share returns the cube efficiency at the stakes.
func (l *Leaf) share(st *Stakes) float64 {
	if l.net == nil || l.modelled && st.match == nil {
		return l.Efficiency.of(st)
	}
	a := l.known(st)
	if a == nil {
		a = l.net.one(l, st)
	}
	s := a.shares()
	return s.byOwner(st)
}

// FittedEfficiency returns constants that fit, by the least squares of the equity, what the
// nets of the model default have learned: gammonlab weights cube prints them. They are
// between the values of a formula that knows only the class; nets know the position.
func FittedEfficiency() Efficiency {
	return Efficiency{
		Name:     Fitted,
		OneSided: Shares{Centred: 0.805, Jacoby: 0.805, Owned: 0.704, Against: 0.759, Match: 0.777},
		TwoSided: Same(0.60), Hyper: Same(0.60),
		Crashed: Shares{Centred: 0.678, Jacoby: 0.689, Owned: 0.691, Against: 0.714, Match: 0.743},
		Contact: Shares{Centred: 0.759, Jacoby: 0.846, Owned: 0.738, Against: 0.754, Match: 0.815},
		Race:    Shares{Centred: 0.827, Jacoby: 0.828, Owned: 0.750, Against: 0.785, Match: 0.832},
		RaceMax: 1,
	}
}
