package enginetest

import (
	"context"
	"math/rand/v2"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/internal/seed"
)

// Positions returns n positions of backgammon games that are not over, from the
// point of view of the player on roll. Half are from games of pubeval, with its
// openings, races and bear-offs, half from random play, where checkers can be
// anywhere. Equal seeds give equal positions.
func Positions(n int, s uint64) []board.Position {
	sampler := sampler{
		dice:    board.NewDice(seed.Stream(s, 0)),
		rng:     rand.New(seed.Stream(s, 1)),
		players: []engine.Player{player.Pubeval{}, player.NewRandom()},
		pos:     board.Backgammon.Start(),
	}
	positions := make([]board.Position, 0, n)
	for len(positions) < n {
		for range 1 + sampler.rng.IntN(5) { // successive positions are alike
			sampler.turn()
		}
		positions = append(positions, sampler.pos)
	}
	return positions
}

// sampler plays one game after another.
type sampler struct {
	dice    *board.RandomDice
	rng     *rand.Rand
	gen     board.Generator
	players []engine.Player // of the current game, alternating between games
	pos     board.Position
}

// turn plays a roll; after the end of a game it starts the next.
func (s *sampler) turn() {
	roll := s.dice.Next()
	plays := s.gen.Plays(&s.pos, roll)
	if len(plays) == 0 {
		s.pos = s.pos.Swap()
		return
	}
	chosen, err := s.players[0].Choose(context.Background(), &s.pos, roll, plays)
	if err != nil {
		panic(err) // these players do not fail
	}
	s.pos = plays[chosen].Result
	if s.pos.Result() != 0 {
		s.players[0], s.players[1] = s.players[1], s.players[0]
		s.players[0].NewGame(s.rng.Uint64())
		s.pos = board.Backgammon.Start()
	}
}

// Finished returns positions of finished games, from both points of view:
// single games, gammons and backgammons, one of them with a checker on the bar.
func Finished() []board.Position {
	off := board.Side{board.Off: board.MaxCheckers}
	var positions []board.Position
	for _, loser := range []board.Side{
		{board.Off: 14, 1: 1},
		{board.Off: 1, 24: 14}, // no gammon: one is off
		{6: 15},
		{18: 1, 5: 14}, // outside the winner's home board
		{19: 1, 5: 14},
		{24: 15},
		{board.Bar: 1, 2: 14},
	} {
		won := board.Position{Own: off, Opp: loser}
		positions = append(positions, won, won.Swap())
	}
	return positions
}
