package evalbench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gammonlab/board"
	"gammonlab/engine/named"
	"gammonlab/engine/search"
	"gammonlab/farm"
	"gammonlab/internal/setting"
	"gammonlab/internal/workers"
)

// Match is a series of games between two players, or of matches to a number of points.
// Its result does not depend on the number of workers. The fields with JSON keys are the
// only description of such work, see [setting.Field]; [Match.Open] finds what they name.
type Match struct {
	A named.Player `json:"a" required:"true" help:"first <PLAYER>"`
	B named.Player `json:"b" required:"true" help:"second <PLAYER>"`

	// Games is the number of games, or of matches if Length is set; even, unless Unpaired.
	Games int `json:"games,omitempty" farm:"-" default:"10000" help:"number <N> of games, or of matches"`

	// Unpaired are single games with different dice, which A and B begin in turn, instead
	// of pairs.
	Unpaired bool `json:"unpaired,omitempty" help:"different dice in every game; players alternate in starting"`
	Conditions
	Assessment `group:"Measurement"`

	// Starts are starting positions, used in turn instead of the variant's opening, each
	// seen by the side that begins. The first roll from such a position may be a double;
	// the first roll from the opening may not.
	Starts []board.Position `json:"starts,omitempty" input:"-"`

	// Records adds a record of each game or match to the items that are played.
	Records bool `json:"records,omitempty" input:"-"`

	// MaxPlies is the number of plies after which a game is stopped and scores 0, so that
	// games between weak players end; 0 for [DefaultMaxPlies].
	MaxPlies int `json:"max_plies,omitempty" input:"-"`

	Workers int `json:"-"` // number of games played at the same time; 0 for one per processor

	// Pool plays the games; nil for goroutines of this process. Ahead and Durable are
	// as in [Series].
	Pool    farm.Pool    `json:"-"`
	Ahead   int          `json:"-"`
	Durable func() error `json:"-"`

	// First is the number of pairs, or of unpaired games, that were played before and are
	// skipped. Games does not count them. With First, a match can be played in pieces
	// with the same players and seed.
	First int `json:"-"`

	// Dice, if set, returns the rolls of all games, one game after the other. It requires
	// Unpaired, because a pair needs the same rolls twice.
	Dice board.Dice `json:"-"`

	// Observers receive each item in order.
	Observers []Observer `json:"-"`

	// Stored are the items that an earlier run of the match played, in the format of
	// [Item.Encode], from the first item on. Run counts them and plays the others.
	Stored [][]byte `json:"-"`
}

// Assessment has the settings of what a match measures besides its games.
type Assessment struct {
	// Luck, if set, evaluates the luck of each roll for the luck-adjusted result. A
	// stronger evaluator gives a smaller variance; the mean does not change.
	Luck named.Model `json:"luck,omitzero" help:"report luck-adjusted results with luck computed by <MODEL>; a or b for that player's model"`

	// FullLuck evaluates all plays of all rolls, as analyses of records do; it takes
	// three times as long. Otherwise Luck evaluates the six plays that pubeval ranks
	// first.
	FullLuck FullLuck `json:"variance_reduction,omitzero" default:"quick" needs:"luck" help:"with --luck, luck adjustment <MODE>: quick, or full (evaluates all plays of all rolls)"`

	// Judge, if set, is the depth of the search that computes the cost of each decision.
	// Its model should be stronger than the players.
	Judge      *int        `json:"judge,omitempty" shown:"off" help:"judge all decisions at a search depth of <N> plies"`
	JudgeModel named.Model `json:"judge_model,omitzero" default:"a" needs:"judge" help:"<MODEL> of the judge; a or b for that player's model"`
}

// FullLuck is the luck adjustment with all plays of all rolls, in texts "full"; otherwise
// "quick".
type FullLuck bool

// Values returns the texts.
func (FullLuck) Values() []string { return []string{"quick", "full"} }

