package main

import (
	"context"
	"errors"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/engine/search"
)

// The two who sit at the table. They are gnubg's players, so that the user has
// the X checkers, at the bottom of the board.
const (
	theUser = board.PlayerX
	theNet  = board.PlayerO
)

// table is where the user plays games against a net.
type table struct {
	variant board.Variant
	net     engine.Player
	advisor *search.Searcher
	dice    diceTape

	state
	history []state // before each play that the user chose in this game
}

// state is what a play changes and undo brings back.
type state struct {
	pos    board.Position // seen by the player on roll
	onRoll board.Player
	roll   board.Roll   // the zero Roll before it is thrown
	thrown int          // rolls taken from the tape
	score  [2]int       // points won, by player
	games  int          // finished
	result board.Result // of a finished game, for the user; 0 while it goes on
}

func newTable(s *search.Searcher, v board.Variant, dice board.Dice) *table {
	return &table{
		variant: v, net: player.NewLookAhead(s.Clone()), advisor: s,
		dice: diceTape{dice: dice},
	}
}

// begin sets up a new game. Nobody throws for who begins; otherwise the given
// player does, and not with a double, which no opening roll is. The user's die
// is the first.
func (t *table) begin(first board.Player) error {
	t.history = nil
	t.state = state{pos: t.variant.Start(), score: t.score, games: t.games, thrown: t.thrown}
	for t.roll == (board.Roll{}) || t.roll.Double() {
		if err := t.throw(); err != nil {
			return err
		}
	}
	t.onRoll = first
	if first == board.Nobody {
		t.onRoll = theNet
		if t.roll[0] > t.roll[1] {
			t.onRoll = theUser
		}
	}
	return nil
}

// throw takes the next roll.
func (t *table) throw() (err error) {
	t.roll, err = t.dice.at(t.thrown)
	t.thrown++
	return err
}

// over reports whether the game is finished.
func (t *table) over() bool { return t.result != 0 }

// turn is what a player did without being asked.
type turn struct {
	by     board.Player
	roll   board.Roll
	play   string // "" if there was none to be made
	forced bool   // it was the only one
}

// next throws for the player on roll, if need be, and plays when that is not
// for the user to decide: the net's plays, and what the user must play. It
// returns nil when the user must choose, or the game is over.
func (t *table) next() (*turn, error) {
	if t.over() {
		return nil, nil
	}
	if t.roll == (board.Roll{}) {
		if err := t.throw(); err != nil {
			return nil, err
		}
	}
	plays := board.Plays(t.pos, t.roll)
	done := &turn{by: t.onRoll, roll: t.roll, forced: len(plays) == 1}
	switch {
	case len(plays) == 0:
		t.handOver(t.pos.Swap())
	case len(plays) > 1 && t.onRoll == theUser:
		return nil, nil
	default:
		chosen, err := t.net.Choose(&t.pos, plays)
		if err != nil {
			return nil, err
		}
		done.play = board.FormatPlay(t.pos, plays[chosen])
		t.make(plays[chosen])
	}
	return done, nil
}

// move makes the play that the user has written.
func (t *table) move(text string) error {
	play, err := board.ParsePlay(t.pos, t.roll, text)
	if err != nil {
		return err
	}
	t.history = append(t.history, t.state)
	t.make(play)
	return nil
}

// undo takes back the last play that the user chose and all that followed. The
// same dice will come again. It reports whether there was such a play.
func (t *table) undo() bool {
	if len(t.history) == 0 {
		return false
	}
	last := len(t.history) - 1
	t.state, t.history = t.history[last], t.history[:last]
	return true
}

// errPlaysOn is what resign returns when the net does not take the offer.
var errPlaysOn = errors.New("the net plays on: it expects more")

// offerMargin is by how much the net may expect more than it is offered and
// still accept, in points: nets are never quite sure of anything.
const offerMargin = 0.05

// resign offers the net the game for the given number of points. It must be the
// user's turn to choose.
func (t *table) resign(points board.Result) error {
	if best := t.advice(1).ranked[0]; -best.Equity > float32(points)+offerMargin {
		return errPlaysOn
	}
	t.history = append(t.history, t.state)
	t.finish(-points)
	return nil
}

// advice ranks the user's plays and keeps the best, all of them if limit is 0.
func (t *table) advice(limit int) *advice {
	a, err := newAdvice(context.Background(), t.advisor, t.pos, t.roll, limit)
	if err != nil {
		panic(err) // only a context that is cancelled can be the reason
	}
	return a
}

// make turns the board to the other player after a play.
func (t *table) make(play board.Play) {
	t.handOver(play.Result)
	switch r := t.pos.Result(); {
	case r == 0:
	case t.onRoll == theUser:
		t.finish(r)
	default:
		t.finish(-r)
	}
}

// handOver gives the turn to the other player, who sees the given position.
func (t *table) handOver(pos board.Position) {
	t.pos, t.onRoll, t.roll = pos, t.onRoll.Opponent(), board.Roll{}
}

// finish ends the game with a result for the user.
func (t *table) finish(r board.Result) {
	t.result = r
	t.games++
	if r > 0 {
		t.score[theUser] += int(r)
	} else {
		t.score[theNet] -= int(r)
	}
}

// diagram draws the board with the user at the bottom, and by the user's point
// numbers once the game is over.
func (t *table) diagram() board.Diagram {
	d := board.Diagram{
		Position: t.pos, Match: board.NewMatch(0), NoIDs: true,
		Names: [2]string{theNet: "the net", theUser: "you"},
	}
	d.Match.Score = t.score
	if t.over() {
		d.Match.State = board.Over
		if t.onRoll == theNet {
			d.Position = t.pos.Swap()
		}
		return d
	}
	d.Match.State, d.Match.Dice = board.Playing, t.roll
	d.Match.Roller, d.Match.Turn = t.onRoll, t.onRoll
	return d
}

// diceTape remembers what its dice threw, so that a roll can come again after
// an undo.
type diceTape struct {
	dice  board.Dice
	rolls []board.Roll
}

// at returns roll number n, which must be at most one more than the last.
func (d *diceTape) at(n int) (board.Roll, error) {
	if n == len(d.rolls) {
		roll, err := d.dice.Roll()
		if err != nil {
			return roll, err
		}
		d.rolls = append(d.rolls, roll)
	}
	return d.rolls[n], nil
}
