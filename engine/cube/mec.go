package cube

// Mec holds the parameters of Claes Tornberg's match equity calculator.
type Mec struct {
	GammonRate float64 // share of gammons among wins that are played to the end, 0 to 1
	WinRate    float64 // player O's chance to win a game, above 0 and below 1

	// Gain of the leader from free drops after the Crawford game if the trailer
	// needs 2 and 4 points.
	FreeDrop2, FreeDrop4 float64
}

// NewMec returns the match equity table of the formula: each game continues
// until a side can cash. See [NewZadeh] for the display of such tables in GNU
// Backgammon 1.07.001.
func NewMec(p Mec) *MET {
	m := &MET{name: "mec", description: "match equity calculator of Claes Tornberg", native: maxAway}
	after := p.postCrawford()
	for i := range maxAway {
		m.post[0][i] = after[i+1][1]
		m.post[1][i] = 1 - after[1][i+1]
	}
	p.fill(m)
	return m
}

// chances[p][o] is player O's match-winning chance when O needs p points and X
// needs o.
type chances [maxAway + 1][maxAway + 1]float64

// newChances returns a table with the chances of finished matches.
func newChances() *chances {
	e := new(chances)
	for i := range e {
		e[0][i] = 1
	}
	return e
}

// postCrawford computes the first row and column after the Crawford game, with
// the trailer doubling at once. For a trailer who needs an even number of
// points, the last point is worth only the change by free drops. GNU Backgammon
// 1.07.001 gives the free drop at 4-away to player O even as the trailer, who
// is then better off than at 3-away; here the leader gets it.
func (p *Mec) postCrawford() *chances {
	e := newChances()
	e[1][1] = p.WinRate
	for i := 2; i <= maxAway; i++ {
		if i%2 == 0 {
			e[1][i], e[i][1] = e[1][i-1], e[i-1][1]
		} else {
			near, far := max(i-2, 0), max(i-4, 0)
			e[1][i] = p.WinRate + (1-p.WinRate)*p.mix(e[1][near], e[1][far])
			e[i][1] = p.WinRate * p.mix(e[near][1], e[far][1])
		}
		switch i {
		case 2:
			e[1][2] += p.FreeDrop2
			e[2][1] -= p.FreeDrop2
		case 4:
			e[1][4] += p.FreeDrop4
			e[4][1] -= p.FreeDrop4
		}
	}
	return e
}

// mix returns the mean of a single win and a gammon, weighted by the gammon
// rate.
func (p *Mec) mix(plain, gammon float64) float64 {
	return (1-p.GammonRate)*plain + p.GammonRate*gammon
}

// fill computes the chances before the Crawford game from those after it.
func (p *Mec) fill(m *MET) {
	e := newChances()
	for i := 1; i <= maxAway; i++ {
		e[1][i], e[i][1] = 1-m.post[1][i-1], m.post[0][i-1]
	}
	e[1][1] = p.WinRate
	for i := maxAway; i >= 2; i-- { // the Crawford game, without a cube
		e[1][i] = p.WinRate + (1-p.WinRate)*p.mix(e[1][i-1], e[1][i-2])
		e[i][1] = p.WinRate * p.mix(e[i-1][1], e[i-2][1])
	}
	for i := 2; i <= maxAway; i++ {
		for j := i; j <= maxAway; j++ {
			e[i][j] = p.score(e, i, j)
			e[j][i] = p.score(e, j, i)
		}
	}
	for i := range maxAway {
		for j := range maxAway {
			m.pre[i][j] = e[i+1][j+1]
		}
	}
}

// score returns O's chance from the chances at later scores, by the position of
// O's winning chance between the points at which the sides cash.
func (p *Mec) score(e *chances, own, opp int) float64 {
	worthO, pointO := p.doubleOut(e, own, opp, 2, true)
	worthX, pointX := p.doubleOut(e, opp, own, 2, false)
	worthX, pointX = 1-worthX, 1-pointX
	return worthX + (worthO-worthX)*(p.WinRate-pointX)/(pointO-pointX)
}

// doubleOut returns the point at which a side cashes with a cube of c: its
// match-winning chance and its winning chance. The side needs own points, the
// opponent opp; isO reports whether it is player O.
func (p *Mec) doubleOut(e *chances, own, opp, c int, isO bool) (mwc, point float64) {
	if own <= c/2 {
		return 1, 1
	}
	other := func(points int) float64 { // the opponent's chance if this side wins the points
		left := max(own-points, 0)
		if isO {
			return 1 - e[left][opp]
		}
		return e[opp][left]
	}
	theirs, theirPoint := p.doubleOut(e, opp, own, 2*c, !isO)
	lost := p.mix(other(c), other(2*c))
	passed := other(c / 2)
	return 1 - passed, 1 - (passed-lost)*theirPoint/(theirs-lost)
}
