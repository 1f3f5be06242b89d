package engine

import (
	"fmt"
	"math/rand/v2"

	"gammonlab/board"
)

// CheckSanity evaluates positions of random games of the variant. It returns an
// error for the first result that is not five ordered probabilities, or is not
// exact if the game is over. Any net that does not overflow passes; the check
// does not measure strength.
func CheckSanity(e Evaluator, v board.Variant) error {
	positions := randomGames(v, sanityGames)
	answers := make([]Probabilities, len(positions))
	e.Evaluate(answers, positions)
	for i, p := range answers {
		if err := p.Check(); err != nil {
			return fmt.Errorf("position %s: %w", positions[i].ID(), err)
		}
		if r := positions[i].Result(); r != 0 && p != Certain(r) {
			return fmt.Errorf("position %s: the game is over and the evaluation is %v, want %v",
				positions[i].ID(), p, Certain(r))
		}
	}
	return nil
}

// sanityGames is the number of random games: enough for every class of position
// and every kind of result.
const sanityGames = 8

// Check returns an error if p is not a valid evaluation: a value is not a
// probability, or exceeds the probability that contains it by more than
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
			return fmt.Errorf("%v are out of order: an outcome is more likely than the outcome that contains it", *p)
		}
	}
	return nil
}

var outputNames = [Outputs]string{"win", "win gammon", "win backgammon", "lose gammon", "lose backgammon"}

// randomGames returns the positions of games of random plays; final positions
// from both points of view. It returns the same positions each time.
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
