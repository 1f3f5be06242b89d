package engine

import (
	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/nets"
)

// Static evaluates positions with a model, without look-ahead (gnubg's 0-ply).
// Finished games are exact; positions in a database are looked up; the model's
// nets evaluate the other classes of positions. The outputs of nets are
// corrected by facts about the position: with databases as gnubg does,
// otherwise only by [Probabilities.RuleOut]. It does not allocate after its
// first calls and is not safe for concurrent use; [Static.Clone] returns one
// for another goroutine.
type Static struct {
	choices
	model     *nets.Model
	databases *Databases
	byClass   [numClasses]*netQueue // nil for classes without a net
	parts     []*netQueue           // all different queues
	base      board.Position        // a local variable would escape to the heap at each decision
	pruner    *pruner               // created on first use
	counts    Counts
}

// staticRows is the number of positions in a batch of a net: more than the
// plays of most rolls.
const staticRows = 128

// netQueue is a net of the model with its queue of positions.
type netQueue struct {
	set     features.Set
	pass    *nets.Pass
	based   bool // the pass has the base of the current plays
	waiting int
	row     [staticRows]struct {
		pos   *board.Position
		class Class
		slot  int // index in dst
	}
}

// NewStatic returns an evaluator of the model with the databases. It copies
// neither. The model must be valid; databases may be nil.
func NewStatic(model *nets.Model, databases *Databases) *Static {
	s := &Static{model: model, databases: databases}
	s.by = s
	ofNet := map[*nets.Net]*netQueue{}
	for class, name := range netParts {
		if name == "" {
			continue
		}
		net := model.Net(name)
		p := ofNet[net]
		if p == nil {
			p = &netQueue{set: net.Set(), pass: net.NewPass(staticRows)}
			ofNet[net] = p
			s.parts = append(s.parts, p)
		}
		s.byClass[class] = p
	}
	return s
}

// netParts has the part of a model that evaluates each class, "" for none.
var netParts = [numClasses]nets.Part{Race: nets.Race, Crashed: nets.Crashed, Contact: nets.Contact}

// Part returns the part of a model that evaluates positions of the class, "" if no net
// evaluates them.
func (c Class) Part() nets.Part { return netParts[c] }

// OfNet returns an evaluator of one net for all positions, without databases.
func OfNet(net *nets.Net) *Static { return NewStatic(nets.NewModel(net, board.Backgammon), nil) }

// Clone returns an evaluator of the same model for another goroutine.
func (s *Static) Clone() *Static { return NewStatic(s.model, s.databases) }

// CloneEvaluator implements [Cloner].
func (s *Static) CloneEvaluator() Evaluator { return s.Clone() }

// Model returns the model behind the evaluator.
func (s *Static) Model() *nets.Model { return s.model }

// String returns the shapes of the model's nets.
func (s *Static) String() string { return s.model.Shapes() }

// Digest implements [Identified] with the model's digest.
func (s *Static) Digest() (string, error) { return s.model.Digest() }

// Variant implements [Specialised] with the model's variant.
func (s *Static) Variant() board.Variant { return s.model.Variant }

// Databases returns the databases behind the evaluator, nil if there are none.
func (s *Static) Databases() *Databases { return s.databases }

// Net returns the net that evaluates positions of the class, nil if there is
// none.
func (s *Static) Net(class Class) *nets.Net {
	if p := s.byClass[class]; p != nil {
		return p.pass.Net()
	}
	return nil
}

// ClassOf returns the class of the position, with the databases.
func (s *Static) ClassOf(pos *board.Position) Class { return s.databases.ClassOf(pos) }

// classFor returns the class by which the position is evaluated. A single net
// without databases evaluates all positions except finished games in the same
// way.
func (s *Static) classFor(pos *board.Position) Class {
	if s.databases != nil || len(s.parts) > 1 {
		return s.ClassOf(pos)
	}
	if pos.Result() != 0 {
		return Over
	}
	return Contact
}

// Evaluate implements [Evaluator].
func (s *Static) Evaluate(dst []Probabilities, positions []board.Position) {
	for i := range positions {
		class, known := s.evaluateKnown(&positions[i], &dst[i])
		if known {
			continue
		}
		p := s.byClass[class]
		p.add(&positions[i], class, i)
		if p.waiting == staticRows {
			p.pass.Forward(p.waiting)
			s.collect(p, dst)
		}
	}
	for _, p := range s.parts {
		if p.waiting > 0 {
			p.pass.Forward(p.waiting)
			s.collect(p, dst)
		}
	}
}

// evaluateKnown returns the position's class. If the class needs no net, it evaluates the
// position.
func (s *Static) evaluateKnown(pos *board.Position, dst *Probabilities) (class Class, known bool) {
	class = s.classFor(pos)
	return class, s.databases.evaluate(dst, pos, class)
}

// add adds the position's inputs to the pass.
func (p *netQueue) add(pos *board.Position, class Class, slot int) {
	p.set.Extract(p.pass.Input(p.waiting), pos)
	row := &p.row[p.waiting]
	row.pos, row.class, row.slot = pos, class, slot
	p.waiting++
}

// collect runs the pass and stores its results in dst.
func (s *Static) collect(p *netQueue, dst []Probabilities) {
	s.counts.Evaluations += int64(p.waiting)
	for i := range p.waiting {
		row := &p.row[i]
		answer := &dst[row.slot]
		*answer = Probabilities(*p.pass.Output(i))
		s.databases.Correct(answer, row.pos, row.class)
	}
	p.waiting = 0
}

// EvaluatePlays implements [PlayEvaluator]. It computes the first layer's sums
// once for the board before the plays, and then updates them for each play.
func (s *Static) EvaluatePlays(dst []Probabilities, pos *board.Position, plays []board.Play) {
	s.counts.Plays += int64(len(plays))
	s.base = pos.Swap()
	for _, p := range s.parts {
		p.based = false
	}
	for from := 0; from < len(plays); from += staticRows {
		to := min(from+staticRows, len(plays))
		s.fromBase(dst[from:to], plays[from:to])
	}
}

// fromBase evaluates the results of up to staticRows plays from the base.
func (s *Static) fromBase(dst []Probabilities, plays []board.Play) {
	for i := range plays {
		pos := &plays[i].Result
		class, known := s.evaluateKnown(pos, &dst[i])
		if known {
			continue
		}
		p := s.byClass[class]
		if !p.based {
			p.set.Extract(p.pass.Input(0), &s.base)
			p.pass.SetBase()
			p.based = true
		}
		p.add(pos, class, i)
	}
	for _, p := range s.parts {
		if p.waiting > 0 {
			p.pass.ForwardFromBase(p.waiting)
			s.collect(p, dst)
		}
	}
}
