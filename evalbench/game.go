package evalbench

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"

	"gammonlab/board"
	rules "gammonlab/board/game"
	"gammonlab/board/record"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/player"
	"gammonlab/engine/search"
	"gammonlab/internal/seed"
	"gammonlab/internal/workers"
)

// The sides of a match, as indexes.
const (
	sideA = iota
	sideB
)

// Game is the outcome of a money game or of a whole match.
type Game struct {
	Points   int            // points of A, multiplied by the cube; 1 or -1 for a match; 0 if stopped as too long
	Plies    int            // rolls, including those without a legal play
	Games    int            // games played in a match
	Adjusted float64        // luck-adjusted points; Points if Match.Luck is nil
	Errors   [2]Errors      // of A and B, if decisions were judged
	Classes  [2]ClassErrors // errors of A and B by class, if decisions were judged
	Worst    [2]Mistake     // worst mistakes of A and of B; the zero fault if there was none
	Record   *record.Match  // record with A as player 0; nil without Match.Records and for stored items

	cube  int // final cube of the game; 0 without a cube and for a match
	drops int // games that ended with a dropped double
}

// kind returns the kind of A's win or loss: single game, gammon or backgammon.
func (g *Game) kind() board.Result {
	return board.Result(g.Points / max(g.cube, 1))
}

// halfWins returns A's score in half wins: 2 if A won the game, 0 if A lost it, and 1 if
// the game was stopped as too long.
func (g Game) halfWins() int {
	switch {
	case g.Points > 0:
		return 2
	case g.Points == 0:
		return 1
	}
	return 0
}

// gameRunner plays games of a match in one goroutine.
type gameRunner struct {
	match   *Match
	ctx     context.Context // of the current item
	players [2]engine.Player
	loop    player.Loop
	state   rules.State // of the game being played

	luck     *advice.Adviser // nil if results are not luck-adjusted
	luckOfA  float64         // luck of A in the game or match, to subtract
	judge    *advice.Adviser // nil without a judge
	errors   [2]Errors
	classes  [2]ClassErrors
	worst    [2]Mistake
	equities *cube.Alternatives // equities of the offered double, by the judge
	record   *record.Match      // record of the game or match; nil if not requested
	source   *rand.PCG          // source of the dice, unless the match has Dice
}

func newGameRunner(m *Match) (*gameRunner, error) {
	t := &gameRunner{match: m, players: [2]engine.Player{m.A.Player.Clone(), m.B.Player.Clone()}}
	for _, p := range t.players {
		if player, ok := p.(player.RulesPlayer); ok {
			player.SetRules(m.MET.Table, m.Rules.Beavers > 0)
		}
	}
	t.loop = player.Loop{
		Players: [2]player.Chooser{t.players[sideA], t.players[sideB]}, Names: [2]string{t.name(sideA), t.name(sideB)},
		Dice: m.Dice, Observer: watcher{t}, MaxPlies: m.maxPlies(),
	}
	if m.Dice == nil {
		t.source = new(rand.PCG)
		t.loop.Dice = board.NewDice(t.source)
	}
	if m.Luck.Evaluator != nil {
		t.luck = newLuck(m)
	}
	if m.Judge != nil {
		s, err := search.New(engine.NewFull(m.JudgeModel.Evaluator).Clone(), search.Options{Depth: search.Depth{Plies: *m.Judge, Filter: search.Quick()}})
		if err != nil {
			return nil, fmt.Errorf("judge: %w", err)
		}
		t.judge = advice.New(s, advice.Options{MET: m.MET.Table})
	}
	return t, nil
}

// close stops other programs that the players run. The runner owns the players.
func (t *gameRunner) close() {
	for _, p := range t.players {
		if c, ok := p.(io.Closer); ok {
			c.Close() // all games are over, so its error does not matter
		}
	}
}

// play plays an item of the match.
func (t *gameRunner) play(ctx context.Context, item int) (outcome, error) {
	t.ctx = ctx
	o := outcome{item: item}
	var err error
	if t.match.Unpaired {
		o.games[0], err = t.game(item, 0, item%2)
		return o, err
	}
	for i, first := range []int{sideA, sideB} {
		if o.games[i], err = t.game(item, i, first); err != nil {
			break
		}
	}
	return o, err
}

// game plays a game of an item, which the given side begins. The games of an item have
// the same dice; each player has its own random numbers in each game.
func (t *gameRunner) game(item, number, first int) (Game, error) {
	t.state = rules.New(t.match.Of(t.match.Variant))
	t.luckOfA, t.errors = 0, [2]Errors{}
	t.classes, t.worst = [2]ClassErrors{}, [2]Mistake{}
	t.beginRecord()
	var g Game
	var err error
	if t.match.Rules.Length > 0 {
		g, err = t.contest(item, number, first)
	} else {
		t.state.SetRoller(board.Player(first))
		t.begin(item, number, 0)
		g, err = t.playGame()
	}
	g.Adjusted, g.Record = float64(g.Points)-t.luckOfA, t.record
	g.Errors, g.Classes, g.Worst = t.errors, t.classes, t.worst
	switch {
	case err == nil:
	case t.ctx.Err() != nil:
		return g, workers.Interrupted(t.ctx)
	default:
		return g, fmt.Errorf("%s %d: %w", t.match.Rules.unit(), item*t.match.gamesPerItem()+number+1, err)
	}
	return g, nil
}

// playGame plays the current game to its end.
func (t *gameRunner) playGame() (Game, error) {
	err := t.loop.Play(t.ctx, &t.state)
	g := Game{Plies: t.state.Plies, Points: t.state.Result.Points}
	if !t.match.Cubeless() {
		g.cube = 1 // value for a game stopped as too long
	}
	if err != nil || !t.state.Over() {
		return g, err
	}
	if g.cube > 0 {
		g.cube = t.state.Match.Cube
	}
	if t.state.Match.State == board.Dropped {
		g.drops = 1
	}
	if t.record != nil {
		t.recorded().Result = t.state.Result
	}
	if t.state.Result.Winner == board.Player(sideB) {
		g.Points = -g.Points
	}
	return g, nil
}

// begin sets up a game of an item; index is the number of the game in a match.
func (t *gameRunner) begin(item, number, index int) {
	m := t.match
	own := seed.Derive(m.Seed, uint64(item))
	switch {
	case t.source == nil:
	case index == 0:
		seed.Restart(t.source, m.Seed, uint64(item))
	default:
		seed.Restart(t.source, seed.Derive(own, diceOfMatch), uint64(index))
	}
	for side, p := range t.players {
		player := seed.Derive(own, uint64(2*number+side))
		if index > 0 {
			player = seed.Derive(player, uint64(index))
		}
		p.NewGame(player)
	}
	if len(m.Starts) > 0 {
		t.state.StartAt(m.Starts[item%len(m.Starts)])
	}
}

// diceOfMatch is an item's stream with the dice of a match's later games; the streams
// with smaller numbers are the players'.
const diceOfMatch = 1 << 32

// name returns the side and its player's name, such as "A (pubeval)".
func (t *gameRunner) name(side int) string {
	letter, name := "A", t.match.A.Called()
	if side == sideB {
		letter, name = "B", t.match.B.Called()
	}
	if name == "" || name == letter {
		return letter
	}
	return fmt.Sprintf("%s (%s)", letter, name)
}
