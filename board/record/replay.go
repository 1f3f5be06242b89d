package record

import (
	"fmt"
	"strings"

	"gammonlab/board"
	"gammonlab/board/game"
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
	game.State            // before the action, its dice being those of a Move
	Action     Action     // the current action
	Index      int        // of the action in Game.Actions
	Row        int        // the number of the action's line in a .mat file
	Play       board.Play // the legal play that a Move stands for

	after  game.State // the action
	game   *Game
	number int // of the game, from 0
	gen    *board.Generator
	err    error
	free   bool // either player may be on roll
	rows   rows
}

// Replay returns a walk through a game, by its index in Games.
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

// ofGame returns the rules by which records are replayed: a double may come
// before the first roll, and others may be of a dead cube.
func (r *Rules) ofGame(length int) game.Rules {
	return game.Rules{
		Variant: r.Variant, Length: length, NoCube: r.NoCube, Crawford: r.Crawford, Jacoby: r.Jacoby,
		Beavers: game.MaxBeavers, DeadDoubles: true,
	}
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
	r.State = r.after
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

// onRoll gives the turn to the player who acts.
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
	if err != nil {
		return err
	}
	r.Play = play
	r.after.Play(play.Result)
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

// set changes the game from outside.
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

// checkWinner compares the winner that was recorded with the one that the
// play shows.
func (r *Replay) checkWinner() error {
	was, is := r.game.Result.Winner, r.Result.Winner
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
