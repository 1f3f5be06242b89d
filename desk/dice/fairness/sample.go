package fairness

import "gammonlab/board"

// JokerLuck is the luck in normalised equity above which a roll is a joker;
// below its negative it is an anti-joker. The same limit marks lucky rolls in
// analyses, as in GNU Backgammon.
const JokerLuck = 0.3

// Sample counts rolls in their order. The zero value is an empty sample.
type Sample struct {
	kinds    [len(board.Rolls)]int // rolls by their index in board.Rolls
	openings [len(board.Rolls)]int // those that begin games

	// Of the totals of both dice:
	first, last            int
	sum, squares, products int // products of successive totals
	side                   int // side of the last total other than 7: 1 above, -1 below
	above, below, runs     int // totals above and below 7, and runs of them

	luck          float64 // sum over the rolls with known luck
	luckVariance  float64 // sum of the variances for fair dice
	lucky         int     // number of rolls with known luck
	jokers, antis count
}

// count is the number of events with a certain probability for fair dice.
type count struct {
	found              int
	expected, variance float64
}

func (c *count) add(happened bool, probability float64) {
	if happened {
		c.found++
	}
	c.expected += probability
	c.variance += probability * (1 - probability)
}

// Rolls returns the number of rolls, without those that begin games.
func (s *Sample) Rolls() int { return total(s.kinds[:]) }

// Openings returns the number of rolls that begin games.
func (s *Sample) Openings() int { return total(s.openings[:]) }

func total(counts []int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}

// AddOpening adds a roll that begins a game. It must not be a double.
func (s *Sample) AddOpening(roll board.Roll) { s.openings[roll.Index()]++ }

// Add adds any other roll.
func (s *Sample) Add(roll board.Roll) {
	t := int(roll[0] + roll[1])
	if s.Rolls() == 0 {
		s.first = t
	} else {
		s.products += s.last * t
	}
	s.kinds[roll.Index()]++
	s.last = t
	s.sum += t
	s.squares += t * t
	side := 0
	switch {
	case t > 7:
		side = 1
		s.above++
	case t < 7:
		side = -1
		s.below++
	default:
		return
	}
	if side != s.side {
		s.runs++
	}
	s.side = side
}

// AddLuck adds the luck of a roll that was added, in normalised equity; luck
// has the luck of each of [board.Rolls] in the same position.
func (s *Sample) AddLuck(roll board.Roll, luck *[len(board.Rolls)]float64) {
	var variance, joker, anti float64
	for i, r := range board.Rolls {
		share := float64(r.Ways()) / 36
		variance += share * luck[i] * luck[i]
		switch {
		case luck[i] > JokerLuck:
			joker += share
		case luck[i] < -JokerLuck:
			anti += share
		}
	}
	own := luck[roll.Index()]
	s.luck += own
	s.luckVariance += variance
	s.lucky++
	s.jokers.add(own > JokerLuck, joker)
	s.antis.add(own < -JokerLuck, anti)
}

// faces returns the counts of each number of a die.
func (s *Sample) faces() (faces [6]int) {
	for i, n := range s.kinds {
		for _, die := range board.Rolls[i] {
			faces[die-1] += n
		}
	}
	return faces
}

// doubles returns the number of doubles.
func (s *Sample) doubles() int {
	n := 0
	for i, roll := range board.Rolls {
		if roll.Double() {
			n += s.kinds[i]
		}
	}
	return n
}
