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
	names    [2]string // of the players, by [board.Player]
	conns    [2]*Conn
	game     game.State
	thrown   [2]int         // the opening dice
	partial  *board.Partial // of the roller, once the dice are thrown
	ended    bool           // the match is over
	ready    [2]bool        // for the next game, by player
}

// newTable returns a match before its first game.
func newTable(length int) *table {
	t := &table{game: game.New(game.Rules{Length: length, Crawford: true, DeadDoubles: true})}
	t.game.Thrown = true
	return t
}

// open reports whether the opening roll has not yet determined the first player.
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

// position returns the board from a player's point of view.
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

// next returns the legal next steps.
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
