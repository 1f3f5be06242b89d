package tournament

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"gammonlab/engine/named"
	"gammonlab/evalbench"
	"gammonlab/farm"
	"gammonlab/internal/setting"
)

// rounds is the number of parts in which the games of each pairing are played, so that an
// interrupted tournament has results of every player.
const rounds = 10

// Tournament lets players play against each other, a fixed number of games for each two.
// The fields with JSON keys are the only description of such work, see [setting.Field].
type Tournament struct {
	Players named.Players `json:"players" required:"true" from:"file" help:"<PLAYERS> joined by commas, or a file with one player per line"`

	// Gauntlet, if set, is a player against whom all others play; the others do not play
	// each other. Players may contain it.
	Gauntlet Player `json:"gauntlet,omitzero" help:"only pair this <PLAYER> with each of the others"`

	// Games is the number of games for each two players; even.
	Games int `json:"games" default:"1000" help:"number <N> of games of each pair of players, or of matches"`
	evalbench.Conditions

	Workers int       `json:"-"`
	Pool    farm.Pool `json:"-"` // plays the games; nil for goroutines of this process

	// Progress, if set, is called after each pair that is played, with the number of
	// games done and the total of all pairings.
	Progress func(done, total int64) `json:"-"`
}

// Open finds the players, the databases and the table that the settings name.
func (t *Tournament) Open(o *named.Opener) error { return named.Open(t, o) }

// Validate returns an error for the first invalid setting, by its name.
func (t *Tournament) Validate() error {
	const players, games = setting.Name("players"), setting.Name("games")
	all := t.all()
	switch {
	case len(all) < 2:
		return setting.Errorf("%s: want at least 2 players, found %d", players, len(all))
	case t.Games < 2 || t.Games%2 != 0:
		return setting.Errorf("%s is %d, want an even number, for pairs", games, t.Games)
	}
	for i := range all {
		if slices.ContainsFunc(all[:i], func(p Player) bool { return same(&p, &all[i]) }) {
			return setting.Errorf("%s: %s is there twice", players, all[i].Name)
		}
	}
	return t.Rules.Validate()
}

// all returns the players, in a gauntlet the challenger first.
func (t *Tournament) all() []Player {
	if t.Gauntlet.Name == "" {
		return t.Players
	}
	others := slices.DeleteFunc(slices.Clone(t.Players), func(p Player) bool { return same(&p, &t.Gauntlet) })
	return slices.Insert(others, 0, t.Gauntlet)
}

// Settings returns the settings of the ledger that keeps the games.
func (t *Tournament) Settings() Settings { return Settings{Conditions: t.Conditions} }

// Run plays the games that the ledger lacks. The ledger must have the settings of the
// tournament.
func (t *Tournament) Run(ctx context.Context, l *Ledger) error {
	stints, err := t.stints(l)
	if err != nil {
		return err
	}
	if err := l.announce(Plan{Command: "tournament", Games: t.Games, Gauntlet: t.Gauntlet.Name != ""}, t.all()...); err != nil {
		return err
	}
	total, done := len(stints)*t.Games, 0
	for _, s := range stints {
		l.prepare(s)
		done += 2 * min(s.block.next, s.pairs)
		s.each = func([]int) bool {
			if done += 2; t.Progress != nil {
				t.Progress(int64(done), int64(total))
			}
			return true
		}
	}
	series := evalbench.Series{Pieces: t.pieces(stints), Workers: t.Workers, Pool: t.Pool, Durable: l.Sync}
	return series.Run(ctx)
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
	if err := cmp.Or(t.Validate(), l.check("tournament", t.Settings())); err != nil {
		return nil, err
	}
	players := t.all()
	numbers := make([]int, len(players))
	for i := range players {
		if players[i].Player == nil {
			return nil, errors.New("a player who cannot play")
		}
	}
	for i := range players {
		var err error
		if numbers[i], err = l.enter(&players[i]); err != nil {
			return nil, err
		}
	}
	var stints []*stint
	for i := range players {
		for j := i + 1; j < len(players) && (i == 0 || t.Gauntlet.Name == ""); j++ {
			stints = append(stints, &stint{
				players: [2]*Player{&players[i], &players[j]},
				numbers: [2]int{numbers[i], numbers[j]}, pairs: t.Games / 2,
			})
		}
	}
	return stints, nil
}
