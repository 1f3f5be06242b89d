package engine

import (
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

// PruningPart returns the part of a model that prunes plays whose results have the
// class, "" if there is none.
func (c Class) PruningPart() nets.Part { return pruningParts[c] }

// pruner holds the state of the pruning nets.
type pruner struct {
	byClass [numClasses]pruningNet // nil where the model has no pruning net
	prob    [staticRows]Probabilities
	queue   []int32 // numbers of results to evaluate together
	least   []pruned
	kept    []int32
	one     Rolls // of the plays of one roll

	// By the number of the result:
	classes []Class
	wanted  []bool          // a roll ranks the result by its net
	left    []float32       // the net's equity for the opponent, or the score
	values  []Probabilities // the net's evaluation, if guesses are wanted
}

// pruningNet evaluates the results of plays with a pruning net.
type pruningNet interface {
	// answer sets dst to the net's evaluations of the results of the plays from pos
	// that have the numbers.
	answer(dst []Probabilities, pos *board.Position, plays []board.Play, numbers []int32)
}

// additiveNet is for nets with additive inputs, whose first layer is updated
// checker by checker.
type additiveNet struct{ *nets.PlayPass }

func (r additiveNet) answer(dst []Probabilities, pos *board.Position, plays []board.Play, numbers []int32) {
	r.SetBase(pos)
	for i, n := range numbers {
		r.Set(i, &plays[n])
	}
	r.Forward(len(numbers))
	for i := range numbers {
		dst[i] = Probabilities(*r.Output(i))
	}
}

// plainNet is for all other nets.
type plainNet struct{ *nets.Pass }

func (r plainNet) answer(dst []Probabilities, _ *board.Position, plays []board.Play, numbers []int32) {
	for i, n := range numbers {
		r.Net().Set().Extract(r.Input(i), &plays[n].Result)
	}
	r.Forward(len(numbers))
	for i := range numbers {
		dst[i] = Probabilities(*r.Output(i))
	}
}

// pruned is a play of a roll with the pruning net's equity of its result for
// the opponent.
type pruned struct {
	left float32
	play int32
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

// Sieves returns the sieves for searches: [Narrow] and [Narrower] if the model's
// pruning nets have fineUnits or more in their first layer, else gnubg's rule,
// which suits nets as small as gnubg's.
func (s *Static) Sieves() Sieves {
	for _, part := range pruningParts {
		if net := s.model.Net(part); part != "" && net != nil && net.Spec().Hidden[0] < fineUnits {
			return Sieves{}
		}
	}
	return Sieves{Inner: Narrow(), Last: Narrower()}
}

// fineUnits separates the pruning nets of 64 and 16 units, with which the sieves
// were measured, from small ones; gnubg's have 5 to 10.
const fineUnits = 48

// rank evaluates the wanted results with the pruning nets, and keeps the evaluations for guesses.
func (s *Static) rank(pos *board.Position, plays []board.Play, score Score, guess bool) {
	p := s.pruner
	p.left = slices.Grow(p.left[:0], len(plays))[:len(plays)]
	if guess {
		p.values = slices.Grow(p.values[:0], len(plays))[:len(plays)]
	}
	for class, net := range p.byClass {
		if net == nil {
			continue
		}
		p.queue = p.queue[:0]
		for i := range plays {
			if p.wanted[i] && p.classes[i] == Class(class) {
				p.queue = append(p.queue, int32(i))
			}
		}
		for numbers := range slices.Chunk(p.queue, staticRows) {
			net.answer(p.prob[:], pos, plays, numbers)
			for i, n := range numbers {
				p.left[n] = s.pruningScore(&p.prob[i], &plays[n].Result, Class(class), score)
				if guess {
					p.values[n] = p.prob[i]
				}
			}
		}
	}
}

// pruningScore returns the value of a pruning net's output.
func (s *Static) pruningScore(p *Probabilities, pos *board.Position, class Class, score Score) float32 {
	s.databases.Correct(p, pos, class)
	if score != nil {
		return score(pos, p)
	}
	return p.Equity()
}

// appendClasses appends the classes of the results of plays from pos. The
// opponent's checkers differ from those in pos only after a hit.
func (s *Static) appendClasses(dst []Class, pos *board.Position, plays []board.Play) []Class {
	rear, bad := pos.Opp.Rearmost(), crashed(&pos.Opp)
	all := s.databases != nil && len(s.databases.Hyper) > 0 // which contain positions with contact, too
	for i := range plays {
		result := &plays[i].Result // the opponent is on roll
		rear, bad := rear, bad
		if result.Own[board.Bar] != pos.Opp[board.Bar] {
			rear, bad = board.Bar, crashed(&result.Own)
		}
		own := result.Opp.Rearmost()
		class := Contact
		switch contact := own != board.Off && own+rear >= board.Bar; {
		case !contact || all:
			class = s.ClassOf(result)
		case bad || crashed(&result.Opp):
			class = Crashed
		}
		dst = append(dst, class)
	}
	return dst
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
			r.byClass[class] = additiveNet{net.NewPlayPass(staticRows)}
		default:
			r.byClass[class] = plainNet{net.NewPass(staticRows)}
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
