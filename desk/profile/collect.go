package profile

import (
	"cmp"
	"slices"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine"
	"gammonlab/engine/analysis"
)

// table defines the rows into which decisions are divided.
type table struct {
	key, title string
	faults     bool // all decisions of the table are errors
	rows       []row
	of         func(*decision) []int
}

// row is a row of a table with its key in JSON.
type row struct{ key, label string }

// tables are all tables, in the order in which they are shown.
var tables = []*table{&phases, &kinds, &choices, &scores, &blots, &windows}

// sum is the total cost of decisions of a match.
type sum struct {
	n, marked  int // decisions; decisions with a cost above 0.03
	lost, cost float64
}

func (s *sum) add(o sum) {
	s.n += o.n
	s.marked += o.marked
	s.lost += o.lost
	s.cost += o.cost
}

// seat is a player of a match.
type seat struct {
	name   string
	tally  analysis.Tally
	judge  bool
	sums   [][]sum // by table and row
	worst  []Worst // the worst first
	points bool    // costs are in points
}

// match has the data of an analysed match.
type match struct {
	file, date string
	games      int
	seats      [2]*seat
}

// worstKept is the number of worst decisions kept per player.
const worstKept = 3

// Collector gathers the data of profiles from analysed matches. It keeps sums, not the
// analyses.
type Collector struct {
	aliases map[string]string
	matches []*match
	digests map[string]string // file of each digest
}

// NewCollector returns a collector without matches. aliases maps other names of players
// to their names.
func NewCollector(aliases map[string]string) *Collector {
	return &Collector{aliases: aliases, digests: map[string]string{}}
}

// Add adds an analysed match. If an earlier record has the same digest, Add does not
// count the match again and returns the earlier file.
func (c *Collector) Add(file, digest string, m *record.Match, r *analysis.Report) (earlier string) {
	if first, ok := c.digests[digest]; ok {
		return first
	}
	c.digests[digest] = file
	one := &match{file: file, date: r.Date, games: len(r.Games)}
	for p := range one.seats {
		name := r.Names[p]
		if other, ok := c.aliases[name]; ok {
			name = other
		}
		s := &seat{name: name, tally: r.Statistics.Tally(board.Player(p)), judge: r.Statistics[p].Judge, points: r.Length == 0}
		for _, t := range tables {
			s.sums = append(s.sums, make([]sum, len(t.rows)))
		}
		one.seats[p] = s
	}
	for i := range r.Games {
		one.addGame(&r.Games[i], m)
	}
	c.matches = append(c.matches, one)
	return ""
}

// addGame adds the decisions of a game of the record.
func (m *match) addGame(g *analysis.Game, of *record.Match) {
	rolls := 0
	if len(g.Decisions) > 0 && g.Decisions[0].Position != of.Rules.Variant.Start() {
		rolls = openingRolls
	}
	for _, d := range g.Decisions {
		if counts(d) {
			m.seats[d.Player].add(&decision{d, engine.ClassOf(&d.Position), rolls}, m.file)
		}
		if d.Kind == analysis.Play {
			rolls++
		}
	}
}

// add adds a counted decision.
func (s *seat) add(d *decision, file string) {
	one := sum{n: 1, lost: d.Error.Equity, cost: d.Error.Cost}
	if d.Mark != analysis.Unmarked {
		one.marked = 1
	}
	for t := range tables {
		for _, row := range tables[t].of(d) {
			s.sums[t][row].add(one)
		}
	}
	if d.Error.Equity > 0 && (len(s.worst) < worstKept || d.Error.Equity > s.worst[len(s.worst)-1].Error.Equity) {
		s.worst = worstOf(append(s.worst, Worst{file, d.Decision}))
	}
}

// Appearance is a player and the number of the player's matches.
type Appearance struct {
	Name    string `json:"name"`
	Matches int    `json:"matches"`
}

// Players returns the players, ordered by decreasing number of matches, then in the
// order of the matches.
func (c *Collector) Players() []Appearance {
	var all []Appearance
	at := map[string]int{}
	for _, m := range c.matches {
		for p, s := range m.seats {
			if p == 1 && s.name == m.seats[0].name {
				continue
			}
			i, ok := at[s.name]
			if !ok {
				i = len(all)
				at[s.name], all = i, append(all, Appearance{Name: s.name})
			}
			all[i].Matches++
		}
	}
	slices.SortStableFunc(all, func(a, b Appearance) int { return cmp.Compare(b.Matches, a.Matches) })
	return all
}
