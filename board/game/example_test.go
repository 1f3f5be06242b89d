package game_test

import (
	"fmt"
	"math/rand/v2"

	"gammonlab/board"
	"gammonlab/board/game"
)

// A match to 3 points between players who do anything: the second game is the
func Example() {
	rng := rand.New(rand.NewPCG(3, 2))
	dice := board.NewDice(rng)
	s := game.New(game.Rules{Variant: board.Hypergammon1, Length: 3, Crawford: true})
	for !s.MatchOver() {
		for s.Thrown = true; !s.Over(); {
			if err := s.Throw(dice); err != nil {
				fmt.Println(err)
				return
			}
			plays := board.Plays(s.Position, s.Match.Dice)
			if len(plays) == 0 {
				s.Play(s.Position.Swap())
				continue
			}
			s.Play(plays[rng.IntN(len(plays))].Result)
		}
		fmt.Printf("%v wins %d, score %v, Crawford game %v\n", s.Result.Winner, s.Result.Points, s.Match.Score, s.Match.Crawford)
		s.NextGame()
	}
	// Output:
	// X wins 2, score [0 2], Crawford game false
	// O wins 2, score [2 2], Crawford game true
	// X wins 2, score [2 4], Crawford game false
}
