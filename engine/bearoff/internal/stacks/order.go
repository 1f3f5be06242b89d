package stacks

// Order lists the ranks of an index by pip count, and by rank for equal pip
// counts.
type Order struct {
	Ranks  []uint32
	Starts []int // start of each pip count in Ranks, and the end of the last
	Pips   []uint8
}

// NewOrder returns the order of the stacks of a mover.
func NewOrder(x Index, m *Mover) *Order {
	n, most := x.Len(), x.Points()*x.Checkers()
	o := &Order{Ranks: make([]uint32, n), Pips: make([]uint8, n), Starts: make([]int, most+2)}
	var s Stack
	for rank := range o.Pips {
		o.Pips[rank] = uint8(s.Pips())
		o.Starts[s.Pips()+1]++
		s = m.Next(s)
	}
	for p := range most + 1 {
		o.Starts[p+1] += o.Starts[p]
	}
	next := append([]int(nil), o.Starts...)
	for rank, p := range o.Pips {
		o.Ranks[next[p]] = uint32(rank)
		next[p]++
	}
	return o
}

// Places returns the place of each rank in the order, which has at most 65,536 ranks.
func (o *Order) Places() []uint16 {
	places := make([]uint16, len(o.Ranks))
	for place, rank := range o.Ranks {
		places[rank] = uint16(place)
	}
	return places
}

// At returns the ranks with a pip count.
func (o *Order) At(pips int) []uint32 {
	return o.Ranks[o.Starts[pips]:o.Starts[pips+1]]
}
