package profile

import (
	"fmt"
	"slices"

	"gammonlab/engine/analysis"
	"gammonlab/evalbench"
)

// mEMG is a thousandth of normalised equity.
const mEMG = 1000

// Profile has the errors of a player.
type Profile struct {
	Player  string   `json:"player"`
	Aliases []string `json:"aliases,omitempty"` // other names of the player
	Matches int      `json:"matches"`
	Games   int      `json:"games"`
	First   string   `json:"first_date,omitempty"` // date of the first record, if all records have a date
	Last    string   `json:"last_date,omitempty"`

	// Judge is true if the player is probably the judge itself: then errors of 0 have no
	// meaning; see [analysis.IsJudge].
	Judge bool `json:"is_judge"`

	Decisions int      `json:"decisions"`      // counted decisions
	Lost      Estimate `json:"lost_per_match"` // mEMG
	// Cost is the mean cost per match: match-winning chance, 0 to 1, or points if all are
	// money sessions. It is nil if there are both matches and money sessions.
	Cost  *Estimate `json:"cost_per_match"`
	Money bool      `json:"cost_is_points"`

	Rates  []RateRow `json:"rates"`
	Tables []Table   `json:"tables"`
	Trend  *Trend    `json:"trend"` // nil for fewer than two matches
	Worst  []Worst   `json:"worst"`

	note string // see [analysis.Note]
}

// RateRow is one of the error rates.
type RateRow struct {
	Rate    analysis.Rate `json:"rate"`
	Value   Estimate      `json:"estimate"` // in the unit of the rate
	Counted int           `json:"counted"`  // number by which the error is divided
	Matches int           `json:"matches"`  // matches with at least one counted decision
}

// Table divides the decisions by a property.
type Table struct {
	Key    string `json:"key"`
	Title  string `json:"-"`
	Faults bool   `json:"errors_only"` // all decisions of the table are errors
	Rows   []Row  `json:"rows"`
}

// Row has the statistics of a part of the decisions.
type Row struct {
	Key       string   `json:"key"`
	Label     string   `json:"-"`
	Decisions int      `json:"decisions"`
	Marked    int      `json:"marked"`  // decisions with a cost above 0.03
	Matches   int      `json:"matches"` // matches with at least one such decision
	Mean      Estimate `json:"mean"`    // mEMG per decision
	Lost      Estimate `json:"lost_per_match"`
	Share     float64  `json:"share"` // share of the player's total cost, 0 to 1
}

// Options are the options of a profile.
type Options struct {
	// Block is the number of matches per mean of the trend; 0 for a tenth of the matches,
	// at least 5.
	Block int
}

// Profile returns the profile of a player by a name from [Collector.Players].
func (c *Collector) Profile(name string, o Options) (*Profile, error) {
	p := &Profile{Player: name}
	var matches []*match
	var seats []*seat // the player's seats, by match
	for _, m := range c.matches {
		if s := m.seatOf(name); s != nil {
			matches, seats = append(matches, m), append(seats, s)
			p.Games += m.games
			p.Worst = worstOf(append(p.Worst, s.worst...))
		}
	}
	if len(seats) == 0 {
		return nil, fmt.Errorf("%q plays in none of %d matches", name, len(c.matches))
	}
	p.Matches, p.Aliases = len(seats), c.otherNames(name)
	p.addTotals(seats)
	for _, rate := range analysis.Rates() {
		p.Rates = append(p.Rates, rateRow(rate, seats))
	}
	for t := range tables {
		p.Tables = append(p.Tables, p.newTable(t, seats))
	}
	p.Trend = newTrend(matches, seats, o.Block)
	if p.Trend != nil && p.Trend.ByDate {
		p.First, p.Last = p.Trend.first, p.Trend.last
	}
	return p, nil
}

// seatOf returns the player's seat in a match, nil if the player is not in it. If the
// player has both seats, they are joined to one with all decisions.
func (m *match) seatOf(name string) *seat {
	var s *seat
	for _, one := range m.seats {
		switch {
		case one.name != name:
		case s == nil:
			s = one
		default:
			s = s.with(one)
		}
	}
	return s
}

// with joins both sides of a match.
func (s *seat) with(o *seat) *seat {
	both := *s
	both.tally = s.tally.Plus(o.tally)
	both.judge = s.judge && o.judge
	both.sums = nil
	for t := range s.sums {
		sums := append([]sum(nil), s.sums[t]...)
		for i := range sums {
			sums[i].add(o.sums[t][i])
		}
		both.sums = append(both.sums, sums)
	}
	both.worst = worstOf(append(append([]Worst(nil), s.worst...), o.worst...))
	return &both
}

// otherNames returns the aliases of a name.
func (c *Collector) otherNames(name string) []string {
	var all []string
	for other, of := range c.aliases {
		if of == name {
			all = append(all, other)
		}
	}
	slices.Sort(all)
	return all
}

// addTotals adds up the player's costs.
func (p *Profile) addTotals(seats []*seat) {
	var lost, cost evalbench.Sample
	var tally analysis.Tally
	sessions := 0 // money sessions
	for _, s := range seats {
		var all sum
		for _, one := range s.sums[0] { // each decision has a phase
			all.add(one)
		}
		lost.Add(all.lost)
		cost.Add(all.cost)
		p.Decisions += all.n
		tally = tally.Plus(s.tally)
		if s.points {
			sessions++
		}
	}
	p.Lost = Estimate{lost.Summary().Times(mEMG)}
	if p.Money = sessions == len(seats); p.Money || sessions == 0 {
		e := Estimate{cost.Summary()}
		p.Cost = &e
	}
	p.Judge = analysis.IsJudge(tally.Decisions, tally.Lost)
	p.note = analysis.Note(p.name(), tally.Decisions, tally.Lost)
}

// rateRow returns an error rate over matches.
func rateRow(rate analysis.Rate, seats []*seat) RateRow {
	var r evalbench.Ratio
	for _, s := range seats {
		lost, n := rate.Parts(s.tally)
		r.Add(lost, float64(n))
	}
	s := r.Summary()
	return RateRow{rate, Estimate{s.Times(rate.Scale())}, int(r.Items()), s.N}
}

// newTable returns a table over matches.
func (p *Profile) newTable(number int, seats []*seat) Table {
	from := tables[number]
	t := Table{Key: from.key, Title: from.title, Faults: from.faults}
	for i, r := range from.rows {
		var each evalbench.Ratio
		var match evalbench.Sample
		one := Row{Key: r.key, Label: r.label}
		for _, s := range seats {
			sum := s.sums[number][i]
			each.Add(sum.lost, float64(sum.n))
			match.Add(sum.lost)
			one.Decisions += sum.n
			one.Marked += sum.marked
		}
		mean := each.Summary()
		one.Matches, one.Mean = mean.N, Estimate{mean.Times(mEMG)}
		one.Lost = Estimate{match.Summary().Times(mEMG)}
		if p.Lost.Center > 0 {
			one.Share = one.Lost.Center / p.Lost.Center
		}
		t.Rows = append(t.Rows, one)
	}
	return t
}
