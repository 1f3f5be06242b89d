package prune

import (
	"context"
	"math/rand/v2"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine"
	"gammonlab/engine/selfplay"
	"gammonlab/internal/seed"
)

// choice is a position with a roll, the plays that there are for it, and what
// the model says of their results, for the opponent, who is on roll there. It is
// overwritten by the next.
type choice struct {
	pos     *board.Position
	plays   []board.Play
	answers []engine.Probabilities
	best    int // the model's choice
}

// chooser meets choices. It serves one goroutine.
type chooser struct {
	static *engine.Static
	gen    board.Generator
	stream rand.PCG // of the current item
	rng    *rand.Rand
	dice   board.Dice

	choice
	listen     engine.Score // adds to the answers
	ends       [1]int
	index      [1]int
	evaluation [1]engine.Probabilities
}

func newChooser(static *engine.Static) *chooser {
	c := &chooser{static: static}
	c.rng = rand.New(&c.stream)
	c.dice = board.NewDice(&c.stream)
	c.listen = func(_ *board.Position, p *engine.Probabilities) float32 {
		c.answers = append(c.answers, *p)
		return p.Equity()
	}
	return c
}

// restart begins the random numbers of an item.
func (c *chooser) restart(s, item uint64) { seed.Restart(&c.stream, s, item) }

// meet has the model choose among plays, of which there is at least one.
func (c *chooser) meet(pos *board.Position, plays []board.Play) {
	c.pos, c.plays, c.answers = pos, plays, c.answers[:0]
	c.ends[0] = len(plays)
	c.static.BestOfEach(c.index[:], c.evaluation[:], pos, plays, c.ends[:], c.listen)
	c.best = c.index[0]
}

// Games of self-play go astray, so that the nets know positions that good play
// does not lead to: a search asks them about the replies to every play.
const (
	oddGames = 0.5  // share of the games that begin with random plays
	oddPlies = 20   // so many of them at most, drawn evenly
	oddPlays = 0.05 // share of random plays afterwards
	maxPlies = 2000 // ends games that an ignorant model might never end
)

// game plays the game of the given number and shows each choice on the way.
func (c *chooser) game(ctx context.Context, variant board.Variant, s uint64, number int, show func(*choice)) error {
	c.restart(s, uint64(number))
	w := &randomisedPlayer{chooser: c, show: show}
	if c.rng.Float64() < oddGames {
		w.odd = 1 + c.rng.IntN(oddPlies)
	}
	loop := selfplay.Loop{
		Players: [2]selfplay.Chooser{w, w}, Names: [2]string{"the model", "the model"},
		Dice: c.dice, Observer: w, MaxPlies: maxPlies,
	}
	g := game.New(game.Rules{Variant: variant, NoCube: true})
	return loop.Play(ctx, &g)
}

// randomisedPlayer plays by the model's choices and goes astray.
type randomisedPlayer struct {
	selfplay.Blind
	*chooser
	odd  int // so many plies are random
	ply  int
	show func(*choice)
}

// Rolled implements [selfplay.Observer].
func (w *randomisedPlayer) Rolled(g *game.State) error {
	w.ply = g.Plies
	return nil
}

// Choose implements [selfplay.Chooser].
func (w *randomisedPlayer) Choose(_ context.Context, pos *board.Position, _ board.Roll, plays []board.Play) (int, error) {
	w.meet(pos, plays)
	w.show(&w.choice)
	if w.ply < w.odd || w.rng.Float64() < oddPlays {
		return w.rng.IntN(len(plays)), nil
	}
	return w.best, nil
}

// position shows the choice for a roll, drawn for the item of the given number,
// from a position of a database.
func (c *chooser) position(pos *board.Position, s uint64, number int, show func(*choice)) error {
	c.restart(s, uint64(number))
	roll, err := c.dice.Roll()
	if err != nil {
		return err
	}
	if plays := c.gen.Plays(pos, roll); len(plays) > 0 {
		c.meet(pos, plays)
		show(&c.choice)
	}
	return nil
}
