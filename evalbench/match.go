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

// Match is a number of games, or of matches to some points, between two players.
// Its result does not depend on the number of workers.
type Match struct {
	A, B         engine.Player // cloned for each worker, not used themselves
	NameA, NameB string        // for reports and errors; "A" and "B" if empty

	Variant  board.Variant
	Rules    Rules
	Games    int    // how many to play, of matches if Rules have them; even, unless Unpaired
	Seed     uint64 // of the dice and of whatever is random in the players
	Workers  int    // how many games at a time; 0 for one on each processor
	Unpaired bool   // games of their own dice, A and B beginning in turn, in place of pairs

	// Pool plays the games in place of goroutines of this process; nil for none. Ahead
	// and Durable are as in [Series].
	Pool    farm.Pool
	Ahead   int
	Durable func() error

	// First is how many pairs, or games of their own, of the same players and
	// seed are left out because they were played before. Games does not count
	// them. A match can thus be played in pieces.
	First int

	// Starts are positions to begin from, in turn, in place of the variant's
	// start, each seen by the side that begins. The first roll of such a game
	// may be a double, that of a game from the start may not.
	Starts []board.Position

	// Dice, if set, give the rolls of all games, one game after the other. It
	// needs Unpaired, as a pair would need the rolls twice.
	Dice board.Dice

	// Luck, if set, evaluates the luck of each roll for the luck-adjusted result.
	// The stronger it is, the smaller the variance; the mean does not change.
	Luck engine.Evaluator

	// FullLuck makes Luck evaluate all plays of all rolls, as analyses of records
	// do, in three times the time; otherwise the six that pubeval ranks first.
	FullLuck bool

	// Judge, if set, computes the cost of each decision at its own search depth. It
	// should be stronger than the players.
	Judge *search.Searcher

	// Observers follow the match, each item in their order.
	Observers []Observer

	// Records adds a record of each game or match to the items that are played.
	Records bool

	// Held are the first items of the same match, as [Item.Encode] returned them.
	// They count and are not played again.
	Held [][]byte

	// Identity lists what the names leave open: the digests of nets, databases, the
	// evaluator of luck. Results files and reports use it.
	Identity []string

	// MaxPlies is the length at which a game is given up and scores 0, so that
	// players without a clue come to an end; 0 for [DefaultMaxPlies].
	MaxPlies int
}

// DefaultMaxPlies is a length that games between players with any sense do not
// come near to: the mean is below 60.
const DefaultMaxPlies = 10_000

// Run plays the match. If the context is cancelled or a player fails, it
// returns the items before the first that was not finished along with an error,
// which for a player's failure names the player, the game and the position.
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

// validate reports the first setting that does not make sense.
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
		return fmt.Errorf("evalbench: %d items left out, want at least 0", m.First)
	case m.Workers < 0:
		return fmt.Errorf("evalbench: %d workers, want at least 1, or 0 for all processors", m.Workers)
	case m.MaxPlies < 0:
		return fmt.Errorf("evalbench: games of at most %d plies, want at least 1, or 0 for %d", m.MaxPlies, DefaultMaxPlies)
	case m.Dice != nil && !m.Unpaired:
		return errors.New("evalbench: given dice cannot be rolled twice, as pairs need; play unpaired games")
	case len(m.Held) > 0 && (m.First > 0 || m.Dice != nil):
		return errors.New("evalbench: games that are held begin with the first, of the seed's own dice")
	case m.Dice != nil && m.First > 0:
		return errors.New("evalbench: given dice begin with the first game, none can be left out")
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
			return fmt.Errorf("evalbench: starting position %d is that of a finished game", i+1)
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

// items returns how many pairs, or games of their own, are to be played.
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
