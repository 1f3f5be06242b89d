package tournament

import (
	"cmp"
	"math"
	"slices"

	"gammonlab/evalbench"
)

// Table has the ratings of a ledger's players.
type Table struct {
	Rows []Row // best first

	// Unrated are players that no chain of results connects with the first player of
	// the ledger.
	Unrated []Player

	// ChiSquare, Freedom and Fit measure how well one rating per player explains the
	// results; see [evalbench.Ratings].
	ChiSquare float64
	Freedom   int
	Fit       float64
}

// doubtfulFit is the probability of the residuals below which ratings do not explain the
// results.
const doubtfulFit = 0.01

// Doubtful reports whether one rating per player does not explain the results. Then the
// intervals of ratings are too narrow.
func (t *Table) Doubtful() bool { return t.Freedom > 0 && t.Fit < doubtfulFit }

// Names returns the names of the rows' players. Players with the same name also get the
// beginning of the digest.
func (t *Table) Names() []string {
	count := map[string]int{}
	for i := range t.Rows {
		count[t.Rows[i].Player.Called()]++
	}
	names := make([]string, len(t.Rows))
	for i := range t.Rows {
		p := &t.Rows[i].Player
		if names[i] = p.Called(); count[names[i]] > 1 {
			names[i] += " (" + p.Digest[:min(8, len(p.Digest))] + ")"
		}
	}
	return names
}

// Row is a player's place in a table.
type Row struct {
	Player Player
	Games  int

	// Rating is in points per game above the mean of the table's players; differences
	// of ratings are expected scores of one player against another.
	Rating evalbench.Summary

	// Ahead is the likelihood that the player is stronger than the player of the next
	// row; 1 in the last row.
	Ahead float64

	Against []Score // scores against the player of each row, in order
}

// Score is the result of two players against each other.
type Score struct {
	Games  int
	Points evalbench.Summary // per game; meaningless without games
	Wins   float64           // share of games
}

// Table rates the players. If results connect fewer than two, none is rated.
func (l *Ledger) Table() (*Table, error) {
	linked := l.linked()
	t := &Table{Fit: 1}
	for i := range l.players {
		if !slices.Contains(linked, i) {
			t.Unrated = append(t.Unrated, l.players[i])
		}
	}
	if len(linked) < 2 {
		t.Unrated = slices.Clone(l.players)
		return t, nil
	}
	ratings, err := evalbench.FitRatings(len(linked), l.comparisons(linked))
	if err != nil {
		return nil, err
	}
	t.ChiSquare, t.Freedom, t.Fit = ratings.ChiSquare, ratings.Freedom, ratings.Fit()
	order := make([]int, len(linked)) // of the linked players, best first
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(ratings.Rating(b).Center, ratings.Rating(a).Center)
	})
	for rank, i := range order {
		row := Row{Player: l.players[linked[i]], Rating: ratings.Rating(i), Ahead: 1}
		if rank+1 < len(order) {
			row.Ahead = ratings.Superiority(i, order[rank+1])
		}
		for _, j := range order {
			s := l.score(linked[i], linked[j])
			row.Games += s.Games
			row.Against = append(row.Against, s)
		}
		t.Rows = append(t.Rows, row)
	}
	return t, nil
}

// leastPairs is the smallest number of pairs of two players for a comparison; the spread
// of fewer pairs is unknown.
const leastPairs = 2

// linked returns the players that results connect with the first player with games, in
// the order of their numbers.
func (l *Ledger) linked() []int {
	reached := map[int]bool{}
	for i := range l.players {
		if len(reached) < 2 {
			clear(reached)
			l.reach(i, reached)
		}
	}
	linked := []int{}
	for i := range l.players {
		if reached[i] && len(reached) > 1 {
			linked = append(linked, i)
		}
	}
	return linked
}

// reach adds to set all players that results connect with the player from.
func (l *Ledger) reach(from int, set map[int]bool) {
	set[from] = true
	for i := range l.players {
		if key, _ := l.pairing(from, i); !set[i] && l.pairs(key) >= leastPairs {
			l.reach(i, set)
		}
	}
}

// comparisons returns the scores of the linked players, numbered by their index in the
// list. For each two players, the squared deviations include one virtual pair, one point
// from the mean: if the few pairs played are all equal, their spread is not 0.
func (l *Ledger) comparisons(linked []int) []evalbench.Comparison {
	var list []evalbench.Comparison
	for i := range linked {
		for j := range i {
			s := l.sample(linked[j], linked[i])
			if s.N() < leastPairs {
				continue
			}
			n := float64(s.N())
			variance := (s.Variance()*(n-1) + 1) / n
			list = append(list, evalbench.Comparison{
				A: j, B: i, Mean: s.Mean(), StdErr: math.Sqrt(variance / n), N: s.N(),
			})
		}
	}
	return list
}

// sample returns the means of the pairs that a played against b.
func (l *Ledger) sample(a, b int) evalbench.Sample {
	var s evalbench.Sample
	l.each(a, b, func(points []int) { s.Add(Points.of(points)) })
	return s
}

func (l *Ledger) score(a, b int) Score {
	var points, share evalbench.Sample
	l.each(a, b, func(p []int) {
		points.Add(Points.of(p))
		share.Add(Share.of(p))
	})
	return Score{Games: 2 * points.N(), Points: points.Summary(), Wins: share.Mean()}
}

// each calls visit with the points of each pair of two players, for player a.
func (l *Ledger) each(a, b int, visit func(points []int)) {
	if a == b { // the match of a player against itself
		return
	}
	key, turned := l.pairing(a, b)
	points := l.points[key]
	for i := 0; i < len(points); i += 2 {
		visit(turn(points[i:i+2], turned))
	}
}
