package bearoff

import "gammonlab/board"

// plays appends to dst the stacks that the roll can lead to, in gnubg's order:
// larger die first, sources from the back. A stack may occur more than once.
// The database depends on the order, because it uses the first of equal plays.
//
// In a bear-off both dice can always be played, unless the last checker is borne off. So
// all sequences of steps count, with one exception: in a double, each step starts no
// farther back than the one before, and a sequence without a fourth step is omitted.
func (m *mover) plays(dst []stack, s stack, roll board.Roll) []stack {
	hi, lo := int(roll[0]), int(roll[1])
	if hi == lo {
		return m.double(dst, s, hi, 4, digitOnes)
	}
	return m.twoDice(m.twoDice(dst, s, hi, lo), s, lo, hi)
}

// twoDice appends the stacks after playing one die and then the other.
func (m *mover) twoDice(dst []stack, s stack, first, second int) []stack {
	sources := s.sources(first)
	for sources != 0 {
		var bit int
		bit, sources = highest(sources)
		between := s - m.steps[first][bit/digitBits]
		if between == 0 {
			dst = append(dst, 0)
			continue
		}
		dst = m.oneDie(dst, between, second, between.sources(second))
	}
	return dst
}

// oneDie appends the stacks after playing a die from the sources.
func (m *mover) oneDie(dst []stack, s stack, die int, sources uint64) []stack {
	for sources != 0 {
		var bit int
		bit, sources = highest(sources)
		dst = append(dst, s-m.steps[die][bit/digitBits])
	}
	return dst
}

// double appends the stacks after playing a die the given number of times from
// the allowed points, each time from no farther back than before.
func (m *mover) double(dst []stack, s stack, die, times int, allowed uint64) []stack {
	if s == 0 {
		return append(dst, 0)
	}
	sources := s.sources(die) & allowed
	if times == 1 {
		return m.oneDie(dst, s, die, sources)
	}
	for sources != 0 {
		bit, rest := highest(sources)
		dst = m.double(dst, s-m.steps[die][bit/digitBits], die, times-1, 1<<(bit+1)-1)
		sources = rest
	}
	return dst
}
