package features_test

import "gammonlab/board"

// A second, slow implementation of gnubg's inputs, with loops over points and
// checkers and without bit sets. Its numbering is gnubg's: indexes 0 to 23 are
// the points from a side's ace point on, 24 is the bar.

type naiveSide [25]int

func newNaiveSide(s *board.Side) (n naiveSide) {
	for i := range n {
		n[i] = int(s[i+1])
	}
	return n
}

func (n *naiveSide) total() (sum int) {
	for _, c := range n {
		sum += c
	}
	return sum
}

// rearmost returns the highest index with a checker, 0 if there is none.
func (n *naiveSide) rearmost() int {
	for i := 24; i > 0; i-- {
		if n[i] > 0 {
			return i
		}
	}
	return 0
}

func naiveBase(pos *board.Position) (x [200]float32) {
	for s, side := range []naiveSide{newNaiveSide(&pos.Opp), newNaiveSide(&pos.Own)} {
		for i, n := range side {
			u := x[100*s+4*i:]
			if n == 1 || i == 24 && n > 1 {
				u[0] = 1
			}
			if n == 2 || i == 24 && n > 2 {
				u[1] = 1
			}
			if n >= 3 {
				u[2] = 1
				u[3] = float32(n-3) / 2
			}
		}
	}
	return x
}

func naiveRace(pos *board.Position) (x [214]float32) {
	base := naiveBase(pos)
	copy(x[:92], base[:92])
	copy(x[107:107+92], base[100:100+92])
	for s, side := range []*board.Side{&pos.Opp, &pos.Own} {
		if off := side[board.Off]; off >= 1 && off <= 14 {
			x[107*s+92+int(off)-1] = 1
		}
		sum := 0
		for i := 6; i <= 23; i++ {
			sum += int(side[i+1]) * (i / 6)
		}
		x[107*s+106] = times(sum, 10)
	}
	return x
}

// times divides by a constant as gnubg does, by a product with its reciprocal.
func times(n int, constant float64) float32 { return float32(n) * float32(1/constant) }

func naiveExpert(pos *board.Position, version int) (contact, crashed [250]float32) {
	own, opp := newNaiveSide(&pos.Own), newNaiveSide(&pos.Opp)
	player := naiveBlock(&own, &opp, version)
	opponent := naiveBlock(&opp, &own, version)
	base := naiveBase(pos)
	for _, x := range []*[250]float32{&contact, &crashed} {
		copy(x[:], base[:])
		copy(x[200:], player[:])
		copy(x[225:], opponent[:])
	}
	ownOff, oppOff := int(pos.Own[board.Off]), int(pos.Opp[board.Off])
	*(*[3]float32)(contact[200:]), *(*[3]float32)(contact[225:]) = naiveOff(oppOff, false), naiveOff(ownOff, false)
	*(*[3]float32)(crashed[200:]), *(*[3]float32)(crashed[225:]) = naiveOff(ownOff, true), naiveOff(oppOff, true)
	return contact, crashed
}

func naiveOff(f int, crashed bool) [3]float32 {
	switch {
	case crashed && f <= 5:
		return [3]float32{times(f, 5), 0, 0}
	case crashed && f <= 10:
		return [3]float32{1, times(f-5, 5), 0}
	case crashed:
		return [3]float32{1, 1, times(f-10, 5)}
	case f <= 2:
		return [3]float32{times(f, 3), 0, 0}
	case f <= 5:
		return [3]float32{1, times(f-3, 3), 0}
	}
	return [3]float32{1, 1, times(f-6, 3)}
}

func naiveBlock(m, o *naiveSide, version int) (u [25]float32) {
	back := o.rearmost()
	l := 23 - back
	sum := 0
	for i := max(l+1, 0); i <= 24; i++ {
		sum += (i + 1 - l) * m[i]
	}
	u[3] = times(sum, 167)
	u[4] = times(m.rearmost(), 24)
	naiveAnchors(&u, m)
	np, n1, n2 := naiveShots(m, o, version)
	u[7], u[8], u[9] = times(np, 432), times(n1, 36), times(n2, 36)
	naiveContainment(&u, m, back)
	sum = 0
	for i := 6; i <= 24; i++ {
		sum += (i - 5) * m[i] * naiveEscapes(o, i, false)
	}
	u[15] = times(sum, 3600)
	u[16] = times(naiveMoment(m), 400)
	naiveEnter(&u, m, o)
	u[19] = times(naiveTiming(m, l), 100)
	u[20] = naiveBackbone(m)
	naiveBackgame(&u, m)
	sum = 0
	for i := 0; i <= l-1; i++ {
		sum += (i + 1) * m[i]
	}
	u[23] = times(sum, 100)
	return u
}

