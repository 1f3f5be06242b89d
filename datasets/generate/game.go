package generate

import (
	"context"
	"fmt"
	"math/rand/v2"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/internal/seed"
)

// Streams of random numbers of a game, derived from its seed.
const (
	diceStream = iota
	strayStream
	firstPlayerStream
	secondPlayerStream
	drawStream // stream for the choice of positions, for items of all kinds
	scoreStream
)

// maxPlies bounds the length of a game, because weak players might never end it.
const maxPlies = 10_000

// gamePlayer plays the games of one worker.
type gamePlayer struct {
	settings *Settings
	players  [2]engine.Player // the player who begins even games, and the other
	loop     player.Loop
	stream   rand.PCG // stream of the dice
	stray    rand.PCG
	rng      *rand.Rand // random numbers for random plays
	scores   rand.PCG   // stream of the scores of labels
	tracer   *tracer    // plays instead of players and labels the positions; nil without labels

	random int    // number of random plies at the beginning of the game
	ply    int    // number of plies in the current game
	spots  []spot // positions so far, including those of earlier games
	player.Blind
}

func newGamePlayer(s *Settings) (*gamePlayer, error) {
	t := &gamePlayer{settings: s}
	if s.traces() {
		var err error
		if t.tracer, err = newTracer(s); err != nil {
			return nil, err
		}
	}
	t.loop = player.Loop{Dice: board.NewDice(&t.stream), Observer: t}
	players := s.players()
	for side := range t.loop.Players {
		p := players[side%len(players)]
		t.players[side] = p.Player.Clone()
		t.loop.Players[side], t.loop.Names[side] = chooser{t, t.players[side]}, nameOf(p)
	}
	t.rng = rand.New(&t.stray)
	return t, nil
}

// play plays the game with the given number. It appends the positions before the game's
// rolls to spots.
func (t *gamePlayer) play(ctx context.Context, spots []spot, number int64) ([]spot, error) {
	own := seed.Derive(t.settings.Seed, uint64(number))
	seed.Restart(&t.stream, own, diceStream)
	seed.Restart(&t.stray, own, strayStream)
	if t.tracer != nil {
		seed.Restart(&t.scores, own, scoreStream)
		t.tracer.begin(rand.New(&t.scores))
	} else {
		for side, p := range t.players {
			p.NewGame(seed.Derive(own, firstPlayerStream+uint64(side)))
		}
	}
	t.random = t.settings.RandomPlies.From
	if more := t.settings.RandomPlies.To - t.random; more > 0 {
		t.random += t.rng.IntN(more + 1)
	}
	t.loop.MaxPlies = maxPlies
	if t.settings.Odd {
		t.loop.MaxPlies = t.random
	}
	g := game.New(game.Rules{Variant: t.settings.Variant, NoCube: true})
	g.SetRoller(board.Player(number % 2))
	if pos, opening := t.settings.starts().Draw(t.rng); !opening {
		g.StartAt(pos)
	}
	first := len(spots)
	t.spots = spots
	if err := t.loop.Play(ctx, &g); err != nil {
		return nil, fmt.Errorf("game %d, %w", number, err)
	}
	if t.settings.Odd && !g.Over() {
		t.spots = append(t.spots, spot{pos: g.Position})
	}
	if t.tracer != nil {
		t.tracer.label(t.spots[first:])
		t.spots = append(t.spots, t.tracer.alternatives.spots...)
	}
	return t.spots, nil
}

// Rolled implements [player.Observer].
func (t *gamePlayer) Rolled(g *game.State) error {
	t.ply = g.Plies
	if !t.settings.Odd {
		t.spots = append(t.spots, spot{pos: g.Position, roll: g.Match.Dice})
	}
	if t.tracer != nil {
		t.tracer.add(&g.Position, g.Match.Dice)
	}
	return nil
}

// chooser chooses plays for a side, some of them at random.
type chooser struct {
	*gamePlayer
	player engine.Player // nil with a tracer
}

// Choose implements [player.Chooser].
func (c chooser) Choose(ctx context.Context, pos *board.Position, roll board.Roll, plays []board.Play) (int, error) {
	if c.ply < c.random || c.settings.Epsilon > 0 && c.rng.Float64() < c.settings.Epsilon {
		if c.tracer != nil {
			c.tracer.explore()
		}
		return c.rng.IntN(len(plays)), nil
	}
	if c.tracer != nil {
		return c.tracer.choose(pos, roll, plays), nil
	}
	return c.player.Choose(ctx, pos, roll, plays)
}
