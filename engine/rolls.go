package engine

import (
	"math/bits"
	"slices"

	"gammonlab/board"
)

// Rolls are the plays of several rolls of one position. A result that several
// rolls can reach has one number.
type Rolls struct {
	Plays   []board.Play // by number, a play that reaches the result
	Numbers []int32      // results of the plays, roll after roll
	Ends    []int        // by roll, where its numbers end

	// Guess makes [Static.SiftRolls] set Guesses, by roll.
	Guess   bool
	Guesses []Guess
}

// Guess is the evaluation of the play of a roll that the pruning nets rank first.
type Guess struct {
	Probabilities Probabilities // for the opponent of the player of the roll
	Known         bool          // false if the nets have not ranked all plays of the roll, or if there is nothing to rank
}

// Sift appends to dst the indexes, ascending, of the plays of one roll that the
// sieve keeps. If score is not nil, it replaces the cubeless money equity: plays
// whose results have lower scores for the opponent are better. All plays must
// start from pos.
func (s *Static) Sift(dst []int, pos *board.Position, plays []board.Play, by Sieve, score Score) []int {
	if s.pruner == nil {
		s.pruner = s.newPruner()
	}
	r := &s.pruner.one
	r.Plays, r.Numbers, r.Ends = plays, r.Numbers[:0], append(r.Ends[:0], len(plays))
	for i := range plays {
		r.Numbers = append(r.Numbers, int32(i))
	}
	s.SiftRolls(r, pos, by, score)
	for _, n := range r.Numbers {
		dst = append(dst, int(n))
	}
	return dst
}

// SiftRolls removes the numbers of the plays of each roll that the sieve does
// not keep, as [Static.Sift] does for one roll; it does not change r.Plays. A
// result that several rolls can reach is evaluated only once.
func (s *Static) SiftRolls(r *Rolls, pos *board.Position, by Sieve, score Score) {
	if s.pruner == nil {
		s.pruner = s.newPruner()
	}
	p := s.pruner
	p.classes = s.appendClasses(p.classes[:0], pos, r.Plays)
	p.want(r, by)
	s.rank(pos, r.Plays, score, r.Guess)
	if r.Guess {
		r.Guesses = slices.Grow(r.Guesses[:0], len(r.Ends))[:len(r.Ends)]
		clear(r.Guesses)
	}
	kept, from := 0, 0
	for i, end := range r.Ends {
		numbers := r.Numbers[from:end]
		if p.ranks(numbers, by) {
			if r.Guess {
				r.Guesses[i] = p.guess(numbers)
			}
			numbers = p.sift(numbers, by)
		}
		kept += copy(r.Numbers[kept:], numbers)
		from, r.Ends[i] = end, kept
	}
	r.Numbers = r.Numbers[:kept]
}

// guess returns the evaluation of the result that ranks first.
func (p *pruner) guess(numbers []int32) (g Guess) {
	best := numbers[0]
	for _, n := range numbers {
		if p.byClass[p.classes[n]] == nil {
			return g
		}
		if p.left[n] < p.left[best] {
			best = n
		}
	}
	return Guess{p.values[best], true}
}

// want marks the results that the nets must evaluate.
func (p *pruner) want(r *Rolls, by Sieve) {
	p.wanted = slices.Grow(p.wanted[:0], len(r.Plays))[:len(r.Plays)]
	clear(p.wanted)
	from := 0
	for _, end := range r.Ends {
		if numbers := r.Numbers[from:end]; p.ranks(numbers, by) {
			for _, n := range numbers {
				p.wanted[n] = true
			}
		}
		from = end
	}
}

// ranks reports whether the nets rank the results of a roll; if not, all are
// kept.
func (p *pruner) ranks(numbers []int32, by Sieve) bool {
	if by != (Sieve{}) {
		return len(numbers) > 1
	}
	if len(numbers) <= p.most(numbers, by) {
		return false
	}
	class := p.classes[numbers[0]]
	return p.byClass[class] != nil &&
		!slices.ContainsFunc(numbers, func(n int32) bool { return p.classes[n] != class })
}

// most returns the number of results of a roll to keep of those that have a
// net.
func (p *pruner) most(numbers []int32, by Sieve) int {
	if by == (Sieve{}) {
		return 4 + bits.Len(uint(len(numbers)))
	}
	return by.Most
}

// sift returns the results that the sieve keeps, in their order. The next call
// overwrites the slice.
func (p *pruner) sift(numbers []int32, by Sieve) []int32 {
	most := p.most(numbers, by)
	p.least, p.kept = p.least[:0], p.kept[:0]
	for i, n := range numbers {
		if p.byClass[p.classes[n]] == nil {
			p.kept = append(p.kept, int32(i))
		} else {
			p.least = insert(p.least, pruned{p.left[n], int32(i)}, most)
		}
	}
	for _, k := range p.least {
		if by != (Sieve{}) && k.left-p.least[0].left > by.Margin {
			break
		}
		p.kept = append(p.kept, k.play)
	}
	slices.Sort(p.kept)
	for i, k := range p.kept {
		p.kept[i] = numbers[k]
	}
	return p.kept
}
