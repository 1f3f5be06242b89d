package bearoff

// pipOrder lists the ranks of an index by pip count, and by rank for equal pip
// counts.
type pipOrder struct {
	ranks  []uint32
	starts []int // start of each pip count in ranks, and the end of the last
	pips   []uint8
}

// newPipOrder returns the order of the stacks of a mover.
func newPipOrder(x *Index, m *mover) *pipOrder {
	n, most := x.Len(), x.points*x.checkers
	o := &pipOrder{ranks: make([]uint32, n), pips: make([]uint8, n), starts: make([]int, most+2)}
	var s stack
	for rank := range o.pips {
		o.pips[rank] = uint8(s.pips())
		o.starts[s.pips()+1]++
		s = m.next(s)
	}
	for p := range most + 1 {
		o.starts[p+1] += o.starts[p]
	}
	next := append([]int(nil), o.starts...)
	for rank, p := range o.pips {
		o.ranks[next[p]] = uint32(rank)
		next[p]++
	}
	return o
}

// places returns the place of each rank in the order, which has at most 65,536 ranks.
func (o *pipOrder) places() []uint16 {
	places := make([]uint16, len(o.ranks))
	for place, rank := range o.ranks {
		places[rank] = uint16(place)
	}
	return places
}

// at returns the ranks with a pip count.
func (o *pipOrder) at(pips int) []uint32 {
	return o.ranks[o.starts[pips]:o.starts[pips+1]]
}
