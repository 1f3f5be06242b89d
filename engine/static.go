package engine

import (
	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/nets"
)

// Static evaluates positions with a model, without looking ahead (gnubg's
// 0-ply). Finished games are exact, endings that a database knows are looked up,
// and the model's nets evaluate the other classes of positions; their outputs
// are corrected by what is known of the position: as gnubg does if there are
// databases, else only by [Probabilities.RuleOut]. It allocates nothing in
// use and serves one goroutine; [Static.Clone] gives another goroutine its own.
type Static struct {
	choices
	model     *nets.Model
	databases *Databases
	byClass   [numClasses]*netQueue // nil where no net evaluates
	parts     []*netQueue           // each once
	base      board.Position        // a local one would escape to the heap at each decision
	pruner    *pruner               // made on first use
}

// staticRows is how many positions go through a net at a time: enough for the
// plays of most rolls.
const staticRows = 32

// netQueue is a net of the model with the positions that wait for it.
type netQueue struct {
	set     features.Set
	pass    *nets.Pass
	based   bool // the pass has the base of the current decision
	waiting int
	row     [staticRows]struct {
		pos   *board.Position
		class Class
		slot  int // where the answer goes
	}
}

// NewStatic returns an evaluator of the model with the databases, neither of
// which it copies. The model must be valid.
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

// netParts names the part of a model that evaluates each class, "" for none.
var netParts = [numClasses]nets.Part{Race: nets.Race, Crashed: nets.Crashed, Contact: nets.Contact}

// OfNet returns an evaluator of one net for all positions, without databases.
func OfNet(net *nets.Net) *Static { return NewStatic(nets.NewModel(net, board.Backgammon), nil) }

// Clone returns an evaluator of the same model for another goroutine.
func (s *Static) Clone() *Static { return NewStatic(s.model, s.databases) }

// CloneEvaluator implements [Cloner].
func (s *Static) CloneEvaluator() Evaluator { return s.Clone() }

// Model returns the model behind the evaluator.
func (s *Static) Model() *nets.Model { return s.model }

// Digest implements [Identified]: it is the model's.
func (s *Static) Digest() (string, error) { return s.model.Digest() }

// Variant implements [Specialised]: it is the model's.
func (s *Static) Variant() board.Variant { return s.model.Variant }

// Databases returns the databases behind the evaluator, nil if there are none.
func (s *Static) Databases() *Databases { return s.databases }

// Net returns the net that evaluates positions of the class, nil if none does.
func (s *Static) Net(class Class) *nets.Net {
	if p := s.byClass[class]; p != nil {
		return p.pass.Net()
	}
	return nil
}

// ClassOf returns the class of the position with its databases.
func (s *Static) ClassOf(pos *board.Position) Class { return s.databases.ClassOf(pos) }

// classFor returns the class by which the position is evaluated. A single net
// without databases treats all alike that are not over.
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
		p, class := s.evaluateKnown(&positions[i], &dst[i])
		if p == nil {
			continue
		}
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

// evaluateKnown evaluates the position if that needs no net; otherwise it returns
// the queue of the net and the position's class.
func (s *Static) evaluateKnown(pos *board.Position, dst *Probabilities) (*netQueue, Class) {
	class := s.classFor(pos)
	p := s.byClass[class]
	switch {
	case class == Over:
		*dst = Certain(pos.Result())
	case p == nil:
		*dst = s.databases.lookUp(pos, class)
	}
	return p, class
}

// add puts the position's inputs into the pass.
func (p *netQueue) add(pos *board.Position, class Class, slot int) {
	p.set.Extract(p.pass.Input(p.waiting), pos)
	row := &p.row[p.waiting]
	row.pos, row.class, row.slot = pos, class, slot
	p.waiting++
}

// collect takes the answers to the waiting positions from the pass.
func (s *Static) collect(p *netQueue, dst []Probabilities) {
	for i := range p.waiting {
		row := &p.row[i]
		answer := &dst[row.slot]
		*answer = Probabilities(*p.pass.Output(i))
		s.limit(answer, row.pos, row.class)
	}
	p.waiting = 0
}

// EvaluatePlays implements [PlayEvaluator]. It computes the first layer's sums once
// for the board before the plays, and then for each play what changed.
func (s *Static) EvaluatePlays(dst []Probabilities, pos *board.Position, plays []board.Play) {
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
		p, class := s.evaluateKnown(pos, &dst[i])
		if p == nil {
			continue
		}
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
