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
	"gammonlab/internal/farm"
)

// Settings say where positions come from and which are kept.
type Settings struct {
	Out     string // the database, which must not be there, unless
	Replace bool   // it is to be replaced when all is done
	Variant board.Variant
	Seed    uint64
	Workers int       // goroutines, 0 for one on each processor
	Pool    farm.Pool // who plays; nil for so many goroutines of this process

	// Files, read in this order and before any self-play.
	Matches   []string  // match records, .mat or SGF: the positions before each action
	Lists     []string  // position IDs or XGIDs, one a line; "-" is Stdin
	Databases []string  // of this variant, labelled or not
	Stdin     io.Reader // read once, kept in a temporary file

	// Warn, if set, receives what is wrong with broken match records, of which then what
	// can be read is taken; without it they are errors.
	Warn func(error)

	// Self-play, if there are players: they begin in turn.
	Players     []Player         // one, who plays both sides, or two
	Trace       *Trace           // who plays instead and labels the positions, nil for players
	Starts      *selfplay.Starts // where games begin; nil for the variant's opening
	RandomPlies Range            // so many plies at the beginning are random, drawn evenly for each game
	Epsilon     float64          // the chance of any other play to be random
	Games       int64            // at most; 0 for no bound

	// What is kept.
	Positions   int64                  // in all, at most; 0 for no bound
	Quotas      map[engine.Class]int64 // of each class; other classes are left out; nil for no bounds
	Classes     []engine.Class         // nil for all; not along with Quotas
	Kinds       []pattern.Kind         // positions of one of these; nil for all
	Where       *pattern.Pattern       // positions that match; nil for all
	Odd         bool                   // of self-play, only the position that the random plies of a game lead to
	PerGame     int                    // of a game, drawn evenly, at most; 0 for no bound
	Informative Informative

	// Identity names what else the rows depend on, such as digests of models. It
	// becomes part of the provenance.
	Identity map[string]string

	// Progress, if set, is called now and then with the counts so far. It must
	// not keep them.
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

// Informative chooses positions from which a net has much to learn, if it has an
// evaluator: those whose cubeless equities at 0 and 1 ply differ by more than
// Threshold points. Where the plays that are best at 0 and 1 ply differ and are
// worth so different amounts at 1 ply, the positions after both are kept too.
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

// idleGames is after how many games without a new position of a class that is
// still wanted it is given up.
const idleGames = 10_000

// classesOfGames lists the classes that positions can have here: no databases
// are asked.
var classesOfGames = []engine.Class{engine.Race, engine.Crashed, engine.Contact}

// Validate reports the first setting that does not make sense.
func (s *Settings) Validate() error {
	switch {
	case s.Out == "":
		return errors.New("no database to make is named")
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

// validateWhere refuses a pattern of matches for positions that come without one.
func (s *Settings) validateWhere() error {
	term := s.Where.NeedsMatch()
	if term == "" || !s.plays() && len(s.Lists)+len(s.Databases) == 0 {
		return nil
	}
	return fmt.Errorf("the term %q is about the match or the cube, which only positions of match records have", term)
}

// wantsPosition reports whether a position is kept for what stands on the board. Its
// match is nil where it is not known.
func (s *Settings) wantsPosition(pos *board.Position, m *board.Match) bool {
	return (s.Kinds == nil || pattern.IsOneOf(s.Kinds, pos)) && s.Where.Matches(pos, m)
}

// errTraceOnly refuses other positions beside those of a Trace.
var errTraceOnly = errors.New("targets are those of the games of a net: want no files and no informative positions")

// validateItems reports the first setting that does not make sense of those that what
// is found in an item depends on.
func (s *Settings) validateItems() error {
	if s.Informative.Static != nil && !(s.Informative.Threshold >= 0) { // so that NaN fails too
		return fmt.Errorf("informative from %v points on, want 0 or more", s.Informative.Threshold)
	}
	return errors.Join(s.validateClasses(), s.validatePlay())
}

func (s *Settings) validateClasses() error {
	if s.Quotas != nil && s.Classes != nil {
		return errors.New("a quota says which classes are kept; they cannot be chosen besides")
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
		return errors.New("targets are those of a model's games against itself, and there are players besides")
	case s.Trace != nil && s.Informative.Static != nil:
		return errTraceOnly
	case s.RandomPlies.From < 0 || s.RandomPlies.To < s.RandomPlies.From:
		return fmt.Errorf("%d to %d random plies, want 0 or more, the lower number first", s.RandomPlies.From, s.RandomPlies.To)
	case s.Odd && s.RandomPlies.To == 0:
		return errors.New("odd positions are those that random plies lead to, and there are none: want --random-plies")
	case s.Odd && s.Trace != nil:
		return errors.New("targets are those of positions after the odd one: want no --odd")
	case !(s.Epsilon >= 0 && s.Epsilon <= 1): // so that NaN fails too
		return fmt.Errorf("a chance of %v that a play is random, want 0 to 1", s.Epsilon)
	}
	if s.Trace != nil {
		return s.Trace.validate(s.Variant)
	}
	return nil
}

// plays reports whether there is self-play.
func (s *Settings) plays() bool { return len(s.Players) > 0 || s.Trace != nil }

// starts returns where games begin.
func (s *Settings) starts() *selfplay.Starts {
	if s.Starts == nil {
		return selfplay.Opening(s.Variant)
	}
	return s.Starts
}

// wants reports whether positions of the class are kept at all.
func (s *Settings) wants(class engine.Class) bool {
	switch {
	case s.Quotas != nil:
		return s.Quotas[class] > 0
	case s.Classes != nil:
		return slices.Contains(s.Classes, class)
	}
	return class != engine.Over
}

// Total returns how many positions are wanted, 0 if there is no bound.
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
