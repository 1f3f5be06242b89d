package evalbench

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/internal/seed"
	"gammonlab/internal/workers"
)

// The sides of a match, as indexes.
const (
	sideA = iota
	sideB
)

// game is how a game of a form without matches ended, or a whole match.
type game struct {
	points int // of A, the cube counted in; 1 or -1 for a match; 0 if given up
	plies  int // rolls, those without a play included
	cube   int // that the game was played for; 0 without a cube and for a match
	games  int // of a match
	drops  int // games that ended with a double that was passed

	adjusted float64   // points less luck, if that is wanted
	errors   [2]Errors // of both sides, if there is a judge
	classes  [2]ClassErrors
	worst    [2]Mistake
	record   *record.Match
}

// kind returns how A won or lost the game: a single one, a gammon, a backgammon.
func (g *game) kind() board.Result {
	return board.Result(g.points / max(g.cube, 1))
}

// halfWins returns twice what the game counts as won by A: a game given up is
// half won.
func (g game) halfWins() int {
	switch {
	case g.points > 0:
		return 2
	case g.points == 0:
		return 1
	}
	return 0
}

// table is where one goroutine plays games of a match.
type table struct {
	match    *Match
	ctx      context.Context // of the item in hand
	players  [2]engine.Player
	gen      board.Generator
	pos      board.Position // of the game being played
	state    board.Match    // its cube and score, unless the form has neither
	crawford bool           // the Crawford game of the match has been played or is on

	opening advice.Opening
	luck    *advice.Adviser // nil if luck is left in
	taken   float64         // luck of A in the game or match
	judge   *advice.Adviser // nil if nobody judges
	errors  [2]Errors
	classes [2]ClassErrors
	worst   [2]Mistake
	record  *record.Match // of the game or match; nil if it is not wanted
	source  *rand.PCG     // behind dice, unless the match has its own
	dice    board.Dice
}

func newTable(m *Match) *table {
	t := &table{match: m, players: [2]engine.Player{m.A.Clone(), m.B.Clone()}, dice: m.Dice}
	for _, p := range t.players {
		if told, ok := p.(RulesPlayer); ok {
			told.SetRules(m.Form.MET, m.Form.Beavers > 0)
		}
	}
	if t.dice == nil {
		t.source = new(rand.PCG)
		t.dice = board.NewDice(t.source)
	}
	if m.Luck != nil {
		t.luck = newLuck(m)
	}
	if m.Judge != nil {
		t.judge = advice.New(m.Judge.Clone(), advice.Options{MET: m.Form.MET})
	}
	return t
}

// close ends what the players keep running, such as other programs. A match may
// be one of many, and its players are the table's own.
func (t *table) close() {
	for _, p := range t.players {
		if c, ok := p.(io.Closer); ok {
			c.Close() // all games are over: nothing depends on it any more
		}
	}
}

// play plays an item of the match.
func (t *table) play(ctx context.Context, item int) (outcome, error) {
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

// game plays a game of an item, which the given side begins. The games of an
// item have the same dice; what is random in the players is drawn anew for each
// player and game.
func (t *table) game(item, number, first int) (game, error) {
	t.begin(item, number, 0)
	t.taken, t.errors = 0, [2]Errors{}
	t.classes, t.worst = [2]ClassErrors{}, [2]Mistake{}
	t.beginRecord()
	play := t.playOut
	if t.match.Form != (Form{}) {
		play = t.contest
	}
	g, err := play(item, number, first)
	g.adjusted, g.record = float64(g.points)-t.taken, t.record
	g.errors, g.classes, g.worst = t.errors, t.classes, t.worst
	switch {
	case err == nil:
	case t.ctx.Err() != nil:
		return g, workers.Interrupted(t.ctx)
	default:
		return g, fmt.Errorf("evalbench: %s %d: %w", t.match.Form.unit(), item*t.match.gamesPerItem()+number+1, err)
	}
	return g, nil
}

// begin sets up a game of an item, of a match the one of the given index.
func (t *table) begin(item, number, index int) {
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
	t.pos = m.Variant.Start()
	if len(m.Starts) > 0 {
		t.pos = m.Starts[item%len(m.Starts)]
	}
}

// diceOfMatch is where the dice of a match's later games are among the streams
// of an item; the first numbers are the players'.
const diceOfMatch = 1 << 32

// playOut plays the table's game, without a cube and a score, with the side on
// roll, to its end.
func (t *table) playOut(_, _, side int) (game, error) {
	limit := t.match.maxPlies()
	var g game
	t.recordGame(side)
	for g.plies < limit {
		if err := workers.Interrupted(t.ctx); err != nil {
			return g, err
		}
		roll, err := t.roll(g.plies == 0)
		if err != nil {
			return g, fmt.Errorf("ply %d: %w", g.plies+1, err)
		}
		if err := t.turn(roll, side); err != nil {
			return g, fmt.Errorf("ply %d: %w", g.plies+1, err)
		}
		g.plies++
		side = 1 - side
		if r := t.pos.Result(); r != 0 { // for the side now on roll
			g.points = int(r)
			if side == sideB {
				g.points = -int(r)
			}
			t.recordResult(g.points)
			return g, nil
		}
	}
	return g, nil
}

// roll throws the dice, as the rules have it for the first roll of a game.
func (t *table) roll(first bool) (board.Roll, error) {
	t.opening = advice.NotOpening
	if !first || len(t.match.Starts) > 0 {
		return t.dice.Roll()
	}
	t.opening = advice.BeginsFixed
	return board.OpeningRoll(t.dice)
}

// turn has the side play a roll and turns the table's position to the other.
func (t *table) turn(roll board.Roll, side int) error {
	if t.luck != nil {
		if err := t.takeLuck(side, roll); err != nil {
			return err
		}
	}
	plays := t.gen.Plays(&t.pos, roll)
	if len(plays) == 0 {
		t.notePlay(side, roll, nil)
		t.pos = t.pos.Swap()
		return nil
	}
	chosen, err := t.choose(side, roll, plays)
	if err == nil && (chosen < 0 || chosen >= len(plays)) {
		err = fmt.Errorf("it chose play number %d of %d", chosen, len(plays))
	}
	if err != nil {
		return fmt.Errorf("%s to play %v from %s: %w", t.name(side), roll, t.pos.ID(), err)
	}
	if err := t.judgePlay(side, roll, plays, chosen); err != nil {
		return err
	}
	t.notePlay(side, roll, plays[chosen].Steps())
	t.pos = plays[chosen].Result
	return nil
}

// choose asks a player, who gets to know the cube and the score if there are any.
func (t *table) choose(side int, roll board.Roll, plays []board.Play) (int, error) {
	if p, ok := t.players[side].(CubePlayer); ok && t.match.Form != (Form{}) {
		return p.ChooseAt(t.ctx, &t.pos, &t.state, roll, plays)
	}
	return t.players[side].Choose(t.ctx, &t.pos, roll, plays)
}

// name returns which player that is, such as "A (pubeval)".
func (t *table) name(side int) string {
	letter, name := "A", t.match.NameA
	if side == sideB {
		letter, name = "B", t.match.NameB
	}
	if name == "" || name == letter {
		return letter
	}
	return fmt.Sprintf("%s (%s)", letter, name)
}
