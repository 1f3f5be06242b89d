package record

import (
	"fmt"
	"strings"

	"gammonlab/board"
)

// Replay walks through a game action by action. Make one with [Match.Replay]:
//
//	r := m.Replay(0)
//	for r.Next() {
//		fmt.Println(r.Position.ID(), r.Match.ID(), r.Action.Kind)
//	}
//	if err := r.Err(); err != nil { … }
//
// When Next has returned false, Position and Match are those at the end.
type Replay struct {
	Action   Action         // the action at hand
	Index    int            // of the action in Game.Actions
	Row      int            // the number of the action's line in a .mat file
	Position board.Position // before the action, seen by Match.Roller
	Match    board.Match    // before the action; its Dice are those of a Move
	Play     board.Play     // the legal play that a Move stands for

	rules  Rules
	game   *Game
	number int // of the game, from 0
	gen    *board.Generator
	err    error
	next   func() // makes the action happen
	free   bool   // either player may be on roll
	rows   rows
	result Result
}

// Replay returns a walk through a game, by its index in Games.
func (m *Match) Replay(game int) *Replay {
	return m.replay(game, &board.Generator{})
}

func (m *Match) replay(game int, gen *board.Generator) *Replay {
	g := &m.Games[game]
	r := &Replay{
		Index:    -1,
		Position: m.Rules.Variant.Start(),
		Match:    board.NewMatch(m.Length),
		rules:    m.Rules,
		game:     g,
		number:   game,
		gen:      gen,
		next:     func() {},
		free:     true,
		result:   Result{Winner: board.Nobody},
	}
	r.Match.Score, r.Match.Cube, r.Match.Crawford = g.Score, g.Cube, g.Crawford
	r.Match.Jacoby = m.Length == 0 && m.Rules.Jacoby
	r.check(r.Match.Validate())
	return r
}

// Err returns the error that ended the walk: an action against the rules. It
// names the game and the move.
func (r *Replay) Err() error { return r.err }

// Next goes to the next action. It returns false after the last one, and when
// the action is against the rules.
func (r *Replay) Next() bool {
	if r.err != nil {
		return false
	}
	r.next()
	r.next = func() {}
	r.Play = board.Play{}
	r.Index++
	if r.Index >= len(r.game.Actions) {
		r.Action = Action{}
		return false
	}
	r.Action = r.game.Actions[r.Index]
	r.Row = r.rows.add(&r.Action)
	r.check(r.prepare())
	return r.err == nil
}

// check keeps an error with the place where it was found.
func (r *Replay) check(err error) {
	if err == nil || r.err != nil {
		return
	}
	text := strings.TrimPrefix(err.Error(), "board: ")
	if r.Index < 0 {
		r.err = gameError(r.number, fmt.Errorf("start: %s", text))
		return
	}
	r.err = gameError(r.number, fmt.Errorf("move %d, %v's %v: %s", r.Row, r.Action.Player, r.Action.Kind, text))
}

// prepare brings the state to where the action can be taken and says what is
// wrong with it.
func (r *Replay) prepare() error {
	a := &r.Action
	if !plays(a.Player) && a.Kind != SetOwner {
		return fmt.Errorf("no such player")
	}
	if r.Match.State != board.Playing {
		return fmt.Errorf("the game is over")
	}
	switch a.Kind {
	case Move, Rolled:
		return r.roll()
	case Double:
		return r.double()
	case Take, Drop, Beaver:
		return r.answer()
	case Resign:
		return r.resign()
	case SetBoard, SetCube, SetOwner:
		return r.set()
	}
	return fmt.Errorf("no such kind of action")
}

func plays(p board.Player) bool { return p == board.PlayerO || p == board.PlayerX }

// onRoll gives the turn to the player who acts.
func (r *Replay) onRoll() error {
	if r.Match.Doubled {
		return fmt.Errorf("%v must first answer a double", r.Match.Turn)
	}
	if p := r.Action.Player; p != r.Match.Roller {
		if !r.free {
			return fmt.Errorf("%v is on roll", r.Match.Roller)
		}
		r.turn(p)
	}
	r.free = false
	return nil
}

// turn puts the player on roll.
func (r *Replay) turn(p board.Player) {
	if p != r.Match.Roller {
		r.Position = r.Position.Swap()
	}
	r.Match.Roller, r.Match.Turn = p, p
}

func (r *Replay) roll() error {
	a := &r.Action
	if err := r.onRoll(); err != nil {
		return err
	}
	r.Match.Dice = a.Roll
	if a.Kind == Rolled {
		r.free = true
		if !a.Roll.Valid() {
			return fmt.Errorf("dice %v, want 1 to 6", a.Roll)
		}
		return nil
	}
	play, err := r.legalPlay()
	if err != nil {
		return err
	}
	r.Play = play
	r.next = func() { r.played(play.Result) }
	return nil
}

