package generate

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"gammonlab/board"
	"gammonlab/board/pattern"
	"gammonlab/engine"
	"gammonlab/engine/selfplay"
	"gammonlab/farm"
)

// Settings are the sources of positions and the conditions for keeping them.
type Settings struct {
	Out     string // path of the database, which must not exist unless Replace is set
	Replace bool   // replace an existing database at the end
	Variant board.Variant
	Seed    uint64
	Workers int       // goroutines, 0 for one per processor
	Pool    farm.Pool // processes the items; nil for goroutines of this process

	// Files, which are read in this order before any self-play.
	Matches   []string  // match records, .mat or SGF: the positions before each action
	Lists     []string  // texts of positions ([board.ParsePosition]), one per line; "-" is Stdin
	Databases []string  // databases of this variant, with or without labels
	Stdin     io.Reader // read once, copied to a temporary file

	// Warn, if set, receives the errors of damaged match records, whose readable games
	// are used. Without Warn, Run returns these errors.
	Warn func(error)

	// Self-play, if there are players or a Trace. The players begin games in turn.
	Players     []Player         // one player for both sides, or two players
	Trace       *Trace           // plays instead of Players and labels the positions; nil for Players
	Starts      *selfplay.Starts // starting positions; nil for the variant's opening
	RandomPlies Range            // number of random plies at the beginning, drawn uniformly for each game
	Epsilon     float64          // probability that any later play is random
	Games       int64            // maximal number of games; 0 for no limit

	// Conditions for keeping positions.
	Positions   int64                  // maximal number of positions; 0 for no limit
	Quotas      map[engine.Class]int64 // maximal number for each class, other classes are left out; nil for no limits
	Classes     []engine.Class         // classes to keep, nil for all; not together with Quotas
	Kinds       []pattern.Kind         // only positions of one of these kinds; nil for all
	Where       *pattern.Pattern       // only positions that match the pattern; nil for all
	Odd         bool                   // keep only the position after the random plies of a self-play game
	PerGame     int                    // maximal number of positions of one game, drawn uniformly; 0 for no limit
	Informative Informative
	Weights     Weights // origin of the positions' weights

	// Identity has everything else that the rows depend on, such as digests of models. It
	// is added to the provenance.
	Identity map[string]string

	// Progress, if set, is called regularly with the counts so far, which it must not
	// keep.
	Progress func(*Counts)
}

// Player is a player with its name in the sources of rows, such as "default" or
// "pubeval".
type Player struct {
	Name   string
	Player engine.Player
}

// Range is a range of numbers, both ends included.
type Range struct{ From, To int }

// Informative selects informative positions, if it has an evaluator: positions whose
// cubeless equities at 0 and 1 ply differ by more than Threshold points. If the best
// plays at 0 and 1 ply differ, and their equities at 1 ply differ by more than Threshold,
// the positions after both plays are kept, too. With [InformativeWeights] these
// differences are the weights of the positions.
type Informative struct {
	Static    engine.Evaluator
	Threshold float64
}

// shared returns the settings with evaluators that workers can clone.
func (s *Settings) shared() *Settings {
	own := *s
	if s.Informative.Static != nil {
		own.Informative.Static = engine.NewFull(s.Informative.Static)
	}
	if s.Trace != nil {
		trace := *s.Trace
		trace.Static = engine.NewFull(trace.Static)
		own.Trace = &trace
	}
	return &own
}

// idleGames is the number of games without a new position, in a class that needs more,
// after which the work fails.
const idleGames = 10_000

// classesOfGames lists the classes of positions in games, except those of bear-off
// databases.
var classesOfGames = []engine.Class{engine.Race, engine.Crashed, engine.Contact}

// Validate returns an error for the first invalid setting.
func (s *Settings) Validate() error {
	switch {
	case s.Out == "":
		return errors.New("the path of the database is missing")
	case !slices.Contains(board.Variants(), s.Variant):
		return fmt.Errorf("unknown variant %v", s.Variant)
	case s.Workers < 0:
		return fmt.Errorf("%d workers, want at least 1, or 0 for all processors", s.Workers)
	case s.Positions < 0 || s.Games < 0 || s.PerGame < 0:
		return fmt.Errorf("bounds of %d positions, %d games, %d positions of a game, want none below 0", s.Positions, s.Games, s.PerGame)
	}
	files := len(s.Matches) + len(s.Lists) + len(s.Databases)
	switch {
	case s.Trace != nil && files > 0:
		return errTraceOnly
	case !s.plays() && files == 0:
		return errors.New("neither players nor files to take positions from")
	case s.plays() && s.Positions == 0 && s.Quotas == nil && s.Games == 0:
		return errors.New("self-play has no end: bound the positions, the positions of each class or the games")
	}
	if err := s.validateWhere(); err != nil {
		return err
	}
	return s.validateItems()
}

