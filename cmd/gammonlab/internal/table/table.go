// Package table has the table at which a user plays a match or a money session
// against a net, without the words: what happens there, deed by deed, what the user
// has to decide, what the net decides, undo, hints, and the record. The command play
// talks about it, and the pages show it.
//
// All that happens is a [Deed], which [Table.Do] does if the rules allow it. A table
// of the same rules and dice to which the same deeds are done stands the same.
package table

import (
	"errors"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/board/record"
	"gammonlab/engine/advice"
)

// The two who sit at the table. They are gnubg's players, so that the user has
// the X checkers, at the bottom of the board.
const (
	User = board.PlayerX
	Net  = board.PlayerO
)

// Rules are what is played for.
type Rules struct {
	game.Rules
	Score        [2]int       // at the beginning, by player
	PostCrawford bool         // at that score the Crawford game is over
	First        board.Player // who begins each game; Nobody for the higher die
}

// Table is where the user plays against a net.
type Table struct {
	// Adviser decides for the net and knows the rules. It is needed by methods with
	// a context only.
	Adviser *advice.Adviser

	first  board.Player
	dice   diceTape
	record *record.Match // its last game is the one in hand
	deeds  []Deed

	state
	history []state // before each choice that the user made in this game
}

// state is what a deed changes and undo brings back.
type state struct {
	game.State
	Finished int  // games
	thrown   int  // rolls taken from the tape
	actions  int  // of this game in the record
	declined int  // the highest resignation of the net that the user did not take
	asked    bool // the net neither resigns nor doubles; its dice are to be entered
}

// New returns a table before its first game, which the deed [Begin] begins. Without
// dice the rolls are entered by hand, with the deeds.
func New(r Rules, dice board.Dice) *Table {
	t := &Table{
		first: r.First, dice: diceTape{dice: dice},
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

// Deeds returns all that was done so far.
func (t *Table) Deeds() []Deed { return t.deeds }

// MayUndo reports whether there is a choice to take back.
func (t *Table) MayUndo() bool { return len(t.history) > 0 }

// begin sets up a new game. Nobody throws for who begins; otherwise the first player
// does. The user's die is the first.
func (t *Table) begin() error {
	switch {
	case t.MatchOver():
		return errors.New("the match is over")
	case t.Length > 0 && !t.Over():
		return errors.New("a game of a match is played to its end")
	}
	s := state{State: t.State, Finished: t.Finished, thrown: t.thrown}
	s.NextGame()
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

// addGame adds the game to the record. One in which nothing was done leaves it.
func (t *Table) addGame() {
	if n := len(t.record.Games); n > 0 && len(t.record.Games[n-1].Actions) == 0 {
		t.record.Games = t.record.Games[:n-1]
	}
	game := t.record.AddGame()
	game.Score, game.Crawford = t.Match.Score, t.Match.Crawford
}

// undo takes back the last choice of the user and all that followed. The same dice
// will come again, but for those entered by hand.
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
	return nil
}

// Diagram draws the board with the user at the bottom, and by the user's point
// numbers once the game is over.
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