// played ends the turn with the position seen by the opponent.
func (r *Replay) played(result board.Position) {
	m := &r.Match
	r.Position = result
	m.Dice = board.Roll{}
	m.Roller = m.Roller.Opponent()
	m.Turn = m.Roller
	if lost := -int(result.Result()); lost > 0 {
		if m.Jacoby && m.Owner == board.Nobody {
			lost = 1
		}
		m.State = board.Over
		r.result = Result{Winner: m.Roller.Opponent(), Points: lost * m.Cube}
	}
}

func (r *Replay) double() error {
	if err := r.onRoll(); err != nil {
		return err
	}
	m := &r.Match
	m.Dice = board.Roll{}
	switch {
	case r.rules.NoCube:
		return fmt.Errorf("the cube is not in use")
	case m.Crawford:
		return fmt.Errorf("no doubles in the Crawford game")
	case m.Owner == m.Roller.Opponent():
		return fmt.Errorf("%v owns the cube", m.Owner)
	case 2*m.Cube > board.MaxCube:
		return fmt.Errorf("the cube ends at %d", board.MaxCube)
	}
	r.next = func() { m.Doubled, m.Turn = true, m.Roller.Opponent() }
	return nil
}

func (r *Replay) answer() error {
	m := &r.Match
	switch {
	case !m.Doubled:
		return fmt.Errorf("no double to answer")
	case m.Turn != r.Action.Player:
		return fmt.Errorf("it is %v who must answer", m.Turn)
	case r.Action.Kind == Drop:
		r.next = func() {
			m.State, m.Doubled = board.Dropped, false
			r.result = Result{Winner: m.Turn.Opponent(), Points: m.Cube}
		}
	case r.Action.Kind == Take:
		r.next = func() {
			m.Cube, m.Owner = 2*m.Cube, m.Roller.Opponent()
			m.Doubled, m.Turn = false, m.Roller
		}
	case m.Length > 0:
		return fmt.Errorf("beavers are for money sessions")
	case 4*m.Cube > board.MaxCube:
		return fmt.Errorf("the cube ends at %d", board.MaxCube)
	default: // a beaver: taken, and doubled again
		r.next = func() {
			m.Cube, m.Owner = 2*m.Cube, m.Roller.Opponent()
			m.Turn = m.Turn.Opponent()
		}
	}
	return nil
}

func (r *Replay) resign() error {
	a, m := &r.Action, &r.Match
	if a.Value < 1 || a.Value > 3 {
		return fmt.Errorf("at %d, want 1 (single) to 3 (backgammon)", a.Value)
	}
	r.next = func() {
		m.State, m.Doubled = board.Resigned, false
		m.Turn = m.Roller
		r.result = Result{Winner: a.Player.Opponent(), Points: a.Value * m.Cube}
	}
	return nil
}

// set changes the game from outside.
func (r *Replay) set() error {
	a, m := &r.Action, &r.Match
	changed := *m
	switch a.Kind {
	case SetCube:
		changed.Cube = a.Value
	case SetOwner:
		changed.Owner = a.Player
	case SetBoard:
		if a.Board == nil {
			return fmt.Errorf("no board")
		}
		if err := a.Board.Validate(r.rules.Variant); err != nil {
			return err
		}
		if a.Board.Result() != 0 {
			return fmt.Errorf("a side has no checkers left")
		}
		changed.Dice, changed.Doubled = board.Roll{}, false
		changed.Roller, changed.Turn = a.Player, a.Player
	}
	if err := changed.Validate(); err != nil {
		return err
	}
	r.free = true
	r.next = func() {
		*m = changed
		if a.Kind == SetBoard {
			r.Position = *a.Board
		}
	}
	return nil
}

// checkWinner compares the winner that was recorded with the one that the
// play shows.
func (r *Replay) checkWinner() error {
	was, is := r.game.Result.Winner, r.result.Winner
	if was == is || was == board.Nobody || is == board.Nobody {
		return nil
	}
	return gameError(r.number, fmt.Errorf("the record has %v as the winner, the play %v", was, is))
}

// rows numbers the lines of a game in two columns.
type rows struct {
	row    int
	column board.Player // of the last action
}

// add returns the row of the next action. What is done to a game from outside
// has no line of its own, nor have dice without a play.
func (n *rows) add(a *Action) int {
	if n.row == 0 {
		n.row, n.column = 1, board.Nobody
	}
	if a.Kind == Rolled || a.Kind >= Resign || !plays(a.Player) {
		return n.row
	}
	if n.column == board.PlayerX || n.column == a.Player {
		n.row++
	}
	n.column = a.Player
	return n.row
}
