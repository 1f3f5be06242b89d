package search

import (
	"math/rand/v2"
	"testing"

	"gammonlab/board"
)

// randomGame returns positions of a game of random plays.
func randomGame(n int) []board.Position {
	rng := rand.New(rand.NewPCG(5, 0))
	var positions []board.Position
	for pos := board.Backgammon.Start(); len(positions) < n; {
		positions = append(positions, pos)
		plays := board.Plays(pos, board.Rolls[rng.IntN(rolls)])
		if pos = pos.Swap(); len(plays) > 0 {
			pos = plays[rng.IntN(len(plays))].Result
		}
		if pos.Result() != 0 {
			pos = board.Backgammon.Start()
		}
	}
	return positions
}

func TestResultSet(t *testing.T) {
	var s resultSet
	var gen board.Generator
	most := 0
	// Clearing between some of the positions, not all, makes the table grow.
	s.clear()
	var plays []board.Play
	want := map[board.Position]int32{}
	for i, pos := range randomGame(60) {
		if i%20 == 0 {
			s.clear()
			plays, want = plays[:0], map[board.Position]int32{}
		}
		for _, roll := range board.Rolls {
			for _, play := range gen.Plays(&pos, roll) {
				got, fresh := s.number(&play.Result, plays)
				number, there := want[play.Result]
				if !there {
					number = int32(len(plays))
					want[play.Result] = number
					plays = append(plays, play)
				}
				if got != number || fresh == there {
					t.Fatalf("%s: number %d, new %v, want %d, %v", play.Result.ID(), got, fresh, number, !there)
				}
			}
		}
		most = max(most, len(plays))
	}
	if most <= firstSlots/2 {
		t.Errorf("at most %d results: the table never grew", most)
	}
}
