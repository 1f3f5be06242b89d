package rollout

import (
	"errors"
	"fmt"

	"gammonlab/engine/advice"
	"gammonlab/engine/search"
	"gammonlab/internal/farm"
)

// Settings say how a rollout is done. The zero value is not valid: start from
// [Defaults]. Their JSON has all that results depend on.
type Settings struct {
	Trials int // of each alternative, at most
	Seed   uint64
	Plain  bool // dice are drawn each for itself, not spread evenly over the trials

	// Opening says that turn 0 is the first roll of a game, which is no double.
	Opening bool

	Luck       Luck
	Truncation Truncation
	Bearoff    Bearoff

	Player   Strength // of the player whose results are asked for
	Opponent Strength
	Late     Late

	Stop Stop

	Workers int `json:"-"` // goroutines, 0 for one on each processor; results do not depend on it

	// Pool plays the trials; nil for the goroutines of this process.
	Pool farm.Pool `json:"-"`

	// State is the name of a file that keeps the trials done, so that the rollout
	// can go on after whatever ended it; "" for none. See [Run].
	State string `json:"-"`

	basis int // the cube that values of money games are per point of

	// Progress, if set, is called after trials have been added, not by two
	// goroutines at once. It must not keep the result.
	Progress func(*Result) `json:"-"`
}

// Defaults returns gnubg's settings but for the cube: 1296 trials, luck taken
// off, trials end where a database knows the ending, 0-ply play.
func Defaults() Settings {
	return Settings{Trials: 1296, Seed: 1, Luck: QuickLuck, Bearoff: AnyBearoff}
}

// Truncation ends trials early.
type Truncation struct {
	Turns int // half-moves after which a trial ends, 0 for never
	Plies int // of the evaluation that is its result
}

// Luck says whether the luck of each roll is taken off a trial's result: how much
// better the position is after the best play of the roll than after those of all
// rolls on the average. What remains has the same expectation and far less
// variance, whatever the evaluation.
type Luck uint8

// The ways to deal with luck.
const (
	NoLuck    Luck = iota // it is left in
	QuickLuck             // the net sees the six plays of each roll that pubeval likes best
	FullLuck              // the net sees all plays of all rolls
	lucks
)

var luckNames = [lucks]string{NoLuck: "off", QuickLuck: "quick", FullLuck: "full"}

// String returns the name, as [ParseLuck] reads it.
func (l Luck) String() string { return luckNames[l] }

// ParseLuck returns the way to deal with luck of a name: quick, full or off.
func ParseLuck(name string) (Luck, error) {
	return choice(name, "quick, full or off", map[string]Luck{"quick": QuickLuck, "full": FullLuck, "off": NoLuck})
}

// choice returns what a name stands for.
func choice[T any](name, names string, of map[string]T) (T, error) {
	value, ok := of[name]
	if !ok {
		return value, fmt.Errorf("%q, want %s", name, names)
	}
	return value, nil
}

// precision returns how many plays of each roll the net sees.
func (l Luck) precision() advice.Precision {
	if l == QuickLuck {
		return advice.Quick
	}
	return advice.Full
}

// Bearoff says whether trials end in endings that a database knows.
type Bearoff uint8

// The endings at which trials stop.
const (
	NoBearoff    Bearoff = iota // trials are played out
	ExactBearoff                // those known exactly, for both sides together
	AnyBearoff                  // also those of which each side's own rolls are known
	bearoffs
)

var bearoffNames = [bearoffs]string{NoBearoff: "none", ExactBearoff: "exact", AnyBearoff: "any"}

// String returns the name, as [ParseBearoff] reads it.
func (b Bearoff) String() string { return bearoffNames[b] }

// ParseBearoff returns the endings of a name: any, exact or none.
func ParseBearoff(name string) (Bearoff, error) {
	return choice(name, "any, exact or none", map[string]Bearoff{"any": AnyBearoff, "exact": ExactBearoff, "none": NoBearoff})
}

// Stop ends a rollout before all trials are done, or leaves alternatives behind
// that are hardly the best. Whether to stop is decided when a multiple of 36
// trials is done, so that it does not depend on who was quickest.
type Stop struct {
	MinTrials int // of each alternative before anything is decided

	// Error stops an alternative whose equity has a standard error of no more; 0
	// for never. With Distance it ends the rollout, once all alternatives that are
	// not suspended have one of no more.
	Error float64

	// Distance suspends an alternative that is worse than the best by more than
	// so many standard errors of the difference, for as long as it is; 0 for
	// never. The rollout ends when one alternative is left.
	Distance float64
}

// DefaultStop are gnubg's figures for stopping.
func DefaultStop() Stop { return Stop{MinTrials: 324, Error: 0.01, Distance: 2.33} }

// Validate reports the first setting that does not make sense.
func (s *Settings) Validate() error {
	switch {
	case s.Trials < 1 || s.Trials > maxTrials:
		return fmt.Errorf("rollout: %d trials, want 1 to %d", s.Trials, maxTrials)
	case s.Luck >= lucks:
		return fmt.Errorf("rollout: unknown way %d to deal with luck", s.Luck)
	case s.Bearoff >= bearoffs:
		return fmt.Errorf("rollout: unknown endings %d to stop at", s.Bearoff)
	case s.Truncation.Turns < 0:
		return fmt.Errorf("rollout: truncated after %d turns, want at least 1, or 0 for never", s.Truncation.Turns)
	case s.Late.From < 0:
		return fmt.Errorf("rollout: turns are late from %d on, want at least 1, or 0 for never", s.Late.From)
	case s.Workers < 0:
		return fmt.Errorf("rollout: %d workers, want at least 1, or 0 for all processors", s.Workers)
	case s.Stop.MinTrials < 0 || !(s.Stop.Error >= 0) || !(s.Stop.Distance >= 0):
		return errors.New("rollout: a figure for stopping is negative or no number")
	}
	for _, plies := range []int{s.Player.Plies, s.Opponent.Plies, s.Late.Player.Plies, s.Late.Opponent.Plies, s.Truncation.Plies} {
		if plies < 0 || plies > search.MaxPlies {
			return fmt.Errorf("rollout: %d plies, want 0 to %d", plies, search.MaxPlies)
		}
	}
	return nil
}

// maxTrials keeps the results of all trials in memory.
const maxTrials = 10_000_000
