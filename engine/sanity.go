package engine

import (
	"fmt"
	"math/rand/v2"

	"gammonlab/board"
)

// CheckSanity asks an evaluator for positions from random games of the variant
// and reports the first answer that is not five probabilities in order, or is
// not exact where the game is over. Any net passes that does not overflow; it
// says nothing of how well it plays.
func CheckSanity(e Evaluator, v board.Variant) error {
	positions := randomGames(v, sanityGames)
	answers := make([]Probabilities, len(positions))
	e.Evaluate(answers, positions)
	for i, p := range answers {
		if err := p.Check(); err != nil {
			return fmt.Errorf("engine: position %s: %w", positions[i].ID(), err)
		}
		if r := positions[i].Result(); r != 0 && p != Certain(r) {
			return fmt.Errorf("engine: position %s: the game is over there and the answer is %v, want %v",
				positions[i].ID(), p, Certain(r))
		}
	}
	return nil
}

// sanityGames is how many games positions are taken from: enough for every
// class of position and every kind of result.
const sanityGames = 8

// Check reports why p cannot be an evaluator's answer: something in it is no
// probability, or an outcome is more likely than what it is part of by more than
// rounding, 1e-6.
func (p *Probabilities) Check() error {
	const rounding = 1e-6
	for i, v := range p {
		if !(v >= 0 && v <= 1) { // so that NaN fails too
			return fmt.Errorf("%s is %v, not a probability", outputNames[i], v)
		}
	}
	for _, pair := range [][2]float32{
		{p[WinGammon], p[Win]}, {p[WinBackgammon], p[WinGammon]},
		{p[LoseGammon], 1 - p[Win]}, {p[LoseBackgammon], p[LoseGammon]},
	} {
		if pair[0] > pair[1]+rounding {
			return fmt.Errorf("%v are out of order: an outcome is more likely than what it is part of", *p)
		}
	}
	return nil
}

var outputNames = [Outputs]string{"win", "win gammon", "win backgammon", "lose gammon", "lose backgammon"}

// randomGames returns the positions of games of random plays, those at the end
// as both players see them. They are the same each time.
func randomGames(v board.Variant, games int) []board.Position {
	source := rand.NewPCG(1, 1)
	rng, dice := rand.New(source), board.NewDice(source)
	var positions []board.Position
	for range games {
		pos := v.Start()
		for pos.Result() == 0 {
			positions = append(positions, pos)
			if plays := board.Plays(pos, dice.Next()); len(plays) > 0 {
				pos = plays[rng.IntN(len(plays))].Result
			} else {
				pos = pos.Swap()
			}
		}
		positions = append(positions, pos, pos.Swap())
	}
	return positions
}
