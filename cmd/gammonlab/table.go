package main

import (
	"gammonlab/board"
	"gammonlab/board/record"
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
	variant      board.Variant
	length       int    // of the match, 0 for a money session
	score        [2]int // at the beginning, by player
	postCrawford bool   // at that score the Crawford game is over
	noCube       bool
	jacoby       bool // for money sessions
	beavers      int  // how many may answer a double, in money sessions
}

// table is where the user plays a match or a money session against a net.
type table struct {
	rules
	judge  *judge
	dice   diceTape
	record *record.Match // its last game is the one in hand

	state
	history []state // before each choice that the user made in this game
}

// state is what a choice changes and undo brings back.
type state struct {
	pos      board.Position // seen by match.Roller
	match    board.Match
	thrown   int           // rolls taken from the tape
	games    int           // finished
	actions  int           // of this game in the record
	beavers  int           // that have answered the double on offer
	declined int           // the highest resignation of the net that the user did not take
	result   record.Result // of a finished game
}

func newTable(searcher *search.Searcher, met *cube.MET, r rules, dice board.Dice) *table {
	t := &table{
		rules: r, dice: diceTape{dice: dice},
		judge: &judge{
			searcher: searcher, cubeful: cubefulOf(searcher), met: met,
			noCube: r.noCube, beavers: r.beavers > 0,
		},
		record: &record.Match{
			Length: r.length, Names: [2]string{theNet: "gammonlab", theUser: "you"},
			Rules: record.Rules{
				Variant: r.variant, NoCube: r.noCube,
				Crawford: r.length > 0 && !r.noCube, Jacoby: r.length == 0 && r.jacoby,
			},
		},
	}
	t.match.Score = r.score
	return t
}

// begin sets up a new game. Nobody throws for who begins; otherwise the given
// player does, and not with a double, which no opening roll is. The user's die
// is the first.
func (t *table) begin(first board.Player) error {
	t.history = nil
	t.state = state{pos: t.variant.Start(), match: t.newGame(), games: t.games, thrown: t.thrown}
	t.result.Winner = board.Nobody
	for t.match.Dice == (board.Roll{}) || t.match.Dice.Double() {
		if err := t.throw(); err != nil {
			return err
		}
	}
	if first == board.Nobody {
		first = theNet
		if t.match.Dice[0] > t.match.Dice[1] {
			first = theUser
		}
	}
	t.match.Roller, t.match.Turn = first, first
	return nil
}

// newGame adds a game to the record and returns the state at its beginning. A
// game in which nothing was done leaves the record.
func (t *table) newGame() board.Match {
	m := board.NewMatch(t.length)
	m.Score, m.Jacoby = t.match.Score, t.record.Rules.Jacoby
	if n := len(t.record.Games); n > 0 && len(t.record.Games[n-1].Actions) == 0 {
		t.record.Games = t.record.Games[:n-1]
	}
	first := len(t.record.Games) == 0
	game := t.record.AddGame()
	if first {
		game.Score = m.Score
		game.Crawford = t.record.Rules.Crawford && !t.postCrawford && oneAway(t.length, m.Score)
	}
	m.Crawford = game.Crawford
	return m
}

// oneAway reports whether exactly one side needs a single point of a match in
// which that can make a Crawford game.
func oneAway(length int, score [2]int) bool {
	return length > 1 && (score[0] == length-1) != (score[1] == length-1)
}

// throw takes the next roll.
func (t *table) throw() error {
	roll, err := t.dice.at(t.thrown)
	if err != nil {
		return err
	}
	t.match.Dice = roll
	t.thrown++
	return nil
}

// over reports whether the game is finished.
func (t *table) over() bool { return t.match.State != board.Playing }

// matchOver reports whether a side has the points that the match goes for.
func (t *table) matchOver() bool {
	return t.length > 0 && max(t.match.Score[0], t.match.Score[1]) >= t.length
}

// play makes a play of the dice for the player on roll.
func (t *table) play(play *board.Play) {
	m := &t.match
	t.note(record.Action{Kind: record.Move, Roll: m.Dice, Steps: append([]board.Step(nil), play.Steps()...)})
	player := m.Roller
	t.handOver(play.Result)
	if r := play.Result.Result(); r != 0 { // of the opponent, who has lost
		points := -int(r)
		if m.Jacoby && m.Owner == board.Nobody {
			points = 1
		}
		t.finish(board.Over, player, points*m.Cube)
	}
}

// handOver gives the turn to the other player, who sees the given position.
func (t *table) handOver(pos board.Position) {
	m := &t.match
	t.pos, m.Dice = pos, board.Roll{}
	m.Roller = m.Roller.Opponent()
	m.Turn = m.Roller
}

// finish ends the game.
func (t *table) finish(how board.GameState, winner board.Player, points int) {
	m := &t.match
	m.State, m.Doubled, m.Resigns = how, false, 0
	m.Score[winner] += points
	t.games++
	t.result = record.Result{Winner: winner, Points: points}
	t.game().Result = t.result
}

// roll throws the dice for the user, who may double instead.
func (t *table) roll() error {
	t.choose()
	return t.throw()
}

// choose remembers the state before the user makes a choice.
func (t *table) choose() { t.history = append(t.history, t.state) }

// move makes the play that the user has written.
func (t *table) move(text string) error {
	play, err := board.ParsePlay(t.pos, t.match.Dice, text)
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
	game.Actions, game.Result = game.Actions[:t.actions], t.result
	return true
}

// diagram draws the board with the user at the bottom, and by the user's point
// numbers once the game is over.
func (t *table) diagram() board.Diagram {
	d := board.Diagram{
		Position: t.pos, Match: t.match, NoIDs: true, NoCube: t.noCube,
		Names: [2]string{theNet: "the net", theUser: "you"},
	}
	if t.over() && t.match.Roller == theNet {
		d.Position, d.Match.Roller = t.pos.Swap(), theUser
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
