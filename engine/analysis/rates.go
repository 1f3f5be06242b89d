package analysis

import (
	"fmt"

	"gammonlab/board"
)

// Rate is an error rate as defined by the author of a program. All rates divide
// a player's lost normalised equity by a number; they differ in the decisions
// that they count and in the scale.
type Rate uint8

// The error rates.
const (
	// GnubgRate is GNU Backgammon's "error rate per decision": 1000 times the error
	// of unforced plays and cube decisions over the number of unforced plays and
	// close or actual cube decisions (manual, "Overall rating"; "Cube statistics"
	// for close or actual).
	GnubgRate Rate = iota

	// XGRate is the performance rating (PR) of eXtreme Gammon: 500 times the error
	// of the counted decisions over their number. Its help defines which decisions
	// count (chapter "Decisions", quoted by Bob Koca, "PR match strategy",
	// bgonline.org, 29 January 2013), see [Decision.CountsForXG].
	XGRate

	// SnowieRate is the error rate of Snowie 4: 1000 times a player's error in plays and
	// cube decisions over the number of rolls of both players, including those that
	// are forced or cannot be played (GNU Backgammon's manual, "Overall rating";
	// Christopher D. Yep, bug-gnubg, 3 June 2003, who compared it with Snowie 3).
	SnowieRate

	numRates
)

// Rates lists the error rates.
func Rates() []Rate { return []Rate{GnubgRate, XGRate, SnowieRate} }

// rateTexts has the names of the rates in text and JSON, with their scales.
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

// Counted describes the number by which the error is divided.
func (r Rate) Counted() string { return rateTexts[r].counted }

// Scale returns the factor of the quotient.
func (r Rate) Scale() float64 { return rateTexts[r].scale }

// MarshalText returns the rate's key in JSON.
func (r Rate) MarshalText() ([]byte, error) {
	if r >= numRates {
		return nil, fmt.Errorf("rate %d", r)
	}
	return []byte(rateTexts[r].key), nil
}

// Tally has the numbers from which the error rates of a player are computed,
// for a game, a match or many matches.
type Tally struct {
	Lost      float64 // normalised equity, in unforced plays and all cube decisions
	Decisions int     // unforced plays, and close or actual cube decisions
	LostXG    float64 // in the decisions that XG counts
	XG        int     // number of these
	Rolls     int     // of both players, as one side counts them
}

// Tally returns the tally of a player.
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

// Plus returns the sum of t and o, which are tallies of different matches or of both sides
// of one match. Each side counts the rolls of both, so the sum of both sides has each roll
// twice, and its rates are means of the sides' rates.
func (t Tally) Plus(o Tally) Tally {
	return Tally{t.Lost + o.Lost, t.Decisions + o.Decisions, t.LostXG + o.LostXG, t.XG + o.XG, t.Rolls + o.Rolls}
}

// Parts returns the normalised equity and the number by which the rate divides
// it.
func (r Rate) Parts(t Tally) (lost float64, n int) {
	switch r {
	case XGRate:
		return t.LostXG, t.XG
	case SnowieRate:
		return t.Lost, t.Rolls
	}
	return t.Lost, t.Decisions
}

// Of returns the rate in the author's unit, nil if the number is 0.
func (r Rate) Of(t Tally) *float64 {
	lost, n := r.Parts(t)
	each := perOne(lost, n)
	if each != nil {
		*each *= r.Scale()
	}
	return each
}

// perOne returns lost/n, nil if n is 0.
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
// performance rating. By its help, it counts all decisions except obvious ones:
//
//   - a forced play, and a play whose best and worst alternatives differ by less than
//     0.001;
//   - not doubling if a double is worth the same, if it would cost more than
//     0.200, or if the position is 0.200 too good to double;
//   - not doubling if the equity is "very negative" either way.
//
// Doubles, takes and passes always count. The help gives no number for "very negative".
// Here it means that not doubling is correct and worth 0 or less: the authors of
// blunderDB compared with XG's own counts of decisions and found that XG omits all of
// these ("Métriques et outils d'étude", 2026). The help gives no number for "the same"
// either; here it is 0.001, as for plays.
func (d *Decision) CountsForXG() bool {
	switch d.Kind {
	case Play:
		return d.Played != nil && !d.forced() && SpreadCountsForXG(d.Spread)
	case Double:
		return DoubleCountsForXG(&d.Verdict.Alternatives, d.DoubledOrTaken)
	}
	return true
}

// XGStatistics counts the decisions for eXtreme Gammon's performance rating,
// see [Decision.CountsForXG].
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
