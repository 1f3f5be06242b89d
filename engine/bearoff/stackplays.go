package bearoff

import "gammonlab/board"

// plays appends to dst the stacks to which the roll can be played, in the order
// in which gnubg comes upon them: larger die first, sources from the back. The
// same one may be there more than once. Only the first of equals counts for a
// database, so that the order matters.
//
// A bear-off can always play both dice, unless the last checker goes off. So
// there is no play to leave out but one: of a double, a line that goes on
// with points in front of its last source may end before its four plays.
func (m *mover) plays(dst []stack, s stack, roll board.Roll) []stack {
	hi, lo := int(roll[0]), int(roll[1])
	if hi == lo {
		return m.double(dst, s, hi, 4, digitOnes)
	}
	return m.twoDice(m.twoDice(dst, s, hi, lo), s, lo, hi)
}

// twoDice appends what comes of playing one die and then the other.
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

// oneDie appends what comes of playing a die from the sources.
func (m *mover) oneDie(dst []stack, s stack, die int, sources uint64) []stack {
	for sources != 0 {
		var bit int
		bit, sources = highest(sources)
		dst = append(dst, s-m.steps[die][bit/digitBits])
	}
	return dst
}

// double appends what comes of playing a die a number of times from the allowed
// points, each play from no farther back than the one before.
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
