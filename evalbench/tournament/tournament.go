package tournament

import (
	"context"
	"errors"
	"fmt"

	"gammonlab/evalbench"
	"gammonlab/internal/farm"
)

// rounds is the number of parts in which the games of each pairing are played, so that an
// interrupted tournament has results of every player.
const rounds = 10

// Tournament lets players play against each other, a fixed number of games for each two.
type Tournament struct {
	Players  []Player
	Gauntlet bool // only the first player plays against the others
	Games    int  // number of games for each two players; even
	Workers  int
	Pool     farm.Pool // plays the games; nil for goroutines of this process

	// Progress, if set, is called after each pair that is played, with the number of
	// games done and the total of all pairings.
	Progress func(done, total int)
}

// Run plays the games that the ledger lacks.
func (t *Tournament) Run(ctx context.Context, l *Ledger) error {
	stints, err := t.stints(l)
	if err != nil {
		return err
	}
	if err := l.announce(Plan{Command: "tournament", Games: t.Games, Gauntlet: t.Gauntlet}, t.Players...); err != nil {
		return err
	}
	total, done := len(stints)*t.Games, 0
	for _, s := range stints {
		l.prepare(s)
		done += 2 * min(s.block.next, s.pairs)
		s.each = func([]int) bool {
			if done += 2; t.Progress != nil {
				t.Progress(done, total)
			}
			return true
		}
	}
	series := evalbench.Series{Pieces: t.pieces(stints), Workers: t.Workers, Pool: t.Pool, Durable: l.Sync}
	if err := series.Run(ctx); err != nil {
		return err
	}
	return nil
}

// pieces returns the games to play, round by round.
func (t *Tournament) pieces(stints []*stint) []evalbench.Piece {
	var all []evalbench.Piece
	from := 0
	for round := range rounds {
		to := min(roundUp(t.Games/2*(round+1)/rounds, blockPairs), t.Games/2)
		for _, s := range stints {
			all = append(all, s.piece(from, to))
		}
		from = to
	}
	return all
}

// roundUp rounds n up to a multiple of unit.
func roundUp(n, unit int) int { return (n + unit - 1) / unit * unit }

// stints checks the settings, adds the players and returns the pairings to play.
func (t *Tournament) stints(l *Ledger) ([]*stint, error) {
	if len(t.Players) < 2 {
		return nil, fmt.Errorf("%d players, want at least 2", len(t.Players))
	}
	if t.Games < 2 || t.Games%2 != 0 {
		return nil, fmt.Errorf("%d games of each two, want an even number, for pairs", t.Games)
	}
	numbers := make([]int, len(t.Players))
	for i := range t.Players {
		for j := range i {
			if same(&t.Players[i], &t.Players[j]) {
				return nil, fmt.Errorf("player %s is listed twice", t.Players[i].Name)
			}
		}
		if t.Players[i].Player == nil {
			return nil, errors.New("a player who cannot play")
		}
	}
	for i := range t.Players {
		var err error
		if numbers[i], err = l.enter(&t.Players[i]); err != nil {
			return nil, err
		}
	}
	var stints []*stint
	for i := range t.Players {
		for j := i + 1; j < len(t.Players) && (i == 0 || !t.Gauntlet); j++ {
			stints = append(stints, &stint{
				players: [2]*Player{&t.Players[i], &t.Players[j]},
				numbers: [2]int{numbers[i], numbers[j]}, pairs: t.Games / 2,
			})
		}
	}
	return stints, nil
}
