package advice

import (
	"context"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// Answers has the normalised equities of the answers to a double or beaver, for
// the side that must answer, at the cube before the double, so a pass is -1.
type Answers struct {
	Take, Pass float64
	Beaver     float64 // twice the take
	MayBeaver  bool
}

// WeighAnswers returns the answers to a double with the given alternatives,
// from the point of view of the player who doubled. With byDoubler, that player
// must answer a beaver.
func WeighAnswers(e *cube.Alternatives, byDoubler, mayBeaver bool) Answers {
	take := -e.DoubleTake
	if byDoubler {
		take = -take
	}
	return Answers{Take: take, Pass: -e.DoublePass, Beaver: 2 * take, MayBeaver: mayBeaver}
}

// Best returns the correct answer: [game.Take], [game.Drop] or
// [game.Beaver].
func (a *Answers) Best() game.Answer {
	switch {
	case a.MayBeaver && a.Beaver > a.Take:
		return game.Beaver
	case a.Take >= a.Pass:
		return game.Take
	}
	return game.Drop
}

// equity returns the equity of an answer.
func (a *Answers) equity(answer game.Answer) float64 {
	switch answer {
	case game.Beaver:
		return a.Beaver
	case game.Drop:
		return a.Pass
	}
	return a.Take
}

// Lost returns the cost of an answer.
func (a *Answers) Lost(answer game.Answer) float64 {
	return a.equity(a.Best()) - a.equity(answer)
}

// Fault returns the fault of an answer.
func (a *Answers) Fault(answer game.Answer) Fault {
	switch {
	case a.Lost(answer) <= 0:
		return NoFault
	case answer == game.Drop:
		return WrongPass
	case answer == game.Beaver:
		return WrongBeaver
	case a.Best() == game.Beaver:
		return MissedBeaver
	}
	return WrongTake
}

// Answering has the answers to a double with the cube decision, from the point
// of view of the side that must answer.
type Answering struct {
	Answers
	Chances          engine.Probabilities
	TakeMWC, PassMWC float64 // in matches
}

// Choices returns the answers. In matches they have match-winning chances.
func (a *Answering) Choices(plies int, match bool) []Choice {
	chances := engine.NewChances(&a.Chances, a.Chances.Equity())
	all := []Choice{NewChoice("take", chances, a.Take, plies), NewChoice("pass", chances, a.Pass, plies)}
	if match {
		all[0].MWC, all[1].MWC = &a.TakeMWC, &a.PassMWC
	}
	if a.MayBeaver {
		all = append(all, NewChoice("beaver", chances, a.Beaver, plies))
	}
	return Compared(all...)
}

// Answer evaluates the answers to the double on offer in the match. The
// position has the point of view of the Roller, who has doubled. If the double
// was answered by a beaver, the player who must answer is the match's Turn.
func (a *Adviser) Answer(ctx context.Context, pos *board.Position, m *board.Match, mayBeaver bool) (*Answering, error) {
	st, err := a.Stakes(m)
	if err != nil {
		return nil, err
	}
	d, err := a.Double(ctx, pos, st)
	if err != nil {
		return nil, err
	}
	return d.Answers(m, mayBeaver), nil
}

// Answers evaluates the answers to the double on offer in the match.
func (d *Doubling) Answers(m *board.Match, mayBeaver bool) *Answering {
	byDoubler := game.Beavered(m) && m.Turn == m.Roller
	a := &Answering{
		Answers: WeighAnswers(&d.Equities, byDoubler, mayBeaver),
		Chances: d.Chances, TakeMWC: d.Values.DoubleTake, PassMWC: d.Values.DoublePass,
	}
	if !byDoubler {
		a.Chances, a.TakeMWC, a.PassMWC = a.Chances.Swap(), 1-a.TakeMWC, 1-a.PassMWC
	}
	return a
}
