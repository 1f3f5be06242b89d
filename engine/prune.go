package engine

import (
	"math/bits"
	"slices"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/nets"
)

// pruningParts has the part of a model that prunes plays whose results have the
// class, "" for none.
var pruningParts = [numClasses]nets.Part{
	Race: nets.PruningRace, Crashed: nets.PruningCrashed, Contact: nets.PruningContact,
}

// pruner holds the state of the pruning nets.
type pruner struct {
	byClass [numClasses]rough // nil where the model has no pruning net
	prob    [staticRows]Probabilities
	least   []pruned // the plays kept so far, best first

	classes []Class      // of the results of plays
	group   []board.Play // plays whose results are of one class
	numbers []int        // indexes of those plays
}

// rough evaluates the results of plays with a pruning net.
type rough interface {
	// answer sets dst to the net's evaluations of the results of plays from pos.
	answer(dst []Probabilities, pos *board.Position, plays []board.Play)
}

// roughFast is for nets with additive inputs, whose first layer is updated
// checker by checker.
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

// roughPlain is for all other nets.
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

// pruned is a play with the pruning net's equity of its result for the
// opponent.
type pruned struct {
	left float32
	play int
}

// Prunes reports whether the model has pruning nets.
func (s *Static) Prunes() bool {
	for _, part := range pruningParts {
		if part != "" && s.model.Net(part) != nil {
			return true
		}
	}
	return false
}

// Sieve returns the default sieve for searches: [Narrow] if the model's pruning
// nets have fineUnits or more in their first layer, else gnubg's rule, which
// suits nets as small as gnubg's.
func (s *Static) Sieve() Sieve {
	for _, part := range pruningParts {
		if net := s.model.Net(part); part != "" && net != nil && net.Spec().Hidden[0] < fineUnits {
			return Sieve{}
		}
	}
	return Narrow()
}

// fineUnits separates the pruning nets of 64 and 16 units, with which [Narrow]
// was measured, from small ones; gnubg's have 5 to 10.
const fineUnits = 48

// Prune appends to dst the indexes, ascending, of the plays that a search
// evaluates with the full nets: of c plays the 5 + ⌊log2 c⌋ that the model's
// pruning net ranks best. It keeps all plays if there are no more than that, if
// their results are of several classes, or if the model has no pruning net for
// the class. The rule is gnubg's. If score is not nil, it replaces the cubeless
// money equity: Prune keeps the plays whose results have the lowest scores for
// the opponent. All plays must start from pos.
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

// rank inserts plays, all with results of the class, into the pruner's list of
// the best, which keeps at most the given number. numbers are the indexes of
// the plays, nil for 0, 1 and so on.
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

// appendKept appends the indexes of the best plays to dst and sorts it from
// first on.
func (r *pruner) appendKept(dst []int, first int) []int {
	for _, kept := range r.least {
		dst = append(dst, kept.play)
	}
	slices.Sort(dst[first:])
	return dst
}

// pruningClass returns the common class of the results and whether a net prunes
// them; if not, all plays are kept.
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

// allOf reports whether all results have the class of the first one. The
// opponent's checkers are mostly those of the first.
func (s *Static) allOf(class Class, plays []board.Play) bool {
	if class == Race {
		for i := range plays {
			if s.ClassOf(&plays[i].Result) != class {
				return false
			}
		}
		return true
	}
	opp := &plays[0].Result.Own // the player on roll after the play
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

// insert inserts a play after its equals into the list of the best, which keeps
// at most the given number.
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
