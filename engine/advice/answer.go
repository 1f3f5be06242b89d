package advice

import (
	"context"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/board/record"
	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// Answers are what there is to say to a double, or to a beaver, each with its
// normalised equity for the side that must answer, at the cube before it, so that a
// pass costs 1.
type Answers struct {
	Take, Pass float64
	Beaver     float64 // twice the take
	MayBeaver  bool
}

// WeighAnswers returns the answers to a double of which so much is known, which is
// seen by the player who doubled. With byDoubler a beaver is to be answered by that
// player.
func WeighAnswers(e *cube.Alternatives, byDoubler, mayBeaver bool) Answers {
	take := -e.DoubleTake
	if byDoubler {
		take = -take
	}
	return Answers{Take: take, Pass: -e.DoublePass, Beaver: 2 * take, MayBeaver: mayBeaver}
}

// Best returns the right answer: [record.Take], [record.Drop] or [record.Beaver].
func (a *Answers) Best() record.Kind {
	switch {
	case a.MayBeaver && a.Beaver > a.Take:
		return record.Beaver
	case a.Take >= a.Pass:
		return record.Take
	}
	return record.Drop
}

// equity returns that of an answer.
func (a *Answers) equity(answer record.Kind) float64 {
	switch answer {
	case record.Beaver:
		return a.Beaver
	case record.Drop:
		return a.Pass
	}
	return a.Take
}

// Lost returns what an answer cost.
func (a *Answers) Lost(answer record.Kind) float64 {
	return a.equity(a.Best()) - a.equity(answer)
}

// Fault says what is wrong with an answer.
func (a *Answers) Fault(answer record.Kind) Fault {
	switch {
	case a.Lost(answer) <= 0:
		return NoFault
	case answer == record.Drop:
		return WrongPass
	case answer == record.Beaver:
		return WrongBeaver
	case a.Best() == record.Beaver:
		return MissedBeaver
	}
	return WrongTake
}

// Answering are the answers to a double with what they are based on, seen by the
// side that must answer.
type Answering struct {
	Answers
	Chances          engine.Probabilities
	TakeMWC, PassMWC float64 // in matches
}

// Answer weighs the answers to the double that the match has on offer. The position
// is seen by the Roller, who has doubled; where that was answered by a beaver, who
// must answer has the Turn.
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

// Answers weighs the answers to the double that the match has on offer.
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
