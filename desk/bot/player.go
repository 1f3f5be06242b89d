package bot

import (
	"context"
	"time"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine/advice"
	"gammonlab/engine/player"
	"gammonlab/engine/protocol"
)

// Decider makes the decisions of a bot. The price of a drop is the multiple of the cube
// that the drop loses: 1 by the rules, up to 3 on servers with other rules.
type Decider interface {
	// Play returns the play of the dice, and false if there is no legal play.
	Play(ctx context.Context, q *protocol.Question) (board.Play, bool, error)
	// Double reports whether the player on roll should double, if a drop by the opponent
	// costs the price.
	Double(ctx context.Context, q *protocol.Question, price int) (bool, error)
	// Take reports whether to take the double on offer, if a drop costs the price.
	Take(ctx context.Context, q *protocol.Question, price int) (bool, error)
	// Accept reports whether to accept the roller's resignation as a single game, a
	// gammon or a backgammon, 1 to 3.
	Accept(ctx context.Context, q *protocol.Question, kind int) (bool, error)
}

// Player decides with an adviser within a time limit. When the limit is reached, it
// decides with a second, faster adviser. It is not safe for concurrent use.
type Player struct {
	deep, quick protocol.Decider
	limit       time.Duration
}

// NewPlayer returns a player that decides with the adviser deep, or with quick if deep
// exceeds the limit.
func NewPlayer(deep, quick *advice.Adviser, limit time.Duration) *Player {
	return &Player{protocol.Decider{Adviser: deep}, protocol.Decider{Adviser: quick}, limit}
}

// Err makes the player err in its plays and cube actions. The seed determines the errors of
// each position.
func (p *Player) Err(noise player.Noise, seed uint64) {
	for _, d := range []*protocol.Decider{&p.deep, &p.quick} {
		n := player.NoisyAdviser(d.Adviser, noise)
		n.NewGame(seed)
		d.Errs = n
	}
}

// within calls decide with deep, and with quick if deep exceeds the limit.
func (p *Player) within(ctx context.Context, decide func(context.Context, *protocol.Decider) error) error {
	limited, cancel := context.WithTimeout(ctx, p.limit)
	defer cancel()
	err := decide(limited, &p.deep)
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		return decide(ctx, &p.quick)
	}
	return err
}

// Play implements [Decider].
func (p *Player) Play(ctx context.Context, q *protocol.Question) (play board.Play, ok bool, err error) {
	err = p.within(ctx, func(ctx context.Context, d *protocol.Decider) (err error) {
		play, ok, err = d.Play(ctx, q)
		return err
	})
	return play, ok, err
}

// Double implements [Decider].
func (p *Player) Double(ctx context.Context, q *protocol.Question, price int) (double bool, err error) {
	err = p.within(ctx, func(ctx context.Context, d *protocol.Decider) (err error) {
		if price == 1 {
			double, err = d.Double(ctx, q)
			return err
		}
		w, err := weigh(ctx, d, q, price)
		double = err == nil && w.allowed && min(w.take, w.drop) > w.noDouble
		return err
	})
	return double, err
}

// Take implements [Decider].
func (p *Player) Take(ctx context.Context, q *protocol.Question, price int) (take bool, err error) {
	err = p.within(ctx, func(ctx context.Context, d *protocol.Decider) error {
		if price > 1 {
			w, err := weigh(ctx, d, q, price)
			if err != nil || w.allowed {
				take = err == nil && w.take <= w.drop
				return err
			}
		}
		answer, err := d.Answer(ctx, q)
		take = answer != game.Drop
		return err
	})
	return take, err
}

// Accept implements [Decider].
func (p *Player) Accept(ctx context.Context, q *protocol.Question, kind int) (accept bool, err error) {
	err = p.within(ctx, func(ctx context.Context, d *protocol.Decider) (err error) {
		accept, err = d.Accepts(ctx, q, kind)
		return err
	})
	return accept, err
}

// weighed has the values of a double to the player who doubles, in the unit of the
// stakes.
type weighed struct {
	allowed              bool // the player may double
	noDouble, take, drop float64
}

// weigh returns the values of a double if a drop costs price times the cube.
func weigh(ctx context.Context, d *protocol.Decider, q *protocol.Question, price int) (weighed, error) {
	st, err := d.Adviser.Stakes(&q.Match)
	if err != nil || st.Doubled() == nil {
		return weighed{}, err
	}
	decision, err := d.Chooser().Double(ctx, &q.Position, st)
	if err != nil {
		return weighed{}, err
	}
	return weighed{true, decision.Values.NoDouble, decision.Values.DoubleTake, st.Points(price)}, nil
}

// DropPrice returns the multiple of the cube that a drop costs on servers that score a
// dropped game by the loser's position: 3 with a checker on the bar or in the winner's
// home board, 2 if no checker is borne off, otherwise 1.
func DropPrice(loser *board.Side) int {
	price := 1
	if loser[board.Off] == 0 {
		price = 2
	}
	for point := 19; point <= board.Bar; point++ {
		if loser[point] > 0 {
			price = 3
		}
	}
	return price
}
