package features_test

// naiveWay is one way to hit with a roll: its length, the stops on it, whether
// all of them must be open, and the indexes that hit by it in descending order.
type naiveWay struct {
	d       int
	stops   []int
	all     bool
	hitters []int
}

func (w *naiveWay) direct() bool { return len(w.stops) == 0 }

func naiveWays(lo, hi int) []naiveWay {
	if lo == hi {
		return []naiveWay{
			{d: lo},
			{d: 2 * lo, stops: []int{lo}, all: true},
			{d: 3 * lo, stops: []int{lo, 2 * lo}, all: true},
			{d: 4 * lo, stops: []int{lo, 2 * lo, 3 * lo}, all: true},
		}
	}
	return []naiveWay{{d: lo}, {d: hi}, {d: lo + hi, stops: []int{lo, hi}}}
}

func naiveShots(m, o *naiveSide, version int) (np, n1, n2 int) {
	strong := 0
	for i := range 6 {
		if m[i] >= version {
			strong++
		}
	}
	limit := 21
	if strong >= 3 {
		limit = 23
	}
	for lo := 1; lo <= 6; lo++ {
		for hi := lo; hi <= 6; hi++ {
			ways := naiveWays(lo, hi)
			for k := range ways {
				findHitters(&ways[k], m, o, limit)
			}
			weight := 2
			if lo == hi {
				weight = 1
			}
			c, p := naiveRoll(ways, lo == hi, m, o)
			np += weight * p
			if c >= 1 {
				n1 += weight
			}
			if c >= 2 {
				n2 += weight
			}
		}
	}
	return np, n1, n2
}

func findHitters(w *naiveWay, m, o *naiveSide, limit int) {
	for j := 24; j >= 1; j-- {
		t := 23 - j + w.d
		if m[j] < 1 || j <= 5 && m[j] == 2 || t < 0 || t > limit || o[t] != 1 {
			continue
		}
		closed := 0
		for _, x := range w.stops {
			if o[t-x] >= 2 {
				closed++
			}
		}
		if w.all && closed > 0 || !w.all && closed == 2 {
			continue
		}
		w.hitters = append(w.hitters, j)
	}
}

func naiveRoll(ways []naiveWay, double bool, m, o *naiveSide) (c, p int) {
	switch m[24] {
	case 0:
		return naiveRollFree(ways, double, m, o)
	case 1:
		return naiveRollOneOnBar(ways, o)
	}
	for _, w := range ways[:2] {
		if w.direct() && len(w.hitters) > 0 && w.hitters[0] == 24 {
			c++
			p = max(p, 25-w.d)
		}
	}
	return c, p
}

func naiveRollFree(ways []naiveWay, double bool, m, o *naiveSide) (c, p int) {
	last := -1
	for _, w := range ways {
		if len(w.hitters) == 0 {
			continue
		}
		k := w.hitters[0]
		p = max(p, k-w.d+1)
		if w.direct() {
			if k != last || m[k] >= 2 {
				c++
			}
			last = k
			if double && len(w.hitters) > 1 {
				c++
			}
			continue
		}
		c = max(c, 1)
		for _, x := range w.stops {
			if o[23-k+x] == 1 {
				c++
				break
			}
		}
	}
	return c, p
}

func naiveRollOneOnBar(ways []naiveWay, o *naiveSide) (c, p int) {
	used := false
	for i, w := range ways {
		if !w.direct() {
			if len(w.hitters) == 0 || w.hitters[0] != 24 {
				continue
			}
			c = max(c, 1)
			p = max(p, 25-w.d)
			for _, x := range w.stops {
				if o[x+1] == 1 {
					c++
					break
				}
			}
			continue
		}
		for _, k := range w.hitters {
			if k != 24 {
				if used || o[ways[1-i].d-1] >= 2 {
					break
				}
				used = true
			}
			c++
			p = max(p, k-w.d+1)
		}
	}
	return c, p
}
