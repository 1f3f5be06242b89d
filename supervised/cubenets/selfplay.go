package cubenets

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/engine/search"
	"gammonlab/internal/seed"
	"gammonlab/internal/workers"
)

const (
	noise     = 0.01   // of the plays: with it the games go on to other positions than the best plays alone
	maxPlies  = 2000   // ends games that a bad model might never end
	mostGames = 10_000 // without a new position
)

// gamePlayer plays games of the model against itself, for one goroutine.
type gamePlayer struct {
	player.Blind
	static *engine.Static
	noisy  *player.Noisy
	loop   player.Loop
	dice   rand.PCG
	found  []drawn
}

func newGamePlayer(static *engine.Static) (*gamePlayer, error) {
	searcher, err := search.New(static.Clone(), search.Options{})
	if err != nil {
		return nil, err
	}
	p := &gamePlayer{static: static, noisy: player.NewNoisy(searcher, player.Noise{Plays: noise})}
	p.loop = player.Loop{
		Players: [2]player.Chooser{p.noisy, p.noisy}, Names: [2]string{"the model", "the model"},
		Dice: board.NewDice(&p.dice), Observer: p, MaxPlies: maxPlies,
	}
	return p, nil
}

// Rolled implements [player.Observer].
func (p *gamePlayer) Rolled(g *game.State) error {
	if slices.Contains(classes, p.static.ClassOf(&g.Position)) {
		p.found = append(p.found, drawn{position: g.Position})
	}
	return nil
}

// play returns the positions before the rolls of the game of the given number, of the classes
// that have a net.
func (p *gamePlayer) play(ctx context.Context, s uint64, number int) ([]drawn, error) {
	own := seed.Derive(seed.Derive(s, gameStream), uint64(number))
	seed.Restart(&p.dice, own, 0)
	p.noisy.NewGame(seed.Derive(own, 1))
	p.found = nil
	g := game.New(game.Rules{Variant: p.static.Variant(), NoCube: true})
	err := p.loop.Play(ctx, &g)
	return p.found, err
}

// selfPlay returns positions of games of the model against itself.
func (r *run) selfPlay(ctx context.Context) (all []drawn, err error) {
	players := make([]*gamePlayer, r.Workers)
	for i := range players {
		if players[i], err = newGamePlayer(r.static); err != nil {
			return nil, err
		}
	}
	var seen datasets.KeySet
	last := 0 // game with a new position
	err = workers.Ordered(ctx, players, workers.Numbers(0, math.MaxInt), func(ctx context.Context, p *gamePlayer, number int) ([]drawn, error) {
		return p.play(ctx, r.Seed, number)
	}, func(number int, found []drawn) error {
		for _, one := range found {
			if len(all) < r.Positions && seen.Add(one.position.Key()) {
				all, last = append(all, one), number
			}
		}
		r.report(len(all))
		switch {
		case len(all) == r.Positions:
			return workers.ErrEnough
		case number-last == mostGames:
			return fmt.Errorf("games of the model have only %d positions, want %d: ask for fewer", len(all), r.Positions)
		}
		return nil
	})
	return all, err
}
