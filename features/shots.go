package features

import (
	"math/bits"

	"gammonlab/board"
)

// shots sums up, over the 36 throws of two dice, what one side can hit.
type shots struct {
	pips int // that the other side loses by the costliest hit
	one  int // throws that hit at least one checker
	two  int // throws that hit at least two
}

// aim is who may hit what, all in the numbering of the side that hits.
type aim struct {
	hitters uint32 // points with a checker that may hit, bar included
	targets uint32 // blots worth hitting
	blots   uint32 // all blots
	blocked uint32 // points that the other side has made
	made    uint32 // points where the hitter has two or more
	bar     int    // the hitter's checkers there
}

// countShots counts the shots of a side. The version is that of the set: 2
// judges by the home points that the side has made whether blots on its two
// lowest points are worth hitting, 1 by those it merely holds.
func countShots(self, other *side, version int) shots {
	strength := self.held
	if version >= 2 {
		strength = self.made
	}
	blots := mirror(other.held &^ other.made)
	targets := blots
	if bits.OnesCount32(strength&home) < 3 {
		targets &^= 1<<1 | 1<<2
	}
	if targets == 0 {
		return shots{}
	}
	a := aim{
		hitters: self.held &^ (self.pairs & home), // such a point is not broken to hit
		targets: targets,
		blots:   blots,
		blocked: mirror(other.made),
		made:    self.made,
		bar:     self.bar,
	}
	switch a.bar {
	case 0:
		return a.fromBoard()
	case 1:
		return a.withOneOnBar()
	default:
		return a.withMoreOnBar()
	}
}

// add counts a roll that comes up in so many of the 36 throws, hits c checkers
// and costs the other side so many pips.
func (s *shots) add(weight, c, pips int) {
	s.pips += weight * pips
	if c >= 1 {
		s.one += weight
	}
	if c >= 2 {
		s.two += weight
	}
}

// direct returns the points from which d pips hit.
func (a *aim) direct(d int) uint32 { return a.hitters & (a.targets << d) }

// joined returns the points from which one checker hits with both dice. One of
// the points on the way must be open.
func (a *aim) joined(lo, hi int) uint32 {
	return a.direct(lo+hi) &^ (a.blocked << lo & (a.blocked << hi))
}

// repeated returns the points from which one checker hits with n steps of d.
// All points on the way must be open.
func (a *aim) repeated(d, n int) uint32 {
	h := a.direct(n * d)
	for k := 1; k < n; k++ {
		h &^= a.blocked << (k * d)
	}
	return h
}

// rearmost returns the highest point of a set, 0 if it is empty.
func rearmost(set uint32) int { return bits.Len32(set|1) - 1 }

func (a *aim) blot(p int) bool { return a.blots>>p&1 != 0 }

// fromBoard counts the shots of a side that has nobody on the bar. Of each way
// to hit only its rearmost hitter counts.
func (a *aim) fromBoard() (s shots) {
	var from [7]int
	for d := 1; d <= 6; d++ {
		from[d] = rearmost(a.direct(d))
	}
	for hi := 1; hi <= 6; hi++ {
		for lo := 1; lo < hi; lo++ {
			c, pips := a.twoDice(lo, hi, from[lo], from[hi])
			s.add(2, c, pips)
		}
		c, pips := a.double(hi, from[hi])
		s.add(1, c, pips)
	}
	return s
}

// twoDice returns how many checkers two different dice hit and the pips lost.
// The points from which they hit directly are given, 0 for none.
func (a *aim) twoDice(lo, hi, fromLo, fromHi int) (c, pips int) {
	if fromLo > 0 {
		c, pips = 1, fromLo-lo
	}
	if fromHi > 0 {
		// One checker alone hits one blot or the other.
		if fromHi != fromLo || a.made>>fromHi&1 != 0 {
			c++
		}
		pips = max(pips, fromHi-hi)
	}
	if h := a.joined(lo, hi); h != 0 {
		from := rearmost(h)
		c, pips = max(c, 1), max(pips, from-lo-hi)
		if a.blot(from-lo) || a.blot(from-hi) {
			c++ // picks up another one on the way
		}
	}
	return c, pips
}

// double is twoDice for a double.
func (a *aim) double(d, from int) (c, pips int) {
	if h := a.direct(d); h != 0 {
		c, pips = 1, from-d
		if h&(h-1) != 0 {
			c++
		}
	}
	for n := 2; n <= 4; n++ {
		h := a.repeated(d, n)
		if h == 0 {
			continue
		}
		from := rearmost(h)
		c, pips = max(c, 1), max(pips, from-n*d)
		for k := 1; k < n; k++ {
			if a.blot(from - k*d) {
				c++
				break
			}
		}
	}
	return c, pips
}

// withOneOnBar counts the shots of a side that has one checker on the bar: it
// hits from there, or from elsewhere with one die if the other die enters.
func (a *aim) withOneOnBar() (s shots) {
	for hi := 1; hi <= 6; hi++ {
		for lo := 1; lo < hi; lo++ {
			var r barRoll
			r.die(a, lo, hi)
			r.die(a, hi, lo)
			r.way(a, a.joined(lo, hi), lo+hi, 1<<lo|1<<hi)
			s.add(2, r.c, r.pips)
		}
		var r barRoll
		r.die(a, hi, 2*hi)
		stops := uint32(0)
		for n := 2; n <= 4; n++ {
			stops |= 1 << ((n - 1) * hi)
			r.way(a, a.repeated(hi, n), n*hi, stops)
		}
		s.add(1, r.c, r.pips)
	}
	return s
}

// barRoll is what one roll hits with one checker on the bar.
type barRoll struct {
	c, pips int
	entered bool // another die than the one that hits has entered the checker
}

// die adds what one die hits, from the bar and from elsewhere. For a double the
// other die stands for two steps.
func (r *barRoll) die(a *aim, d, other int) {
	h := a.direct(d)
	if h>>board.Bar&1 != 0 {
		r.hit(board.Bar - d)
	}
	from := rearmost(h & points)
	if from > 0 && !r.entered && a.blocked>>(board.Bar-other)&1 == 0 {
		r.entered = true
		r.hit(from - d)
	}
}

// way adds what the checker on the bar hits with several steps. The stops are a
// set of distances from the bar.
func (r *barRoll) way(a *aim, hitters uint32, d int, stops uint32) {
	if hitters>>board.Bar&1 == 0 {
		return
	}
	r.c, r.pips = max(r.c, 1), max(r.pips, board.Bar-d)
	for x := 1; x < d; x++ {
		// gnubg looks two points beyond the stop, which would be 25-x. Its nets
		// have learned from what it sees.
		if stops>>x&1 != 0 && a.blot(board.Bar-2-x) {
			r.c++
			return
		}
	}
}

func (r *barRoll) hit(pips int) {
	r.c++
	r.pips = max(r.pips, pips)
}

// withMoreOnBar counts the shots of a side that has two or more checkers on the
// bar: single dice from there.
func (a *aim) withMoreOnBar() (s shots) {
	var hits [7]int
	for d := 1; d <= 6; d++ {
		hits[d] = int(a.direct(d) >> board.Bar & 1)
	}
	for hi := 1; hi <= 6; hi++ {
		for lo := 1; lo < hi; lo++ {
			s.add(2, hits[lo]+hits[hi], max(hits[lo]*(board.Bar-lo), hits[hi]*(board.Bar-hi)))
		}
		s.add(1, hits[hi], hits[hi]*(board.Bar-hi))
	}
	return s
}
