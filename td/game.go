package td

import (
	"math/rand/v2"

	"gammonlab/board"
	rules "gammonlab/board/game"
	"gammonlab/engine"
	"gammonlab/engine/start"
	"gammonlab/internal/seed"
)

// ply is a position of a self-play game with what the learner needs. All probabilities
// are for the player on roll.
type ply struct {
	pos      board.Position
	next     engine.Probabilities // evaluation of the position after the chosen play
	explored bool                 // a random play was made instead, so the rest of the game is no evidence for pos
}

// maxPlies bounds the length of games, which untrained nets might never end. The target
// of the last ply is then the value of the next position, as with λ = 0.
const maxPlies = 10_000

// actor plays games of a model against itself.
type actor struct {
	eval    *engine.Static
	gen     board.Generator
	stream  rand.PCG // random numbers of the current game
	rng     *rand.Rand
	dice    board.Dice
	epsilon float64
	starts  *start.Positions

	query      [1]board.Position // buffer of value
	evaluation [1]engine.Probabilities
}

func newActor(cfg *Config, starts *start.Positions, w *weights) *actor {
	a := &actor{eval: engine.NewStatic(w.model, nil), epsilon: cfg.Epsilon, starts: starts}
	a.rng = rand.New(&a.stream)
	a.dice = board.NewDice(&a.stream)
	return a
}

// play plays the game of the given number in the run with the given seed. It returns
// its plies, in the storage of plies, and its result in points for the side that began,
// 0 if it was cut short. If after is not nil, it receives each ply before the next is
// played.
func (a *actor) play(plies []ply, runSeed uint64, number int64, after func(*ply)) ([]ply, board.Result, error) {
	seed.Restart(&a.stream, runSeed, uint64(number))
	pos, opening := a.starts.Draw(a.rng)
	plies = plies[:0]
	for pos.Result() == 0 && len(plies) < maxPlies {
		roll, err := rules.Roll(a.dice, opening && len(plies) == 0)
		if err != nil {
			return nil, 0, err
		}
		plies = append(plies, ply{pos: pos})
		p := &plies[len(plies)-1]
		pos = a.turn(p, roll)
		if after != nil {
			after(p)
		}
	}
	result := pos.Result()
	if len(plies)%2 == 1 {
		result = -result // pos is seen by the side that did not begin
	}
	return plies, result, nil
}

// turn plays the roll from the ply's position, completes the ply and returns the next
// position.
func (a *actor) turn(p *ply, roll board.Roll) board.Position {
	plays := a.gen.Plays(&p.pos, roll)
	if len(plays) == 0 {
		passed := p.pos.Swap()
		p.next = a.value(&passed).Swap()
		return passed
	}
	var best int
	best, p.next = a.eval.Best(&p.pos, plays)
	if a.epsilon > 0 && a.rng.Float64() < a.epsilon {
		p.explored = true
		best = a.rng.IntN(len(plays))
	}
	return plays[best].Result
}

// value returns the model's evaluation of the position.
func (a *actor) value(pos *board.Position) engine.Probabilities {
	a.query[0] = *pos
	a.eval.Evaluate(a.evaluation[:], a.query[:])
	return a.evaluation[0]
}
