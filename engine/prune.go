package engine

import (
	"math/bits"
	"slices"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/nets"
)

// pruningParts names the part of a model that prunes plays whose results have
// the class, "" for none.
var pruningParts = [numClasses]nets.Part{
	Race: nets.PruningRace, Crashed: nets.PruningCrashed, Contact: nets.PruningContact,
}

// pruner holds the pruning nets at work.
type pruner struct {
	byClass [numClasses]rough // nil where the model has no pruning net
	prob    [staticRows]Probabilities
	least   []pruned // the plays to keep so far, the best first

	classes []Class      // of the results of plays
	group   []board.Play // whose results are of one class
	numbers []int        // of those plays
}

// rough answers for the results of plays.
type rough interface {
	// answer sets dst to what the net says of the results of plays from pos.
	answer(dst []Probabilities, pos *board.Position, plays []board.Play)
}

// roughFast is for nets whose first layer can follow the checkers of a play.
type roughFast struct{ *nets.PlayPass }

func (r roughFast) answer(dst []Probabilities, pos *board.Position, plays []board.Play) {
	r.SetBase(pos)
	for i := range plays {
		r.Set(i, &plays[i])
	}
	r.Forward(len(plays))
	for i := range dst {
		dst[i] = Probabilities(*r.Output(i))
	}
}

// roughPlain is for all others.
type roughPlain struct{ *nets.Pass }

func (r roughPlain) answer(dst []Probabilities, _ *board.Position, plays []board.Play) {
	for i := range plays {
		r.Net().Set().Extract(r.Input(i), &plays[i].Result)
	}
	r.Forward(len(plays))
	for i := range dst {
		dst[i] = Probabilities(*r.Output(i))
	}
}

// pruned is a play with what it leaves to the opponent, as a pruning net sees it.
type pruned struct {
	left float32
	play int
}

// Prunes reports whether the model has nets to prune plays with.
func (s *Static) Prunes() bool {
	for _, part := range pruningParts {
		if part != "" && s.model.Net(part) != nil {
			return true
		}
	}
	return false
}

// Sieve returns the sieve by which searches prune plays: [Narrow] where the model's
// pruning nets have fineUnits or more in their first layer, else gnubg's rule, which
// allows for nets as small as gnubg's.
func (s *Static) Sieve() Sieve {
	for _, part := range pruningParts {
		if net := s.model.Net(part); part != "" && net != nil && net.Spec().Hidden[0] < fineUnits {
			return Sieve{}
		}
	}
	return Narrow()
}

// fineUnits separates the pruning nets of 64 and 16 units that [Narrow] was measured
// with from small ones; gnubg's have 5 to 10.
const fineUnits = 48

// Prune appends to dst the indexes, ascending, of the plays that a search that
// looks ahead asks the full nets about: of c plays the 5 + ⌊log2 c⌋ that the
// model's pruning net thinks best. All plays are kept if there are no more than
// that, if their results are not all of one class, or if the model has no
// pruning net for the class. The rule is gnubg's. A score takes the place of the
// cubeless money equity: those plays are kept whose results have the lowest, to
// the opponent. Each play must come from pos.
func (s *Static) Prune(dst []int, pos *board.Position, plays []board.Play, score Score) []int {
	keep := 4 + bits.Len(uint(len(plays)))
	class, prunes := s.pruningClass(plays, keep)
	if !prunes {
		return appendAll(dst, plays)
	}
	s.pruner.least = s.pruner.least[:0]
	s.rank(pos, plays, nil, class, score, keep)
	return s.pruner.appendKept(dst, len(dst))
}

// rank puts plays whose results are all of the class among the best of the
// pruner, of which it keeps up to the given number. The numbers are those of the
// plays, nil for 0, 1 and so on.
func (s *Static) rank(pos *board.Position, plays []board.Play, numbers []int, class Class, score Score, keep int) {
	net := s.pruner.byClass[class]
	least := s.pruner.least
	for from := 0; from < len(plays); from += staticRows {
		part := plays[from:min(from+staticRows, len(plays))]
		answers := s.pruner.prob[:len(part)]
		net.answer(answers, pos, part)
		for i := range part {
			s.limit(&answers[i], &part[i].Result, class)
			left := answers[i].Equity()
			if score != nil {
				left = score(&part[i].Result, &answers[i])
			}
			number := from + i
			if numbers != nil {
				number = numbers[number]
			}
			least = insert(least, pruned{left, number}, keep)
		}
	}
	s.pruner.least = least
}

// appendKept appends the numbers of the best plays to dst and sorts it from the
// given place on.
func (r *pruner) appendKept(dst []int, first int) []int {
	for _, kept := range r.least {
		dst = append(dst, kept.play)
	}
	slices.Sort(dst[first:])
	return dst
}

// pruningClass returns the class of all the results, and whether a net prunes
// them; if not, all are to be kept.
func (s *Static) pruningClass(plays []board.Play, keep int) (Class, bool) {
	if len(plays) <= keep {
		return Over, false
	}
	if s.pruner == nil {
		s.pruner = s.newPruner()
	}
	class := s.ClassOf(&plays[0].Result)
	return class, s.pruner.byClass[class] != nil && s.allOf(class, plays)
}

// allOf reports whether the results of the plays are all of the class that the
// first has. The opponent's checkers are mostly as they are in the first.
func (s *Static) allOf(class Class, plays []board.Play) bool {
	if class == Race {
		for i := range plays {
			if s.ClassOf(&plays[i].Result) != class {
				return false
			}
		}
		return true
	}
	opp := &plays[0].Result.Own // who is on roll after the play
	rear, bad := opp.Rearmost(), crashed(opp)
	for i := range plays {
		result := &plays[i].Result
		if result.Own != *opp {
			opp = &result.Own
			rear, bad = opp.Rearmost(), crashed(opp)
		}
		own := result.Opp.Rearmost()
		contact := own != board.Off && own+rear >= board.Bar
		if !contact || (bad || crashed(&result.Opp)) != (class == Crashed) {
			return false
		}
	}
	return true
}

func (s *Static) newPruner() *pruner {
	r := new(pruner)
	for class, name := range pruningParts {
		if name == "" {
			continue
		}
		switch net := s.model.Net(name); {
		case net == nil:
		case features.Additive(net.Set()):
			r.byClass[class] = roughFast{net.NewPlayPass(staticRows)}
		default:
			r.byClass[class] = roughPlain{net.NewPass(staticRows)}
		}
	}
	return r
}

// insert puts a play among the best so far, of which it keeps up to the given
// number, behind its equals.
func insert(least []pruned, p pruned, keep int) []pruned {
	if len(least) < keep {
		least = append(least, p)
	} else if p.left < least[keep-1].left {
		least[keep-1] = p
	} else {
		return least
	}
	for i := len(least) - 1; i > 0 && p.left < least[i-1].left; i-- {
		least[i], least[i-1] = least[i-1], least[i]
	}
	return least
}
