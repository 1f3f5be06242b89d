package learn

// columns are the inputs of a batch turned round: for each input the positions
// that have it, in their order.
type columns struct {
	begin    []int32 // entries begin[k] to below begin[k+1] are those of input k
	position []int32
	val      []float32
}

// grow makes room for so many entries.
func (c *columns) grow(entries int) {
	if cap(c.position) < entries {
		c.position = make([]int32, entries+entries/4)
		c.val = make([]float32, entries+entries/4)
	}
}

// fill sorts the entries of a batch by input.
func (c *columns) fill(b *Batch) {
	n := len(b.Idx)
	position, val := c.position[:n], c.val[:n]
	begin := c.begin
	clear(begin)
	for _, k := range b.Idx {
		begin[k]++
	}
	sum := int32(0)
	for k, count := range begin { // the last has none
		sum += count
		begin[k] = sum
	}
	at := int32(n)
	for i := b.Len() - 1; i >= 0; i-- {
		from := int32(0)
		if i > 0 {
			from = b.Ends[i-1]
		}
		for at--; at >= from; at-- {
			k := b.Idx[at]
			begin[k]--
			to := begin[k]
			position[to], val[to] = int32(i), b.Val[at]
		}
		at = from
	}
}

// of returns the positions that have input k, with its values.
func (c *columns) of(k int) ([]int32, []float32) {
	from, to := c.begin[k], c.begin[k+1]
	return c.position[from:to], c.val[from:to]
}
