package play

import (
	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/board/record"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
)

// The two who sit at the table. They are gnubg's players, so that the user has
// the X checkers, at the bottom of the board.
const (
	theUser = board.PlayerX
	theNet  = board.PlayerO
)

// rules are what is played for.
type rules struct {
	game.Rules
	score        [2]int // at the beginning, by player
	postCrawford bool   // at that score the Crawford game is over
}

// table is where the user plays a match or a money session against a net.
type table struct {
	judge  *advice.Adviser
	dice   diceTape
	record *record.Match // its last game is the one in hand

	state
	history []state // before each choice that the user made in this game
}

// state is what a choice changes and undo brings back.
type state struct {
	game.State
	thrown   int // rolls taken from the tape
	games    int // finished
	actions  int // of this game in the record
	declined int // the highest resignation of the net that the user did not take
}

func newTable(searcher *search.Searcher, met *cube.MET, r rules, dice board.Dice) *table {
	t := &table{
		dice:  diceTape{dice: dice},
		judge: advice.New(searcher, advice.Options{MET: met, NoCube: r.NoCube, Beavers: r.Beavers > 0}),
		record: &record.Match{
			Length: r.Length, Names: [2]string{theNet: "gammonlab", theUser: "you"},
			Rules: record.Rules{
				Variant: r.Variant, NoCube: r.NoCube,
				Crawford: r.Length > 0 && !r.NoCube, Jacoby: r.Length == 0 && r.Jacoby,
			},
		},
	}
	t.Rules, t.CrawfordOver = r.Rules, r.postCrawford
	t.Crawford, t.Match.Score = t.record.Rules.Crawford, r.score
	return t
}

// begin sets up a new game. Nobody throws for who begins; otherwise the given
// player does. The user's die is the first.
func (t *table) begin(first board.Player) error {
	t.history = nil
	t.state = state{State: t.State, games: t.games, thrown: t.thrown}
	t.NextGame()
	t.addGame()
	if t.Thrown = first == board.Nobody; t.Thrown {
		first = theUser
	}
	t.SetRoller(first)
	return t.Throw(t)
}

// addGame adds the game to the record. One in which nothing was done leaves it.
func (t *table) addGame() {
	if n := len(t.record.Games); n > 0 && len(t.record.Games[n-1].Actions) == 0 {
		t.record.Games = t.record.Games[:n-1]
	}
	game := t.record.AddGame()
	game.Score, game.Crawford = t.Match.Score, t.Match.Crawford
}

// Roll implements [board.Dice] by the tape.
func (t *table) Roll() (board.Roll, error) {
	roll, err := t.dice.at(t.thrown)
	if err == nil {
		t.thrown++
	}
	return roll, err
}

// play makes a play of the dice for the player on roll.
func (t *table) play(play *board.Play) {
	t.do(record.Action{Kind: record.Move, Roll: t.Match.Dice, Steps: append([]board.Step(nil), play.Steps()...)},
		func() error { t.Play(play.Result); return nil })
}

// pass ends a turn whose roll cannot be played.
func (t *table) pass() { t.play(&board.Play{Result: t.Position.Swap()}) }

// do records what the player whose turn it is does, which must be legal, and has
// it done.
func (t *table) do(a record.Action, act func() error) {
	t.noteBy(t.Match.Turn, a)
	if err := act(); err != nil {
		panic(err)
	}
	if t.Over() {
		t.games++
		t.game().Result = t.Result
	}
}

// roll throws the dice for the user, who may double instead.
func (t *table) roll() error {
	t.choose()
	return t.Throw(t)
}

// choose remembers the state before the user makes a choice.
func (t *table) choose() { t.history = append(t.history, t.state) }

// move makes the play that the user has written.
func (t *table) move(text string) error {
	play, err := board.ParsePlay(t.Position, t.Match.Dice, text)
	if err != nil {
		return err
	}
	t.choose()
	t.play(&play)
	return nil
}

// undo takes back the last choice of the user and all that followed. The same
// dice will come again. It reports whether there was such a choice.
func (t *table) undo() bool {
	if len(t.history) == 0 {
		return false
	}
	last := len(t.history) - 1
	t.state, t.history = t.history[last], t.history[:last]
	game := t.game()
	game.Actions, game.Result = game.Actions[:t.actions], t.Result
	return true
}

// diagram draws the board with the user at the bottom, and by the user's point
// numbers once the game is over.
func (t *table) diagram() board.Diagram {
	d := board.Diagram{
		Position: t.Position, Match: t.Match, NoIDs: true, NoCube: t.NoCube,
		Names: [2]string{theNet: "the net", theUser: "you"},
	}
	if t.Over() && t.Match.Roller == theNet {
		d.Position, d.Match.Roller = t.Position.Swap(), theUser
	}
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
