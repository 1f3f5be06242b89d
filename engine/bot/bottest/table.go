package bottest

import (
	"gammonlab/board"
	"gammonlab/board/game"
)

// table is a match between two clients.
type table struct {
	id       int
	name     string
	password string
	names    [2]string // of who may sit there, by player
	conns    [2]*Conn
	game     game.State
	thrown   [2]int         // the opening dice
	partial  *board.Partial // of the roller, once the dice are thrown
	ended    bool           // the match
	ready    [2]bool        // for the next game
}

// newTable returns a match before its first game.
func newTable(length int) *table {
	t := &table{game: game.New(game.Rules{Length: length, Crawford: true, DeadDoubles: true})}
	t.game.Thrown = true
	return t
}

// open reports whether the game has no first player yet.
func (t *table) open() bool { return t.game.Opening && t.game.Match.Dice == board.Roll{} }

// begin starts the game with the player of the higher die.
func (t *table) begin() {
	first := board.PlayerO
	if t.thrown[board.PlayerX] > t.thrown[board.PlayerO] {
		first = board.PlayerX
	}
	t.game.SetRoller(first)
	t.roll(board.Roll{uint8(t.thrown[first]), uint8(t.thrown[first.Opponent()])})
}

// roll throws the dice for the player on roll.
func (t *table) roll(r board.Roll) {
	t.game.Match.Dice = r
	t.partial = board.NewPartial(t.game.Position, r)
}

// position returns the board as a player sees it.
func (t *table) position(p board.Player) board.Position {
	pos := t.game.Position
	if t.partial != nil {
		pos = t.partial.Position()
	}
	if t.game.Match.Roller != p {
		pos = pos.Swap()
	}
	return pos
}

// next returns the steps that may come next.
func (t *table) next() []board.Step {
	if t.partial == nil {
		return nil
	}
	return t.partial.Next()
}

// play ends the turn.
func (t *table) play() {
	result := t.partial.Position().Swap()
	t.partial = nil
	t.game.Play(result)
}

// over records the end of the game; the next one begins if the match continues.
func (t *table) over() {
	t.thrown, t.partial = [2]int{}, nil
	if t.game.MatchOver() {
		t.ended = true
		return
	}
	t.game.NextGame()
}
