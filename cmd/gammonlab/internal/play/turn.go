package play

import (
	"context"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine/advice"
)

// decision is what the user has to decide.
type decision uint8

// The decisions.
const (
	noDecision      decision = iota
	whatToPlay               // the dice are thrown
	whetherToDouble          // or to throw the dice
	whetherToTake            // the net has doubled, or answered by a beaver
	whetherToAccept          // the net resigns
	whetherToGoOn            // the game is over
)

// turn is what a player did without the user being asked.
type turn struct {
	by      board.Player
	did     deed
	roll    board.Roll // if it played
	play    string     // "" if there was none to be made
	forced  bool       // it was the only one
	cube    int        // what it shows after a double that is taken
	resigns int        // kind of the resignation
}

// deed is the kind of a turn.
type deed uint8

// The deeds.
const (
	played deed = iota
	doubled
	took
	dropped
	beavered
	resigned
)

// decision returns what the user has to decide. It is noDecision while next has
// something to do.
func (t *table) decision() decision {
	m := &t.Match
	switch {
	case t.Over():
		return whetherToGoOn
	case m.Resigns > 0:
		return whetherToAccept
	case m.Turn != theUser:
		return noDecision
	case m.Doubled:
		return whetherToTake
	case m.Dice == board.Roll{}:
		if t.MayDouble() == nil {
			return whetherToDouble
		}
		return noDecision
	case len(board.Plays(t.Position, m.Dice)) > 1:
		return whatToPlay
	}
	return noDecision
}

// next does what is not for the user to decide: the net's turn, and what the
// user must do. It returns nil when there is something to decide.
func (t *table) next(ctx context.Context) (*turn, error) {
	m := &t.Match
	switch {
	case t.decision() != noDecision:
		return nil, nil
	case m.Doubled:
		return t.netAnswers(ctx)
	case m.Dice != board.Roll{}:
		return t.playRoll(ctx)
	case m.Roller == theNet:
		if done, err := t.netBeforeDice(ctx); done != nil || err != nil {
			return done, err
		}
	}
	if err := t.Throw(t); err != nil {
		return nil, err
	}
	return t.next(ctx)
}

// netBeforeDice has the net resign or double. It returns nil if the net does
// neither.
func (t *table) netBeforeDice(ctx context.Context) (*turn, error) {
	st, err := t.judge.Stakes(&t.Match)
	if err != nil {
		return nil, err
	}
	if kind := t.judge.Resign(&t.Position, st); kind > t.declined {
		t.OfferResignation(kind)
		return &turn{by: theNet, did: resigned, resigns: kind}, nil
	}
	if t.MayDouble() != nil {
		return nil, nil
	}
	d, err := t.judge.Double(ctx, &t.Position, st)
	if err != nil || !d.Double() {
		return nil, err
	}
	t.double()
	return &turn{by: theNet, did: doubled, cube: 2 * t.Match.Cube}, nil
}

// netAnswers has the net answer a double.
func (t *table) netAnswers(ctx context.Context) (*turn, error) {
	a, err := t.answers(ctx)
	if err != nil {
		return nil, err
	}
	best := a.Best()
	done := &turn{by: theNet, cube: 2 * t.Match.Cube}
	switch best {
	case record.Take:
		done.did = took
	case record.Beaver:
		done.did, done.cube = beavered, 4*t.Match.Cube
	default:
		done.did = dropped
	}
	t.answer(best)
	return done, nil
}

// rank returns the plays of the dice, the best first.
func (t *table) rank(ctx context.Context) ([]advice.Candidate, error) {
	st, err := t.judge.Stakes(&t.Match)
	if err != nil {
		return nil, err
	}
	return t.judge.Rank(ctx, &t.Position, board.Plays(t.Position, t.Match.Dice), st)
}

// playRoll plays the dice for the net, or for the user who has no choice.
func (t *table) playRoll(ctx context.Context) (*turn, error) {
	m := &t.Match
	done := &turn{by: m.Roller, roll: m.Dice}
	ranked, err := t.rank(ctx)
	if err != nil {
		return nil, err
	}
	if len(ranked) == 0 {
		t.pass()
		return done, nil
	}
	best := &ranked[0].Play
	done.forced = len(ranked) == 1
	done.play = board.FormatPlay(t.Position, *best)
	t.play(best)
	return done, nil
}
