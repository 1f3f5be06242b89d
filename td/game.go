package td

import (
	"math/rand/v2"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/seed"
)

// ply is a position of a self-play game as the learner needs it. All
// probabilities are for the player on roll.
type ply struct {
	pos      board.Position
	next     engine.Probabilities // what the chosen play leads to is worth
	explored bool                 // the play made was a random one instead, so what follows says nothing of pos
}

// maxPlies ends games that two ignorant nets might never end; the last ply then
// learns from the value of what follows, as it would with λ = 0.
const maxPlies = 10_000

// actor plays games of a net against itself.
type actor struct {
	eval    *engine.Static
	gen     board.Generator
	epsilon float64
	starts  []board.Position
	opening bool // a game begins as by the rules, without a double
}

// play plays the game of the given number in the run with the given seed and
// returns its plies, in the room that plies offers, and its result for the side
// that began, 0 if it was cut short. If after is not nil it is told of each ply
// before the next is played.
func (a *actor) play(plies []ply, runSeed uint64, number int64, after func(*ply)) ([]ply, board.Result, error) {
	stream := seed.Stream(runSeed, uint64(number))
	dice := board.NewDice(stream)
	pos := a.starts[number%int64(len(a.starts))]
	plies = plies[:0]
	for pos.Result() == 0 && len(plies) < maxPlies {
		roll, err := a.roll(dice, len(plies) == 0)
		if err != nil {
			return nil, 0, err
		}
		var p ply
		p, pos = a.turn(pos, roll, stream)
		plies = append(plies, p)
		if after != nil {
			after(&plies[len(plies)-1])
		}
	}
	result := pos.Result()
	if len(plies)%2 == 1 {
		result = -result // pos is seen by the side that did not begin
	}
	return plies, result, nil
}

// roll throws the dice, as the rules have it for the first roll of a game.
func (a *actor) roll(dice board.Dice, first bool) (board.Roll, error) {
	roll, err := dice.Roll()
	for err == nil && first && a.opening && roll.Double() {
		roll, err = dice.Roll()
	}
	return roll, err
}

// turn plays one roll and returns the ply and the position after it.
func (a *actor) turn(pos board.Position, roll board.Roll, rng *rand.PCG) (ply, board.Position) {
	p := ply{pos: pos}
	plays := a.gen.Plays(&pos, roll)
	if len(plays) == 0 {
		after := pos.Swap()
		var worth [1]engine.Probabilities
		a.eval.Evaluate(worth[:], []board.Position{after})
		p.next = worth[0].Swap()
		return p, after
	}
	var best int
	best, p.next = a.eval.Best(&pos, plays)
	if a.epsilon > 0 {
		if r := rand.New(rng); r.Float64() < a.epsilon {
			p.explored = true
			best = r.IntN(len(plays))
		}
	}
	return p, plays[best].Result
}