func naiveAnchors(u *[25]float32, m *naiveSide) {
	a := -1
	for i := 0; i <= 23; i++ {
		if m[i] >= 2 {
			a = i
		}
	}
	u[5] = times(a, 24)
	u[6] = 2
	for j := 18; j <= a; j++ {
		if m[j] >= 2 {
			u[6] = times(24-j, 6)
			return
		}
	}
	for j := 17; j >= 12; j-- {
		if m[j] >= 2 {
			u[6] = times(24-j, 6)
			return
		}
	}
}

// naiveEscapes counts the throws with which a runner at index n passes b; those
// that end before the first blocked point do not count if restricted.
func naiveEscapes(b *naiveSide, n int, restricted bool) (count int) {
	var blocked [13]bool
	first := 0
	for d := min(n, 12); d >= 1; d-- {
		if b[23-n+d] >= 2 {
			blocked[d] = true
			first = d
		}
	}
	return naivePatternEscapes(blocked, first, restricted)
}

func naivePatternEscapes(blocked [13]bool, first int, restricted bool) (count int) {
	for x := 1; x <= 6; x++ {
		for y := 1; y <= 6; y++ {
			if blocked[x+y] || blocked[x] && blocked[y] {
				continue
			}
			if !restricted || first > 0 && x+y > first {
				count++
			}
		}
	}
	return count
}

func naiveContainment(u *[25]float32, m *naiveSide, back int) {
	u[10] = times(naiveEscapes(m, back, false), 36)
	u[24] = times(naiveEscapes(m, back, true), 36)
	a, c := 36, 36
	for n := 15; n <= back; n++ {
		a = min(a, naiveEscapes(m, n, false))
	}
	for n := 15; n <= 23; n++ {
		c = min(c, naiveEscapes(m, n, false))
	}
	u[11], u[13] = times(36-a, 36), times(36-c, 36)
	u[12], u[14] = u[11]*u[11], u[13]*u[13]
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }

func naiveMoment(m *naiveSide) int {
	if m.total() == 0 {
		return 0
	}
	sum := 0
	for i, n := range m {
		sum += i * n
	}
	mean := ceilDiv(sum, m.total())
	q, s := 0, 0
	for i := mean + 1; i <= 24; i++ {
		q += m[i]
		s += m[i] * (i - mean) * (i - mean)
	}
	if q == 0 {
		return 0
	}
	return ceilDiv(s, q)
}

func naiveEnter(u *[25]float32, m, o *naiveSide) {
	held := 0
	for i := range 6 {
		if o[i] >= 2 {
			held++
		}
	}
	u[18] = times(36-(6-held)*(6-held), 36)
	if m[24] == 0 {
		return
	}
	two := 0
	if m[24] >= 2 {
		two = 1
	}
	loss := 0
	for a := range 6 {
		for b := a; b < 6; b++ {
			switch closedA, closedB := o[a] >= 2, o[b] >= 2; {
			case a == b && closedA:
				loss += 4 * (a + 1)
			case a == b:
			case closedA && closedB:
				loss += 2 * (a + b + 2)
			case closedA:
				loss += 2 * (a + 1) * two
			case closedB:
				loss += 2 * (b + 1) * two
			}
		}
	}
	u[17] = times(loss, 294)
}

func naiveTiming(m *naiveSide, l int) int {
	u := max(l, 11)
	t, s := 24*m[24], m[24]
	for i := 23; i > u; i-- {
		if m[i] != 0 && m[i] != 2 {
			r := m[i] - 2
			if m[i] == 1 {
				r = 1
			}
			s += r
			t += i * r
		}
	}
	for i := u; i >= 6; i-- {
		s += m[i]
		t += i * m[i]
	}
	for i := 5; i >= 0; i-- {
		if m[i] > 2 {
			t += i * (m[i] - 2)
			s += m[i] - 2
		} else if g := 2 - m[i]; g > 0 && s >= g {
			t -= i * g
			s -= g
		}
	}
	return t
}

func naiveBackbone(m *naiveSide) float32 {
	a := 23
	for a >= 1 && m[a] < 2 {
		a--
	}
	w, z := 0, 0
	for i := a - 1; i >= 1; i-- {
		if m[i] < 2 {
			continue
		}
		z += m[a]
		switch d := a - i; {
		case d <= 6:
			w += 11 * m[a]
		case d <= 11:
			w += (13 - d) * m[a]
		}
	}
	if z == 0 {
		return 0
	}
	return 1 - float32(w)/float32(11*z)
}

func naiveBackgame(u *[25]float32, m *naiveSide) {
	c, z := 0, m[24]
	for i := 18; i <= 23; i++ {
		z += m[i]
		if m[i] >= 2 {
			c++
		}
	}
	if c >= 2 {
		u[21] = times(z-3, 4)
	}
	if c == 1 {
		u[22] = times(z, 8)
	}
}
