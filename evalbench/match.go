package evalbench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/search"
	"gammonlab/internal/farm"
	"gammonlab/internal/workers"
)

// Match is a series of games between two players, or of matches to a number of points.
// Its result does not depend on the number of workers.
type Match struct {
	A, B         engine.Player // cloned for each worker, not used directly
	NameA, NameB string        // for reports and errors; "A" and "B" if empty

	Variant  board.Variant
	Rules    Rules
	Games    int    // number of games, or of matches if Rules.Length is set; even, unless Unpaired
	Seed     uint64 // seed of the dice and of the players' random numbers
	Workers  int    // number of games played at the same time; 0 for one per processor
	Unpaired bool   // single games with different dice, which A and B begin in turn, instead of pairs

	// Pool plays the games; nil for goroutines of this process. Ahead and Durable are
	// as in [Series].
	Pool    farm.Pool
	Ahead   int
	Durable func() error

	// First is the number of pairs, or of unpaired games, that were played before and are
	// skipped. Games does not count them. With First, a match can be played in pieces
	// with the same players and seed.
	First int

	// Starts are starting positions, used in turn instead of the variant's opening, each
	// seen by the side that begins. The first roll from such a position may be a double;
	// the first roll from the opening may not.
	Starts []board.Position

	// Dice, if set, returns the rolls of all games, one game after the other. It requires
	// Unpaired, because a pair needs the same rolls twice.
	Dice board.Dice

	// Luck, if set, evaluates the luck of each roll for the luck-adjusted result. A
	// stronger evaluator gives a smaller variance; the mean does not change.
	Luck engine.Evaluator

	// FullLuck evaluates all plays of all rolls, as analyses of records do; it takes
	// three times as long. Otherwise Luck evaluates the six plays that pubeval ranks
	// first.
	FullLuck bool

	// Judge, if set, computes the cost of each decision at its own search depth. It
	// should be stronger than the players.
	Judge *search.Searcher

	// Observers receive each item in order.
	Observers []Observer

	// Records adds a record of each game or match to the items that are played.
	Records bool

	// Held are the first items of the match, encoded by [Item.Encode]. They count in the
	// result and are not played again.
	Held [][]byte

	// Identity has digests that distinguish matches with equal names: of nets, databases
	// and the evaluator of luck. Results files and reports contain it.
	Identity []string

	// MaxPlies is the number of plies after which a game is stopped and scores 0, so that
	// games between weak players end; 0 for [DefaultMaxPlies].
	MaxPlies int
}

// DefaultMaxPlies is far above the length of games between strong players: their mean is
// below 60.
const DefaultMaxPlies = 10_000

// Run plays the match. If the context is cancelled or a player fails, it returns the
// result of the items before the first unfinished one, and an error. The error of a
// player names the player, the game and the position.
func (m *Match) Run(ctx context.Context) (*Result, error) {
	if err := m.validate(); err != nil {
		return nil, err
	}
	begin := time.Now()
	result := m.newResult()
	err := m.play(ctx, result)
	if errors.Is(err, workers.ErrEnough) {
		err = nil
	}
	result.Elapsed = time.Since(begin)
	return result, err
}

// validate returns an error for the first invalid setting.
func (m *Match) validate() error {
	switch {
	case m.A == nil || m.B == nil:
		return errors.New("evalbench: a match needs two players")
	case !slices.Contains(board.Variants(), m.Variant):
		return fmt.Errorf("evalbench: unknown variant %v", m.Variant)
	case m.Games < 1:
		return fmt.Errorf("evalbench: %d games, want at least 1", m.Games)
	case !m.Unpaired && m.Games%2 != 0:
		return fmt.Errorf("evalbench: %d games do not make pairs, want an even number", m.Games)
	case m.First < 0:
		return fmt.Errorf("evalbench: %d items to skip, want at least 0", m.First)
	case m.Workers < 0:
		return fmt.Errorf("evalbench: %d workers, want at least 1, or 0 for all processors", m.Workers)
	case m.MaxPlies < 0:
		return fmt.Errorf("evalbench: games of at most %d plies, want at least 1, or 0 for %d", m.MaxPlies, DefaultMaxPlies)
	case m.Dice != nil && !m.Unpaired:
		return errors.New("evalbench: pairs need the given dice twice; play unpaired games")
	case len(m.Held) > 0 && (m.First > 0 || m.Dice != nil):
		return errors.New("evalbench: held games need the first game and dice from the seed")
	case m.Dice != nil && m.First > 0:
		return errors.New("evalbench: given dice begin with the first game, no item can be skipped")
	}
	if err := m.Rules.validate(); err != nil {
		return err
	}
	return m.validateStarts()
}

func (m *Match) validateStarts() error {
	for i := range m.Starts {
		start := &m.Starts[i]
		if err := start.Validate(m.Variant); err != nil {
			return fmt.Errorf("evalbench: starting position %d: %w", i+1, err)
		}
		if start.Result() != 0 {
			return fmt.Errorf("evalbench: the game of starting position %d is over", i+1)
		}
	}
	return nil
}

// newResult returns the result before the first game.
func (m *Match) newResult() *Result {
	r := &Result{
		LuckOff: m.Luck != nil, Judged: m.Judge != nil,
		NameA: m.NameA, NameB: m.NameB,
		Variant: m.Variant, Rules: m.Rules, Seed: m.Seed, Paired: !m.Unpaired,
	}
	if r.NameA == "" {
		r.NameA = "A"
	}
	if r.NameB == "" {
		r.NameB = "B"
	}
	return r
}

// items returns the number of pairs, or of unpaired games, to play.
func (m *Match) items() int {
	return m.Games / m.gamesPerItem()
}

func (m *Match) gamesPerItem() int {
	if m.Unpaired {
		return 1
	}
	return 2
}

func (m *Match) maxPlies() int {
	if m.MaxPlies == 0 {
		return DefaultMaxPlies
	}
	return m.MaxPlies
}
