package dice

// isaac is ISAAC as R. J. Jenkins defines it (Fast Software Encryption, 1996),
// with a state of any power of two from 8 words on. The definition has 256.
type isaac struct {
	state   []uint32
	results []uint32
	left    int // remaining results
	a, b, c uint32
	shift   int // in addition to that of the first look-up
}

// isaacSize is the base-2 logarithm of the size of the state of the dice.
const isaacSize = 4

// newSeededISAAC returns the generator of the dice: the first two words of the
// state are the seed, the lower first, and the others are 0.
func newSeededISAAC(s uint64) *isaac {
	key := make([]uint32, 1<<isaacSize)
	key[0], key[1] = uint32(s), uint32(s>>32)
	return newISAAC(key, isaacSize)
}

// newISAAC returns a generator whose state is computed from a key of 1<<size
// words.
func newISAAC(key []uint32, size int) *isaac {
	g := &isaac{state: make([]uint32, len(key)), results: make([]uint32, len(key)), shift: size}
	var eight [8]uint32
	for i := range eight {
		eight[i] = 0x9e3779b9 // the golden ratio
	}
	for range 4 {
		stir(&eight)
	}
	for _, from := range [][]uint32{key, g.state} {
		for i := 0; i < len(key); i += 8 {
			for j := range eight {
				eight[j] += from[i+j]
			}
			stir(&eight)
			copy(g.state[i:], eight[:])
		}
	}
	g.refill()
	return g
}

// stir mixes eight words during the initialisation of the state.
func stir(w *[8]uint32) {
	for i, shift := range [8]int{11, -2, 8, -16, 10, -4, 8, -9} {
		next := (i + 1) % 8
		w[i] ^= shifted(w[next], shift)
		w[(i+3)%8] += w[i]
		w[next] += w[(i+2)%8]
	}
}

// shifted shifts to the left, or to the right by a negative number of bits.
func shifted(x uint32, by int) uint32 {
	if by < 0 {
		return x >> -by
	}
	return x << by
}

// refill computes the next results, as many as the state has words.
func (g *isaac) refill() {
	mask := uint32(len(g.state) - 1)
	g.c++
	g.b += g.c
	for i, x := range g.state {
		g.a ^= shifted(g.a, [4]int{13, -6, 2, -16}[i%4])
		g.a += g.state[(i+len(g.state)/2)%len(g.state)]
		y := g.state[x>>2&mask] + g.a + g.b
		g.state[i] = y
		g.b = g.state[y>>(g.shift+2)&mask] + x
		g.results[i] = g.b
	}
	g.left = len(g.results)
}

// next returns the next random number. The results of a block are returned from
// the last to the first, as in Jenkins' rand.
func (g *isaac) next() uint32 {
	if g.left == 0 {
		g.refill()
	}
	g.left--
	return g.results[g.left]
}
