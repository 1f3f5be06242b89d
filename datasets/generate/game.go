package generate

import (
	"fmt"
	"math/rand/v2"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/seed"
)

// Streams of a game, below its seed.
const (
	diceStream = iota
	strayStream
	firstPlayerStream
	secondPlayerStream
	drawStream // of positions, for items of all kinds
)

// maxPlies ends games that ignorant players might never end.
const maxPlies = 10_000

// table is where a worker plays games.
type table struct {
	settings *Settings
	source   string
	players  [2]engine.Player // of the side that begins in even games, and of the other
	gen      board.Generator
	stream   rand.PCG // of the dice
	dice     board.Dice
	stray    rand.PCG
	rng      *rand.Rand // of stray
}

func newTable(s *Settings) *table {
	t := &table{settings: s, source: sourceOf(s)}
	for side := range t.players {
		t.players[side] = s.Players[side%len(s.Players)].Player.Clone()
	}
	t.dice = board.NewDice(&t.stream)
	t.rng = rand.New(&t.stray)
	return t
}

// sourceOf returns what is said of positions of self-play.
func sourceOf(s *Settings) string {
	text := "selfplay " + s.Players[0].Name
	if len(s.Players) > 1 {
		text += " vs " + s.Players[1].Name
	}
	if s.RandomPlies.To > 0 {
		text += " random-plies=" + s.RandomPlies.String()
	}
	if s.Epsilon > 0 {
		text += " epsilon=" + number(s.Epsilon)
	}
	return text
}

// play plays the game of the given number and returns the positions before its
// rolls, appended to spots.
func (t *table) play(spots []spot, number int64) ([]spot, error) {
	game := seed.Derive(t.settings.Seed, uint64(number))
	seed.Restart(&t.stream, game, diceStream)
	seed.Restart(&t.stray, game, strayStream)
	for side, p := range t.players {
		p.NewGame(seed.Derive(game, firstPlayerStream+uint64(side)))
	}
	random := t.settings.RandomPlies.From
	if more := t.settings.RandomPlies.To - random; more > 0 {
		random += t.rng.IntN(more + 1)
	}
	pos := t.start(number)
	for ply := 0; pos.Result() == 0 && ply < maxPlies; ply++ {
		roll, err := t.roll(ply == 0)
		if err != nil {
			return nil, err
		}
		spots = append(spots, spot{pos, roll, t.source})
		if pos, err = t.turn(&pos, roll, int(number)+ply, ply < random); err != nil {
			return nil, fmt.Errorf("game %d, ply %d: %w", number, ply, err)
		}
	}
	return spots, nil
}

func (t *table) start(number int64) board.Position {
	if starts := t.settings.Starts; len(starts) > 0 {
		return starts[number%int64(len(starts))]
	}
	return t.settings.Variant.Start()
}

// roll throws the dice, as the rules have it for the first roll of a game from
// the start.
func (t *table) roll(first bool) (board.Roll, error) {
	if first && len(t.settings.Starts) == 0 {
		return board.OpeningRoll(t.dice)
	}
	return t.dice.Roll()
}

// turn returns the position after the play of the side, which counts modulo 2.
func (t *table) turn(pos *board.Position, roll board.Roll, side int, random bool) (board.Position, error) {
	plays := t.gen.Plays(pos, roll)
	if len(plays) == 0 {
		return pos.Swap(), nil
	}
	if random || t.settings.Epsilon > 0 && t.rng.Float64() < t.settings.Epsilon {
		return plays[t.rng.IntN(len(plays))].Result, nil
	}
	chosen, err := t.players[side%2].Choose(pos, roll, plays)
	if err != nil {
		return board.Position{}, fmt.Errorf("position %s: %w", pos.ID(), err)
	}
	return plays[chosen].Result, nil
}
