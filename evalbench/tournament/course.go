package tournament

import (
	"gammonlab/evalbench"
)

// PairClasses are the possible results of a pair of games for A, as numbers of pairs: both
// games lost, more points lost than won, even, more points won than lost, both games won.
type PairClasses [5]int

// add counts the pair with the points of A.
func (c *PairClasses) add(points []int) {
	first, second := points[0], points[1]
	switch sum := first + second; {
	case first < 0 && second < 0:
		c[0]++
	case first > 0 && second > 0:
		c[4]++
	case sum < 0:
		c[1]++
	case sum > 0:
		c[3]++
	default:
		c[2]++
	}
}

// Moment is the result of two players after some of their games, for the first of them.
type Moment struct {
	Games  int
	Points evalbench.Summary // per game
	LLR    float64           // of the test; 0 without one
}

// Course returns the results of a against b as they came, after at most most numbers of games at
// even distances. Of a test it has the log-likelihood ratio and ends with the decision. t may be
// nil.
func (l *Ledger) Course(a, b *Player, t *Test, most int) []Moment {
	i, j := l.find(a), l.find(b)
	if i < 0 || j < 0 || i == j || t != nil && l.settings.Unpaired {
		return nil
	}
	key, turned := l.pairing(i, j)
	per, n := l.settings.perItem(), l.pairs(key)
	var work *trial
	if t != nil {
		own := *t
		own.Conditions = l.settings.Conditions
		work, n = own.trial(), min(n, t.MaxGames/2)
	}
	step := max(1, (n+most-1)/most)
	var points evalbench.Sample
	var all []Moment
	for i := range n {
		item := turn(l.points[key][per*i:per*(i+1)], turned)
		points.Add(Points.of(item))
		m := Moment{Games: per * (i + 1)}
		decided := false
		if work != nil {
			work.add(item)
			m.LLR, decided = work.sprt.LLR(), work.sprt.Decision() != evalbench.Undecided
		}
		if last := decided || i == n-1; last || (i+1)%step == 0 {
			m.Points = points.Summary()
			all = append(all, m)
		}
		if decided {
			break
		}
	}
	return all
}
