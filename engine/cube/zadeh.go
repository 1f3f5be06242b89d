package cube

// Zadeh holds the parameters of Norman Zadeh's pre-Crawford match equity
// formula.
type Zadeh struct {
	GammonLeader  float64 // share of gammons among the leader's wins
	GammonTrailer float64 // share of gammons among the trailer's wins
	Delta         float64 // lateness of doubles of a cube that stays alive
	DeltaBar      float64 // lateness of the first double
}

// Trailer holds the parameters of the post-Crawford formula for a trailer who
// doubles at once.
type Trailer struct {
	GammonRate float64 // of the trailer's wins
	FreeDrop2  float64 // gain of the leader from a free drop, the trailer 2-away
	FreeDrop4  float64 // the same, the trailer 4-away
}

// StandardZadeh returns GNU Backgammon's parameters of Zadeh's table.
func StandardZadeh() (Zadeh, Trailer) {
	return Zadeh{GammonLeader: 0.25, GammonTrailer: 0.15, Delta: 0.08, DeltaBar: 0.06}, standardTrailer
}

// NewZadeh returns the table of Zadeh's formula.
//
// GNU Backgammon 1.07.001 with zadeh.xml, or any table of a formula, shows
// different pre-Crawford chances: it uses -1 as the length of such a table and
// overwrites all of it by the extrapolation that is meant for scores beyond the
// table's end. The chances here are those of the formula, which GNU Backgammon
// itself uses if it finds no table.
func NewZadeh(z Zadeh, t Trailer) *MET {
	m := &MET{name: "Zadeh", description: "N. Zadeh, Management Science 23, 986 (1977)", native: maxAway}
	for p := range m.post {
		t.fill(&m.post[p], 0)
	}
	z.fill(m)
	return m
}

// fill computes the trailer's chances from index first on, each from those 2
// and 4 points before.
func (t Trailer) fill(post *[maxAway]float64, first int) {
	at := func(i int) float64 {
		if i < 0 {
			return 1
		}
		return post[i]
	}
	for i := max(first, 0); i < maxAway; i++ {
		post[i] = t.GammonRate/2*at(i-4) + (1-t.GammonRate)/2*at(i-2)
		switch i {
		case 1:
			post[i] -= t.FreeDrop2
		case 3:
			post[i] -= t.FreeDrop4
		}
	}
}

// fill computes the pre-Crawford chances from the post-Crawford ones. Indexes
// are points needed less one.
func (z Zadeh) fill(m *MET) {
	post := func(i int) float64 {
		if i < 0 {
			return 1
		}
		return m.post[0][i]
	}
	for i := range maxAway {
		m.pre[i][0] = z.GammonLeader/2*post(i-2) + (1-z.GammonLeader)/2*post(i-1)
		m.pre[0][i] = 1 - m.pre[i][0]
	}
	for i := 1; i < maxAway; i++ {
		for j := 1; j <= i; j++ {
			a := z.score(m, i, j)
			m.pre[i][j] = a
			m.pre[j][i] = 1 - a
		}
	}
}

// topLevel is the exponent of the largest useful cube.
const topLevel = 6

// score returns the chance at indexes i and j from those at smaller indexes:
// the game is a walk between the two points at which the sides cash.
func (z Zadeh) score(m *MET, i, j int) float64 {
	var ij, ji float64 // doubling points of the two sides at the current level
	for k := topLevel; k >= 0; k-- {
		c := 1 << k
		dij, dji := z.dead(m, i, j, c), z.dead(m, j, i, c)
		if i < 2*c || j < 2*c {
			ij, ji = dij, dji
			continue
		}
		ij, ji = 1+(ji+z.Delta)*(dij-1), 1+(ij+z.Delta)*(dji-1)
	}
	ij += z.DeltaBar - 0.5
	ji += z.DeltaBar - 0.5
	return (ji*at(m, i-1, j) + ij*at(m, i, j-1)) / (ij + ji)
}

// dead returns the winning chance from which the side at x cashes with cube c
// if the cube is then dead. If only the opponent can use it, the cube is
// doubled once more.
func (z Zadeh) dead(m *MET, x, y, c int) float64 {
	q := c
	if x < 2*c && 2*c <= y {
		q = 2 * c
	}
	lose := z.GammonTrailer*at(m, x, y-4*q) + (1-z.GammonTrailer)*at(m, x, y-2*q)
	win := z.GammonLeader*at(m, x-4*q, y) + (1-z.GammonLeader)*at(m, x-2*q, y)
	return (at(m, x-c, y) - lose) / (win - lose)
}

// at returns a pre-Crawford entry by its indexes; a side with a negative index
// has won.
func at(m *MET, i, j int) float64 {
	switch {
	case i < 0:
		return 1
	case j < 0:
		return 0
	}
	return m.pre[i][j]
}
