package prune

import (
	"math/rand/v2"

	"gammonlab/board"
	"gammonlab/engine"
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
	stream rand.PCG // of the item in hand
	rng    *rand.Rand
	dice   board.Dice

	choice
	listen engine.Score // adds to the answers
	ends   [1]int
	index  [1]int
	worth  [1]engine.Probabilities
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

// meet finds what there is to choose from. It reports false if there is no play.
func (c *chooser) meet(pos *board.Position, roll board.Roll) bool {
	c.pos, c.plays, c.answers = pos, c.gen.Plays(pos, roll), c.answers[:0]
	if len(c.plays) == 0 {
		return false
	}
	c.ends[0] = len(c.plays)
	c.static.BestOfEach(c.index[:], c.worth[:], pos, c.plays, c.ends[:], c.listen)
	c.best = c.index[0]
	return true
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
func (c *chooser) game(variant board.Variant, s uint64, number int, show func(*choice)) error {
	c.restart(s, uint64(number))
	odd := 0
	if c.rng.Float64() < oddGames {
		odd = 1 + c.rng.IntN(oddPlies)
	}
	pos := variant.Start()
	for ply := 0; pos.Result() == 0 && ply < maxPlies; ply++ {
		roll, err := c.roll(ply == 0)
		if err != nil {
			return err
		}
		if !c.meet(&pos, roll) {
			pos = pos.Swap()
			continue
		}
		show(&c.choice)
		taken := c.best
		if ply < odd || c.rng.Float64() < oddPlays {
			taken = c.rng.IntN(len(c.plays))
		}
		pos = c.plays[taken].Result
	}
	return nil
}

// roll throws the dice, as the rules have it for the first roll of a game.
func (c *chooser) roll(first bool) (board.Roll, error) {
	if first {
		return board.OpeningRoll(c.dice)
	}
	return c.dice.Roll()
}

// position shows the choice for a roll, drawn for the item of the given number,
// from a position of a database.
func (c *chooser) position(pos *board.Position, s uint64, number int, show func(*choice)) error {
	c.restart(s, uint64(number))
	roll, err := c.dice.Roll()
	if err == nil && c.meet(pos, roll) {
		show(&c.choice)
	}
	return err
}
