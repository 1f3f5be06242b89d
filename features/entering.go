package features

import "math/bits"

// entering sets the units that measure how hard it is to enter from the bar.
func (u *unitBlock) entering(self, other *side) {
	closed := other.made & home >> 1
	u[unitEnter] = 0
	if self.bar > 0 {
		u[unitEnter] = enterLoss[min(self.bar-1, 1)][closed]
	}
	open := 6 - bits.OnesCount32(closed)
	u[unitEnter2] = float32(36-open*open) * per36
}

// enterLoss is the mean number of pips lost on the bar. The first index is 0 for one
// checker on the bar, 1 for several. The second index is the set of closed points: bit
// d-1 is set if point d is closed.
var enterLoss = func() (all [2][64]float32) {
	for more := range all {
		for set := range all[more] {
			all[more][set] = float32(pipsNotEntered(uint32(set), more)) * per294
		}
	}
	return all
}()

func pipsNotEntered(set uint32, more int) int {
	closed := func(die int) bool { return set>>(die-1)&1 != 0 }
	loss := 0
	for hi := 1; hi <= 6; hi++ {
		if closed(hi) {
			loss += 4 * hi
		}
		for lo := 1; lo < hi; lo++ {
			switch {
			case closed(lo) && closed(hi):
				loss += 2 * (lo + hi)
			case closed(lo):
				loss += 2 * lo * more
			case closed(hi):
				loss += 2 * hi * more
			}
		}
	}
	return loss
}