// MarshalText implements [encoding.TextMarshaler].
func (f FullLuck) MarshalText() ([]byte, error) {
	if f {
		return []byte("full"), nil
	}
	return []byte("quick"), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (f *FullLuck) UnmarshalText(text []byte) error {
	if *f = string(text) == "full"; !bool(*f) && string(text) != "quick" {
		return fmt.Errorf("%q, want quick or full", text)
	}
	return nil
}

// Open finds the players, models, databases and the table that the settings name.
func (m *Match) Open(o *named.Opener) error {
	for _, s := range []struct {
		key   setting.Name
		model *named.Model
	}{{"luck", &m.Luck}, {"judge_model", &m.JudgeModel}} {
		side := map[string]*named.Player{"a": &m.A, "b": &m.B}[s.model.Name]
		if side == nil || s.model.Evaluator != nil {
			continue
		}
		if side.Model() == "" {
			return setting.Errorf("%s is %s, whose player %s is not a net of this program; give a model", s.key, s.model.Name, side.Name)
		}
		s.model.Name = side.Model()
	}
	return named.Open(m, o)
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
	err := m.takeStored(result)
	if err == nil {
		first := max(m.First, result.Games/m.gamesPerItem())
		series := Series{
			Pieces:  []Piece{{m, first, m.First + m.items() - first}},
			Workers: m.Workers, Pool: m.Pool, Ahead: m.Ahead, Durable: m.Durable,
		}
		err = series.run(ctx, result)
	}
	if errors.Is(err, workers.ErrEnough) {
		err = nil
	}
	result.Elapsed = time.Since(begin)
	return result, err
}

// Validate returns an error for the first invalid setting, by its name.
func (m *Match) Validate() error {
	const games = setting.Name("games")
	switch {
	case m.Games < 1:
		return setting.Errorf("%s is %d, want at least 1", games, m.Games)
	case !m.Unpaired && m.Games%2 != 0:
		return setting.Errorf("%s is %d, want an even number, for pairs", games, m.Games)
	case m.Judge != nil:
		return errors.Join(search.CheckPlies("judge", *m.Judge), m.Rules.Validate())
	}
	return m.Rules.Validate()
}

// validate returns an error for the first reason why the match cannot be played.
func (m *Match) validate() error {
	switch {
	case m.A.Player == nil || m.B.Player == nil:
		return errors.New("a match needs two players")
	case m.Judge != nil && m.JudgeModel.Evaluator == nil:
		return errors.New("a judge needs a model")
	case !slices.Contains(board.Variants(), m.Variant):
		return fmt.Errorf("unknown variant %v", m.Variant)
	case m.First < 0:
		return fmt.Errorf("%d items to skip, want at least 0", m.First)
	case m.Workers < 0:
		return fmt.Errorf("%d workers, want at least 1, or 0 for all processors", m.Workers)
	case m.MaxPlies < 0:
		return fmt.Errorf("games of at most %d plies, want at least 1, or 0 for %d", m.MaxPlies, DefaultMaxPlies)
	case m.Dice != nil && !m.Unpaired:
		return errors.New("pairs need the given dice twice; play unpaired games")
	case len(m.Stored) > 0 && (m.First > 0 || m.Dice != nil):
		return errors.New("stored games need the first game and dice from the seed")
	case m.Dice != nil && m.First > 0:
		return errors.New("given dice begin with the first game, no item can be skipped")
	}
	if err := m.Validate(); err != nil {
		return err
	}
	return m.validateStarts()
}

func (m *Match) validateStarts() error {
	for i := range m.Starts {
		start := &m.Starts[i]
		if err := start.Validate(m.Variant); err != nil {
			return fmt.Errorf("starting position %d: %w", i+1, err)
		}
		if start.Result() != 0 {
			return fmt.Errorf("the game of starting position %d is over", i+1)
		}
	}
	return nil
}

// newResult returns the result before the first game.
func (m *Match) newResult() *Result {
	return &Result{
		LuckOff: m.Luck.Evaluator != nil, Judged: m.Judge != nil,
		NameA: cmp.Or(m.A.Called(), "A"), NameB: cmp.Or(m.B.Called(), "B"),
		Variant: m.Variant, Rules: m.Rules, Seed: m.Seed, Paired: !m.Unpaired,
	}
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
