package analysis

import (
	"fmt"
	"math"

	"gammonlab/board"
	"gammonlab/engine/advice"
)

// Rate is an error rate as the author of a program defines it. All of them divide
// normalised equity that a player lost by a number; they differ in which decisions
// they count and in the scale.
type Rate uint8

// The error rates.
const (
	// GnubgRate is GNU Backgammon's "error rate per decision": 1000 times the error
	// of unforced plays and decisions on the cube over the number of unforced plays
	// and close or actual decisions on the cube (manual, "Overall rating"; "Cube
	// statistics" for close or actual).
	GnubgRate Rate = iota

	// XGRate is the performance rating (PR) of eXtreme Gammon: 500 times the error of
	// the decisions that count over their number. Which count is what its help says
	// (chapter "Decisions", quoted by Bob Koca, "PR match strategy", bgonline.org,
	// 29 January 2013), see [Decision.CountsForXG].
	XGRate

	// SnowieRate is the error rate of Snowie 4: 1000 times the error of plays and
	// decisions on the cube over the number of rolls of both players, those that are
	// forced or cannot be played too (GNU Backgammon's manual, "Overall rating";
	// Christopher D. Yep, bug-gnubg, 3 June 2003, who compared it with Snowie 3).
	SnowieRate

	numRates
)

// Rates lists the error rates.
func Rates() []Rate { return []Rate{GnubgRate, XGRate, SnowieRate} }

// rateTexts are what people and JSON call the rates, with their scales.
var rateTexts = [numRates]struct {
	name, key, counted string
	scale              float64
}{
	{"GNU Backgammon, mEMG per decision", "gnubg", "unforced plays, close or actual cube decisions", 1000},
	{"eXtreme Gammon, PR", "xg_pr", "decisions that are not obvious", 500},
	{"Snowie, error rate", "snowie", "rolls of both players", 1000},
}

// String returns the name with the unit.
func (r Rate) String() string { return rateTexts[r].name }

// Counted says what the error is divided by.
func (r Rate) Counted() string { return rateTexts[r].counted }

// Scale is by what the error over the number is multiplied.
func (r Rate) Scale() float64 { return rateTexts[r].scale }

// MarshalText returns the rate's key in JSON.
func (r Rate) MarshalText() ([]byte, error) {
	if r >= numRates {
		return nil, fmt.Errorf("analysis: rate %d", r)
	}
	return []byte(rateTexts[r].key), nil
}

// Tally is what the error rates of a player are computed from, in a game, a match
// or many matches.
type Tally struct {
	Lost      float64 // normalised equity, in unforced plays and all decisions on the cube
	Decisions int     // unforced plays, and close or actual decisions on the cube
	LostXG    float64 // in decisions that count for XG
	XG        int     // how many these are
	Rolls     int     // of both players
}

// Tally returns what a player's error rates are computed from.
func (s *Statistics) Tally(p board.Player) Tally {
	one := &s[p]
	return Tally{
		Lost:      one.Plays.Error.Equity + one.Cube.Error.Equity,
		Decisions: one.Plays.Unforced + one.Cube.CloseOrActual,
		LostXG:    one.XG.Error.Equity,
		XG:        one.XG.Decisions,
		Rolls:     s[0].Plays.Total + s[1].Plays.Total,
	}
}

// Plus returns the tally of both.
func (t Tally) Plus(o Tally) Tally {
	return Tally{t.Lost + o.Lost, t.Decisions + o.Decisions, t.LostXG + o.LostXG, t.XG + o.XG, t.Rolls + o.Rolls}
}

// Parts returns the normalised equity that the rate divides, and the number that it
// divides it by.
func (r Rate) Parts(t Tally) (lost float64, n int) {
	switch r {
	case XGRate:
		return t.LostXG, t.XG
	case SnowieRate:
		return t.Lost, t.Rolls
	}
	return t.Lost, t.Decisions
}

// Of returns the rate in the author's unit, nil if there is nothing to divide by.
func (r Rate) Of(t Tally) *float64 {
	lost, n := r.Parts(t)
	each := perOne(lost, n)
	if each != nil {
		*each *= r.Scale()
	}
	return each
}

// perOne returns the equity lost for each of n, nil for none.
func perOne(lost float64, n int) *float64 {
	if n == 0 {
		return nil
	}
	each := lost / float64(n)
	return &each
}

// Thresholds of XG, in normalised equity.
const (
	obviousPlay   = 0.001 // the best and the worst play differ by less
	obviousDouble = 0.200 // a double costs more
	sameDouble    = 0.001 // doubling or not is the same
)

// CountsForXG reports whether eXtreme Gammon counts the decision for its
// performance rating. By its help, all decisions count but those that are obvious:
//
//   - a forced play, and one whose best and worst alternatives differ by less than
//     0.001;
//   - not to double where a double is worth the same, where it would cost more than
//     0.200, and where the position is 0.200 too good for one;
//   - not to double where the equity is "very negative" either way.
//
// Doubles, takes and passes always count. The help gives no figure for "very
// negative". Here it is a position in which not to double is right and worth 0 or
// less: the authors of blunderDB, who compared with XG's own counts of decisions,
// found that XG leaves out all of them ("Métriques et outils d'étude", 2026). "The
// same" has no figure either; 0.001 is that of plays.
func (d *Decision) CountsForXG() bool {
	switch {
	case d.Kind == Play:
		return d.Moves != nil && !d.Moves.forced() && d.Moves.Spread >= obviousPlay
	case d.Kind == Answer || d.Cube.DoubledOrTaken:
		return true
	}
	double := advice.WeighDouble(&d.Cube.Decision.Equities, false)
	costs := double.NoDouble - double.Double
	return costs < obviousDouble && math.Abs(costs) >= sameDouble && (costs < 0 || double.NoDouble > 0)
}

// XGStatistics are about the decisions that count for eXtreme Gammon's performance
// rating, see [Decision.CountsForXG].
type XGStatistics struct {
	Decisions int    `json:"decisions"`
	Error     Amount `json:"error"`
}

// add counts a decision.
func (x *XGStatistics) add(d *Decision) {
	if d.CountsForXG() {
		x.Decisions++
		x.Error = x.Error.Plus(d.Error)
	}
}