// validateWhere returns an error if the pattern needs a match but positions have none.
func (s *Settings) validateWhere() error {
	term := s.Where.NeedsMatch()
	if term == "" || !s.plays() && len(s.Lists)+len(s.Databases) == 0 {
		return nil
	}
	return fmt.Errorf("the term %q is about the match or the cube, which only positions of match records have", term)
}

// wantsPosition reports whether the position and the match meet the conditions. match is
// nil if unknown.
func (s *Settings) wantsPosition(pos *board.Position, m *board.Match) bool {
	return (s.Kinds == nil || pattern.IsOneOf(s.Kinds, pos)) && s.Where.Matches(pos, m)
}

// errTraceOnly is returned if a Trace is combined with other sources of positions.
var errTraceOnly = errors.New("targets are those of the games of a net: want no files and no informative positions")

// validateItems returns an error for the first invalid setting among those on which the
// results of items depend.
func (s *Settings) validateItems() error {
	if s.Informative.Static != nil && !(s.Informative.Threshold >= 0) { // rejects NaN, too
		return fmt.Errorf("the threshold of informative positions is %v points, want 0 or more", s.Informative.Threshold)
	}
	return errors.Join(s.validateWeights(), s.validateClasses(), s.validatePlay())
}

func (s *Settings) validateClasses() error {
	if s.Quotas != nil && s.Classes != nil {
		return errors.New("quotas and classes are both set: quotas already select classes")
	}
	for _, class := range append(slices.Collect(maps.Keys(s.Quotas)), s.Classes...) {
		switch {
		case !slices.Contains(classesOfGames, class):
			return fmt.Errorf("class %v cannot be kept, want some of %v", class, classesOfGames)
		case class == engine.Crashed && s.Variant.Checkers() < board.MaxCheckers:
			return fmt.Errorf("no position of %v is %v", s.Variant, class)
		}
	}
	for class, quota := range s.Quotas {
		if quota < 1 {
			return fmt.Errorf("a quota of %d positions of class %v, want at least 1", quota, class)
		}
	}
	return nil
}

func (s *Settings) validatePlay() error {
	switch {
	case len(s.Players) > 2:
		return fmt.Errorf("%d players, want one or two", len(s.Players))
	case len(s.Players) > 0 && s.Trace != nil:
		return errors.New("targets need self-play of a model: want no players")
	case s.Trace != nil && s.Informative.Static != nil:
		return errTraceOnly
	case s.RandomPlies.From < 0 || s.RandomPlies.To < s.RandomPlies.From:
		return fmt.Errorf("%d to %d random plies, want 0 or more, the lower number first", s.RandomPlies.From, s.RandomPlies.To)
	case s.Odd && s.RandomPlies.To == 0:
		return errors.New("odd positions are those after random plies, and there are none")
	case s.Odd && s.Trace != nil:
		return errors.New("targets label all positions of a game, not only the odd ones")
	case !(s.Epsilon >= 0 && s.Epsilon <= 1): // rejects NaN, too
		return fmt.Errorf("the probability of random plays is %v, want 0 to 1", s.Epsilon)
	}
	if s.Trace != nil {
		return s.Trace.validate(s.Variant)
	}
	return nil
}

// plays reports whether there is self-play.
func (s *Settings) plays() bool { return len(s.Players) > 0 || s.Trace != nil }

// starts returns the starting positions of games.
func (s *Settings) starts() *selfplay.Starts {
	if s.Starts == nil {
		return selfplay.Opening(s.Variant)
	}
	return s.Starts
}

// wants reports whether the settings allow positions of the class.
func (s *Settings) wants(class engine.Class) bool {
	switch {
	case s.Quotas != nil:
		return s.Quotas[class] > 0
	case s.Classes != nil:
		return slices.Contains(s.Classes, class)
	}
	return class != engine.Over
}

// Total returns the number of positions wanted, 0 without a limit.
func (s *Settings) Total() int64 {
	if s.Quotas == nil {
		return s.Positions
	}
	var total int64
	for _, quota := range s.Quotas {
		total += quota
	}
	if s.Positions > 0 {
		return min(s.Positions, total)
	}
	return total
}
