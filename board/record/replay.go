package record

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/board/game"
)

// Replay iterates over the actions of a game. [Match.Replay] returns a Replay:
//
//	r := m.Replay(0)
//	for r.Next() {
//		fmt.Println(r.Position.ID(), r.Match.ID(), r.Action.Kind)
//	}
//	if err := r.Err(); err != nil { … }
//
// After Next has returned false, Position and Match are those at the end of the game.
type Replay struct {
	game.State            // before the action, with the dice of a Move
	Action     Action     // the current action
	Index      int        // of the action in Game.Actions
	Row        int        // number of the action's line in a .mat file
	Play       board.Play // the legal play of a Move
	Illegal    bool       // the Move is illegal; its Board is taken over, and Play has no steps

	after  game.State // the action
	game   *Game
	number int // of the game, from 0
	gen    *board.Generator
	err    error
	free   bool // both players may be on roll
	rows   rows
}

// Replay returns an iterator over the game with the given index in Games.
func (m *Match) Replay(game int) *Replay {
	return m.replay(game, &board.Generator{})
}

func (m *Match) replay(number int, gen *board.Generator) *Replay {
	g := &m.Games[number]
	r := &Replay{State: game.New(m.Rules.ofGame(m.Length)), Index: -1, game: g, number: number, gen: gen, free: true}
	r.Match.Score, r.Match.Cube, r.Match.Crawford = g.Score, g.Cube, g.Crawford
	r.Opening = false
	r.after = r.State
	r.check(r.Match.Validate())
	return r
}

// ofGame returns the rules for the replay of records: doubles before the first
// roll and doubles of a dead cube are allowed.
func (r *Rules) ofGame(length int) game.Rules {
	return game.Rules{
		Variant: r.Variant, Length: length, NoCube: r.NoCube, Crawford: r.Crawford, Jacoby: r.Jacoby,
		Beavers: game.MaxBeavers, DeadDoubles: true,
	}
}

// Err returns the illegal action that ended the replay, as an error with game
// and move, or nil.
func (r *Replay) Err() error { return r.err }

// Next advances to the next action. It returns false after the last action, and
// if the action is illegal.
func (r *Replay) Next() bool {
	if r.err != nil {
		return false
	}
	r.State = r.after
	r.Play, r.Illegal = board.Play{}, false
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

// check stores an error with its game and move.
func (r *Replay) check(err error) {
	if err == nil || r.err != nil {
		return
	}
	if r.Index < 0 {
		r.err = gameError(r.number, fmt.Errorf("start: %w", err))
		return
	}
	r.err = gameError(r.number, fmt.Errorf("move %d, %v's %v: %w", r.Row, r.Action.Player, r.Action.Kind, err))
}

// prepare brings the state to the turn of the action and returns an error if
// the action is illegal.
func (r *Replay) prepare() error {
	a := &r.Action
	if !plays(a.Player) && a.Kind != SetOwner {
		return fmt.Errorf("no such player")
	}
	if r.Over() {
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

// onRoll makes it the turn of the acting player.
func (r *Replay) onRoll() error {
	if r.Match.Doubled {
		return fmt.Errorf("%v must first answer a double", r.Match.Turn)
	}
	if p := r.Action.Player; p != r.Match.Roller {
		if !r.free {
			return fmt.Errorf("%v is on roll", r.Match.Roller)
		}
		r.SetRoller(p)
	}
	r.free = false
	return nil
}

func (r *Replay) roll() error {
	a := &r.Action
	if err := r.onRoll(); err != nil {
		return err
	}
	r.Match.Dice = a.Roll
	r.after = r.State
	if a.Kind == Rolled {
		r.free = true
		if !a.Roll.Valid() {
			return fmt.Errorf("dice %v, want 1 to 6", a.Roll)
		}
		return nil
	}
	play, err := r.legalPlay()
	if err != nil && a.Board != nil {
		return r.takeOver()
	}
	if err != nil {
		return err
	}
	r.Play = play
	r.after.Play(play.Result)
	return nil
}

// takeOver continues with the position after an illegal play. Either player may be on roll
// then, because the record may omit a turn.
func (r *Replay) takeOver() error {
	a := &r.Action
	switch {
	case !a.Roll.Valid():
		return fmt.Errorf("dice %v, want 1 to 6", a.Roll)
	case a.Board.Validate(r.Variant) != nil:
		return fmt.Errorf("the position after it: %w", a.Board.Validate(r.Variant))
	}
	r.Illegal, r.free = true, true
	r.Play = board.Play{Result: a.Board.Swap()}
	r.after.Play(r.Play.Result)
	return nil
}

func (r *Replay) double() error {
	if err := r.onRoll(); err != nil {
		return err
	}
	r.Match.Dice = board.Roll{}
	r.after = r.State
	return r.after.Double()
}

func (r *Replay) answer() error {
	if err := r.MayAnswer(r.Action.Player); err != nil {
		return err
	}
	r.after = r.State
	switch r.Action.Kind {
	case Take:
		return r.after.Take()
	case Drop:
		return r.after.Drop()
	}
	return r.after.Beaver()
}

func (r *Replay) resign() error {
	r.after = r.State
	return r.after.Resign(r.Action.Player, r.Action.Value)
}

// set applies a change of the game from outside.
func (r *Replay) set() error {
	a, changed := &r.Action, r.Match
	switch a.Kind {
	case SetCube:
		changed.Cube = a.Value
	case SetOwner:
		changed.Owner = a.Player
	case SetBoard:
		if a.Board == nil {
			return fmt.Errorf("no board")
		}
		if err := a.Board.Validate(r.Variant); err != nil {
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
	r.free, r.after = true, r.State
	if r.after.Match = changed; a.Kind == SetBoard {
		r.after.Position = *a.Board
	}
	return nil
}

// checkWinner compares the recorded winner with that of the play.
func (r *Replay) checkWinner() error {
	was, is := r.game.Result.Winner, r.Result.Winner
	if was == is || was == board.Nobody || is == board.Nobody {
		return nil
	}
	return gameError(r.number, fmt.Errorf("the winner in the record is %v, by the play it is %v", was, is))
}

// rows numbers the lines of a game in two columns.
type rows struct {
	row    int
	column board.Player // of the last action
}

// add returns the row of the next action. Changes from outside and dice without
// a play have no line.
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
