// Package table implements the table at which a user plays a match or a money session
// against a net, without its texts: the actions, the decisions of the user and of the
// net, undo, hints, and the record. The command play prints it as text, the web pages
// show it in a browser.
//
// Everything that happens at a table is a [Deed], which [Table.Do] performs if the rules
// allow it. Tables with the same rules, dice and deeds are in the same state.
//
// Not for other modules.
package table

import (
	"errors"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/board/record"
	"gammonlab/engine/advice"
	"gammonlab/engine/player"
)

// The players at the table. They are those of gnubg: the user has the X checkers, at the
// bottom of the board.
const (
	User = board.PlayerX
	Net  = board.PlayerO
)

// Rules are the rules of a match or session.
type Rules struct {
	game.Rules
	Score        [2]int       // at the beginning, by player
	PostCrawford bool         // the Crawford game was played before that score
	First        board.Player // player who begins each game; Nobody for the higher die
	Start        *board.XGID  // position, cube and dice of the first game; nil for the start of the variant
}

// Table is a table at which the user plays against a net.
type Table struct {
	// Adviser decides for the net and knows the rules. Only methods with a context need
	// it.
	Adviser *advice.Adviser

	HintPlays int // number of plays in a hint; 0 for the default

	BearOff bool // bear off for the user where every die bears off a checker

	// Rival, if not nil, plays and doubles for the net instead of the adviser. It has the
	// adviser's rules.
	Rival player.RulesPlayer

	first  board.Player
	start  *board.XGID // of the next game; nil for the start of the variant
	dice   diceTape
	record *record.Match // its last game is the current one
	deeds  []Deed

	state
	history []state // states before each choice of the user in this game
}

// state is the state that a deed changes and undo restores.
type state struct {
	game.State
	Finished int  // number of finished games
	thrown   int  // number of rolls taken from the tape
	actions  int  // number of actions of this game in the record
	declined int  // the highest resignation of the net that the user has refused
	asked    bool // the net has decided not to resign or double; its dice must be entered
}

// New returns a table before its first game; the deed [Begin] begins it. If dice is nil,
// the user enters the rolls with the deeds.
func New(r Rules, dice board.Dice) *Table {
	t := &Table{
		first: r.First, start: r.Start, dice: diceTape{dice: dice},
		record: &record.Match{
			Length: r.Length, Names: [2]string{Net: "gammonlab", User: "you"},
			Rules: record.Rules{
				Variant: r.Variant, NoCube: r.NoCube,
				Crawford: r.Length > 0 && !r.NoCube, Jacoby: r.Length == 0 && r.Jacoby,
			},
		},
	}
	t.Rules, t.CrawfordOver = r.Rules, r.PostCrawford
	t.Crawford, t.Match.Score = t.record.Rules.Crawford, r.Score
	t.Match.Length, t.Match.State = r.Length, board.Over
	return t
}

// Deeds returns all deeds so far.
func (t *Table) Deeds() []Deed { return t.deeds }

// MayUndo reports whether there is a choice to take back.
func (t *Table) MayUndo() bool { return len(t.history) > 0 }

// begin sets up a new game. If first is Nobody, the dice decide who begins; otherwise the
// first player throws. The first die is the user's.
func (t *Table) begin() error {
	switch {
	case t.MatchOver():
		return errors.New("the match is over")
	case t.Length > 0 && !t.Over():
		return errors.New("a game of a match is played to its end")
	}
	s := state{State: t.State, Finished: t.Finished, thrown: t.thrown}
	s.NextGame()
	if t.start != nil {
		s.place(t.start)
		t.history, t.state, t.start = nil, s, nil
		t.addGame()
		t.notePlace()
		return nil
	}
	first := t.first
	if s.Thrown = first == board.Nobody; s.Thrown {
		first = User
	}
	s.SetRoller(first)
	if !t.ByHand() {
		if err := s.Throw(&throw{t, &s}); err != nil {
			return err
		}
	}
	t.history, t.state = nil, s
	t.addGame()
	return nil
}

// addGame adds the game to the record. It first removes a game without actions.
func (t *Table) addGame() {
	if n := len(t.record.Games); n > 0 && len(t.record.Games[n-1].Actions) == 0 {
		t.record.Games = t.record.Games[:n-1]
	}
	game := t.record.AddGame()
	game.Score, game.Crawford = t.Match.Score, t.Match.Crawford
	t.keepCube()
}

// keepCube records the cube after automatic doubles.
func (t *Table) keepCube() {
	if t.Opening {
		t.game().Cube = t.Match.Cube
	}
}

// undo takes back the last choice of the user and everything after it. The same rolls
// come again, except those entered by hand.
func (t *Table) undo() error {
	if len(t.history) == 0 {
		return errors.New("there is nothing to take back")
	}
	last := len(t.history) - 1
	t.state, t.history = t.history[last], t.history[:last]
	if t.ByHand() {
		t.dice.rolls = t.dice.rolls[:t.thrown]
	}
	game := t.game()
	game.Actions, game.Result = game.Actions[:t.actions], t.Result
	t.keepCube()
	return nil
}

// Diagram draws the board with the user at the bottom. After the game, points are
// numbered for the user.
func (t *Table) Diagram() board.Diagram {
	d := board.Diagram{
		Position: t.Position, Match: t.Match, NoIDs: true, NoCube: t.NoCube,
		Names: [2]string{Net: "the net", User: "you"},
	}
	if t.Over() && t.Match.Roller == Net {
		d.Position, d.Match.Roller = t.Position.Swap(), User
	}
	return d
}
