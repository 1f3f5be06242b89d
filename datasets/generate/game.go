package generate

import (
	"context"
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
	tracer   *tracer    // who plays instead of players; nil without labels
}

func newTable(s *Settings) (*table, error) {
	t := &table{settings: s, source: sourceOf(s)}
	if s.Trace != nil {
		var err error
		if t.tracer, err = newTracer(s.Trace); err != nil {
			return nil, err
		}
	} else {
		for side := range t.players {
			t.players[side] = s.Players[side%len(s.Players)].Player.Clone()
		}
	}
	t.dice = board.NewDice(&t.stream)
	t.rng = rand.New(&t.stray)
	return t, nil
}

// sourceOf returns what is said of positions of self-play.
func sourceOf(s *Settings) string {
	text := "selfplay "
	switch {
	case s.Trace != nil:
		text += s.Trace.Name
	case len(s.Players) > 1:
		text += s.Players[0].Name + " vs " + s.Players[1].Name
	default:
		text += s.Players[0].Name
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
func (t *table) play(ctx context.Context, spots []spot, number int64) ([]spot, error) {
	game := seed.Derive(t.settings.Seed, uint64(number))
	seed.Restart(&t.stream, game, diceStream)
	seed.Restart(&t.stray, game, strayStream)
	if t.tracer != nil {
		t.tracer.steps = t.tracer.steps[:0]
	} else {
		for side, p := range t.players {
			p.NewGame(seed.Derive(game, firstPlayerStream+uint64(side)))
		}
	}
	random := t.settings.RandomPlies.From
	if more := t.settings.RandomPlies.To - random; more > 0 {
		random += t.rng.IntN(more + 1)
	}
	first := len(spots)
	pos, opening := t.settings.starts().Draw(t.rng)
	for ply := 0; pos.Result() == 0 && ply < maxPlies; ply++ {
		if t.settings.Odd && ply == random {
			return append(spots, spot{pos: pos, source: t.source}), nil
		}
		roll, err := t.roll(ply == 0 && opening)
		if err != nil {
			return nil, err
		}
		if !t.settings.Odd {
			spots = append(spots, spot{pos: pos, roll: roll, source: t.source})
		}
		if pos, err = t.turn(ctx, &pos, roll, int(number)+ply, ply < random); err != nil {
			return nil, fmt.Errorf("game %d, ply %d: %w", number, ply, err)
		}
	}
	if t.tracer != nil {
		t.tracer.label(spots[first:])
	}
	return spots, nil
}

// roll throws the dice, as the rules have it for the first roll of a game from
// the opening.
func (t *table) roll(opening bool) (board.Roll, error) {
	if opening {
		return board.OpeningRoll(t.dice)
	}
	return t.dice.Roll()
}

// turn returns the position after the play of the side, which counts modulo 2.
func (t *table) turn(ctx context.Context, pos *board.Position, roll board.Roll, side int, random bool) (board.Position, error) {
	if t.tracer != nil {
		t.tracer.look(pos)
	}
	plays := t.gen.Plays(pos, roll)
	if len(plays) == 0 {
		return pos.Swap(), nil
	}
	if random || t.settings.Epsilon > 0 && t.rng.Float64() < t.settings.Epsilon {
		if t.tracer != nil {
			t.tracer.explore()
		}
		return plays[t.rng.IntN(len(plays))].Result, nil
	}
	if t.tracer != nil {
		return t.tracer.after(pos, roll, plays), nil
	}
	chosen, err := t.players[side%2].Choose(ctx, pos, roll, plays)
	if err != nil {
		return board.Position{}, fmt.Errorf("position %s: %w", pos.ID(), err)
	}
	return plays[chosen].Result, nil
}
