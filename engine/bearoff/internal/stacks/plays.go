package stacks

import "gammonlab/board"

// Plays appends to dst the stacks that the roll can lead to, in gnubg's order:
// larger die first, sources from the back. A stack may occur more than once.
// The database depends on the order, because it uses the first of equal plays.
//
// In a bear-off both dice can always be played, unless the last checker is borne off. So
// all sequences of steps count, with one exception: in a double, each step starts no
// farther back than the one before, and a sequence without a fourth step is omitted.
func (m *Mover) Plays(dst []Stack, s Stack, roll board.Roll) []Stack {
	hi, lo := int(roll[0]), int(roll[1])
	if hi == lo {
		return m.double(dst, s, hi, 4, digitOnes)
	}
	return m.twoDice(m.twoDice(dst, s, hi, lo), s, lo, hi)
}

// twoDice appends the stacks after playing one die and then the other.
func (m *Mover) twoDice(dst []Stack, s Stack, first, second int) []Stack {
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
func (m *Mover) oneDie(dst []Stack, s Stack, die int, sources uint64) []Stack {
	for sources != 0 {
		var bit int
		bit, sources = highest(sources)
		dst = append(dst, s-m.steps[die][bit/digitBits])
	}
	return dst
}

// double appends the stacks after playing a die the given number of times from
// the allowed points, each time from no farther back than before.
func (m *Mover) double(dst []Stack, s Stack, die, times int, allowed uint64) []Stack {
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
