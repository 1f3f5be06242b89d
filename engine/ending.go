package engine

import (
	"fmt"
	"strings"

	"gammonlab/board"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/race"
	"gammonlab/internal/plaintext"
)

// EndingReport contains the databases' values of a position, for text and JSON
// output.
type EndingReport struct {
	ID       string         `json:"position_id"`
	Key      string         `json:"position_key"` // in hexadecimal digits
	Class    string         `json:"class"`
	Sides    *bearoff.Sides `json:"index,omitempty"` // numbers of the sides in the database; nil for hypergammon
	Own      *RacingSide    `json:"own,omitempty"`
	Opp      *RacingSide    `json:"opponent,omitempty"`
	Chances  Chances        `json:"chances"`
	Equities *MoneyReport   `json:"money_equities,omitempty"`
	Race     *race.Counts   `json:"race,omitempty"` // nil for hypergammon

	pos board.Position
}

// RacingSide contains the values of one side from a one-sided database.
type RacingSide struct {
	Pips      int       `json:"pips"`
	Mean      float64   `json:"mean_rolls"`
	Deviation float64   `json:"deviation"`
	EPC       float64   `json:"effective_pips"`
	Wastage   float64   `json:"wastage"`
	Rolls     []float64 `json:"rolls"`               // probabilities of needing exactly 0, 1, … rolls
	FirstOff  []float64 `json:"first_off,omitempty"` // the same to bear off the first checker, empty if unknown
}

func newRacingSide(o *bearoff.OneSided, s *board.Side) *RacingSide {
	r := &RacingSide{Pips: s.Pips(), Rolls: chances(o.Rolls(s)), FirstOff: chances(o.GammonRolls(s))}
	r.Mean, r.Deviation = o.Moments(s)
	r.EPC = o.EffectivePips(s)
	r.Wastage = r.EPC - float64(r.Pips)
	return r
}

// chances converts a distribution to probabilities, up to the last that is not
// 0.
func chances(words [bearoff.MaxRolls]uint16) []float64 {
	all := []float64{}
	length := 0
	for i, w := range words {
		all = append(all, float64(w)/bearoff.One)
		if w != 0 {
			length = i + 1
		}
	}
	return all[:length]
}

// Report returns the databases' values of a position. It returns an error if no
// database contains it.
func (d *Databases) Report(pos board.Position) (*EndingReport, error) {
	p, class, ok := d.Evaluate(&pos)
	switch {
	case !ok && d.RollsOf(&pos) != nil:
		return nil, fmt.Errorf("position %s: a side of fewer than %d checkers can still lose a gammon, which only a hypergammon database knows",
			pos.ID(), board.MaxCheckers)
	case !ok:
		return nil, fmt.Errorf("position %s: no database contains it: they contain races within their points, and hypergammon", pos.ID())
	}
	e := &EndingReport{ID: pos.ID(), Key: pos.Key().Hex(), Class: class.String(), Chances: NewChances(&p, p.Equity()), pos: pos}
	if o := d.RollsOf(&pos); o != nil {
		e.Own, e.Opp = newRacingSide(o, &pos.Own), newRacingSide(o, &pos.Opp)
	}
	e.Sides = d.sidesOf(&pos, class)
	e.Equities, e.Race = d.moneyReport(&pos), d.RaceCounts(&pos, class)
	return e, nil
}

// sidesOf returns the numbers of the sides in the database that has the position, nil if it is
// a hypergammon database.
func (d *Databases) sidesOf(pos *board.Position, class Class) *bearoff.Sides {
	points := 0
	switch class {
	case Bearoff2:
		points = d.twoSided(pos).Points()
	case Bearoff1:
		points = d.oneSided(pos).Points()
	default:
		return nil
	}
	sides, _ := bearoff.SidesOf(pos, points)
	return &sides
}

// Text formats the report as text.
func (e *EndingReport) Text() string {
	return DrawPosition(&e.pos, board.Roll{}, e.Class) + e.Tables("")
}

// Tables formats the report without the board, with a heading for the equities of money games.
func (e *EndingReport) Tables(money string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "position key %s", e.Key)
	if s := e.Sides; s != nil {
		fmt.Fprintf(&b, ", index on %d points %d,%d", s.Points, s.Own, s.Opp)
	}
	b.WriteString("\n")
	if e.Own != nil {
		e.writeRolls(&b)
	}
	fmt.Fprintf(&b, "\n%s   Equity\n", ProbabilityHeader)
	p := e.Chances.Probabilities()
	fmt.Fprintf(&b, "%s   %s\n", p.Columns(), plaintext.Signed(e.Chances.Equity, 3))
	if e.Equities != nil {
		b.WriteString("\n" + money + e.Equities.Text())
	}
	if e.Race != nil {
		b.WriteString("\n" + e.Race.Text())
	}
	return b.String()
}

// writeRolls writes the distributions of both sides as a table.
func (e *EndingReport) writeRolls(b *strings.Builder) {
	const columns = "%-14s %9s %9s   %9s %9s\n"
	fmt.Fprintf(b, "\n%-14s %19s   %19s\n", "", "the last off", "the first off")
	fmt.Fprintf(b, columns, "", "player", "opponent", "player", "opponent")
	row := func(name, own, opp string) { fmt.Fprintf(b, "%-14s %9s %9s\n", name, own, opp) }
	number := func(x float64) string { return fmt.Sprintf("%.3f", x) }
	row("pips", fmt.Sprint(e.Own.Pips), fmt.Sprint(e.Opp.Pips))
	row("mean rolls", number(e.Own.Mean), number(e.Opp.Mean))
	row("deviation", number(e.Own.Deviation), number(e.Opp.Deviation))
	row("effective pips", number(e.Own.EPC), number(e.Opp.EPC))
	row("wastage", number(e.Own.Wastage), number(e.Opp.Wastage))
	distributions := [][]float64{e.Own.Rolls, e.Opp.Rolls, e.Own.FirstOff, e.Opp.FirstOff}
	b.WriteString("chances of\n")
	longest := 0
	for _, d := range distributions {
		longest = max(longest, len(d))
	}
	for rolls := range longest {
		var cells []any
		for _, d := range distributions {
			cells = append(cells, percent(d, rolls))
		}
		line := fmt.Sprintf(columns, append([]any{fmt.Sprintf("%d rolls", rolls)}, cells...)...)
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	if len(e.Own.FirstOff) == 0 || len(e.Opp.FirstOff) == 0 {
		fmt.Fprintf(b, "The first off is unknown for a side of fewer than %d checkers that has borne off none.\n", board.MaxCheckers)
	}
}

// percent formats the probability of the given number of rolls, "" if it is 0.
func percent(distribution []float64, rolls int) string {
	if rolls >= len(distribution) || distribution[rolls] == 0 {
		return ""
	}
	return fmt.Sprintf("%.3f%%", 100*distribution[rolls])
}

// RaceCounts returns the counts of a race or bear-off, nil for positions of other classes. d may
// be nil; then there are no effective pips.
func (d *Databases) RaceCounts(pos *board.Position, class Class) *race.Counts {
	switch class {
	case Race, Bearoff1, Bearoff2:
		var databases []*bearoff.OneSided
		if d != nil {
			databases = d.OneSided
		}
		return race.New(pos, databases)
	}
	return nil
}
