package prune

import (
	"context"
	"math/rand/v2"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/internal/seed"
)

// choice is a position with a roll, its legal plays, and the model's evaluations of
// their results, for the opponent, who is on roll there. The next choice overwrites it.
type choice struct {
	pos     *board.Position
	plays   []board.Play
	answers []engine.Probabilities
	best    int // index of the play that the model chooses
}

// chooser makes choices with the model. It serves one goroutine.
type chooser struct {
	static *engine.Static
	gen    board.Generator
	stream rand.PCG // random numbers of the current item
	rng    *rand.Rand
	dice   board.Dice

	choice
	listen     engine.Scores // records the evaluations
	ends       [1]int
	index      [1]int
	evaluation [1]engine.Probabilities
}

func newChooser(static *engine.Static) *chooser {
	c := &chooser{static: static}
	c.rng = rand.New(&c.stream)
	c.dice = board.NewDice(&c.stream)
	c.listen = func(dst []float32, _ []board.Play, p []engine.Probabilities) {
		c.answers = append(c.answers, p...)
		for i := range p {
			dst[i] = p[i].Equity()
		}
	}
	return c
}

// restart restarts the random numbers for an item.
func (c *chooser) restart(s, item uint64) { seed.Restart(&c.stream, s, item) }

// meet lets the model choose among the plays, at least one.
func (c *chooser) meet(pos *board.Position, plays []board.Play) {
	c.pos, c.plays, c.answers = pos, plays, c.answers[:0]
	c.ends[0] = len(plays)
	c.static.BestOfEach(c.index[:], c.evaluation[:], pos, plays, c.ends[:], c.listen)
	c.best = c.index[0]
}

// Games of self-play contain random plays, because pruning nets must also evaluate
// positions that good play does not reach: a search uses them for the replies to every
// play.
const (
	oddGames = 0.5  // share of the games that begin with random plays
	oddPlies = 20   // maximal number of these plies, drawn uniformly
	oddPlays = 0.05 // share of random plays afterwards
	maxPlies = 2000 // ends games that a bad model might never end
)

// game plays the game of the given number and passes each choice to show.
func (c *chooser) game(ctx context.Context, variant board.Variant, s uint64, number int, show func(*choice)) error {
	c.restart(s, uint64(number))
	w := &randomisedPlayer{chooser: c, show: show}
	if c.rng.Float64() < oddGames {
		w.odd = 1 + c.rng.IntN(oddPlies)
	}
	loop := player.Loop{
		Players: [2]player.Chooser{w, w}, Names: [2]string{"the model", "the model"},
		Dice: c.dice, Observer: w, MaxPlies: maxPlies,
	}
	g := game.New(game.Rules{Variant: variant, NoCube: true})
	return loop.Play(ctx, &g)
}

// randomisedPlayer plays the model's choices, and random plays at times.
type randomisedPlayer struct {
	player.Blind
	*chooser
	odd  int // number of random plies at the beginning
	ply  int
	show func(*choice)
}

// Rolled implements [player.Observer].
func (w *randomisedPlayer) Rolled(g *game.State) error {
	w.ply = g.Plies
	return nil
}

// Choose implements [player.Chooser].
func (w *randomisedPlayer) Choose(_ context.Context, pos *board.Position, _ board.Roll, plays []board.Play) (int, error) {
	w.meet(pos, plays)
	w.show(&w.choice)
	if w.ply < w.odd || w.rng.Float64() < oddPlays {
		return w.rng.IntN(len(plays)), nil
	}
	return w.best, nil
}

// position draws a roll for the item of the given number, from a position of a
// database, and passes the choice to show.
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
