package rollout

import (
	"errors"
	"fmt"

	"gammonlab/engine/advice"
	"gammonlab/engine/search"
	"gammonlab/farm"
)

// Settings are the settings of a rollout. The zero value is not valid; start
// from [Defaults]. Their JSON form contains everything that the results depend
// on.
type Settings struct {
	Trials int // of each alternative, as a maximum
	Seed   uint64
	Plain  bool // dice are independent instead of stratified over the trials

	// Opening is set if turn 0 is the first roll of a game, which is not a double.
	Opening bool

	Luck       Luck
	Truncation Truncation
	Bearoff    Bearoff

	Player   Strength // of the player from whose point of view results are
	Opponent Strength
	Late     Late

	Stop Stop

	Workers int `json:"-"` // number of goroutines, 0 for one per processor; results do not depend on it

	// Pool plays the trials; nil for goroutines of this process.
	Pool farm.Pool `json:"-"`

	// State is the path of a file that keeps the trials, so an interrupted rollout
	// can be resumed; "" for none. See [Run].
	State string `json:"-"`

	basis int // cube value for values of money games in points per point

	// Progress, if not nil, is called after trials have been added, never
	// concurrently. It must not keep the result.
	Progress func(*Result) `json:"-"`
}

// Defaults returns gnubg's settings without the cube: 1296 trials,
// luck-adjusted, trials end at positions in a database, 0-ply play.
func Defaults() Settings {
	return Settings{Trials: 1296, Seed: 1, Luck: QuickLuck, Bearoff: AnyBearoff}
}

// Truncation ends trials early.
type Truncation struct {
	Turns int // half-moves after which a trial ends, 0 for never
	Plies int // of the evaluation that is its result
}

// Luck is the kind of luck adjustment. The luck of a roll is the value of the
// position after its best play minus the mean over the best plays of all rolls.
// Subtracting it keeps the expectation and greatly reduces the variance, with
// any evaluator.
type Luck uint8

// The kinds of luck adjustment.
const (
	NoLuck    Luck = iota // no adjustment
	QuickLuck             // of each roll, the net evaluates the six plays that pubeval ranks best
	FullLuck              // the net evaluates all plays of all rolls
	lucks
)

var luckNames = [lucks]string{NoLuck: "off", QuickLuck: "quick", FullLuck: "full"}

// String returns the name, which [ParseLuck] parses.
func (l Luck) String() string { return luckNames[l] }

// ParseLuck returns the luck adjustment with the name quick, full or off.
func ParseLuck(name string) (Luck, error) {
	return choice(name, "quick, full or off", map[string]Luck{"quick": QuickLuck, "full": FullLuck, "off": NoLuck})
}

// choice returns the value of a name.
func choice[T any](name, names string, of map[string]T) (T, error) {
	value, ok := of[name]
	if !ok {
		return value, fmt.Errorf("%q, want %s", name, names)
	}
	return value, nil
}

// precision returns the number of plays of each roll that the net evaluates.
func (l Luck) precision() advice.Precision {
	if l == QuickLuck {
		return advice.Quick
	}
	return advice.Full
}

// Bearoff is the kind of databases that end trials.
type Bearoff uint8

// The kinds of databases that end trials.
const (
	NoBearoff    Bearoff = iota // none: trials are played out
	ExactBearoff                // databases with exact values for both sides together
	AnyBearoff                  // also databases with the rolls of each side separately
	bearoffs
)

var bearoffNames = [bearoffs]string{NoBearoff: "none", ExactBearoff: "exact", AnyBearoff: "any"}

// String returns the name, which [ParseBearoff] parses.
func (b Bearoff) String() string { return bearoffNames[b] }

// ParseBearoff returns the kind with the name any, exact or none.
func ParseBearoff(name string) (Bearoff, error) {
	return choice(name, "any, exact or none", map[string]Bearoff{"any": AnyBearoff, "exact": ExactBearoff, "none": NoBearoff})
}

// Stop is the stopping rule: it ends a rollout before all trials are played, or
// suspends alternatives that are clearly not the best. Decisions are made after
// each multiple of 36 trials, so they do not depend on the speed of workers.
type Stop struct {
	MinTrials int // of each alternative before the first decision

	// Error settles an alternative when the standard error of its equity is at most
	// Error; 0 for never. Together with Distance it ends the rollout when all
	// alternatives that are not suspended have at most this error.
	Error float64

	// Distance suspends an alternative while it is worse than the best by more than
	// Distance standard errors of the difference; 0 for never. The rollout ends
	// when one alternative is left.
	Distance float64
}

// DefaultStop returns gnubg's default stopping rule.
func DefaultStop() Stop { return Stop{MinTrials: 324, Error: 0.01, Distance: 2.33} }

// Validate returns an error for the first invalid setting.
func (s *Settings) Validate() error {
	switch {
	case s.Trials < 1 || s.Trials > maxTrials:
		return fmt.Errorf("%d trials, want 1 to %d", s.Trials, maxTrials)
	case s.Luck >= lucks:
		return fmt.Errorf("unknown way %d to deal with luck", s.Luck)
	case s.Bearoff >= bearoffs:
		return fmt.Errorf("unknown endings %d to stop at", s.Bearoff)
	case s.Truncation.Turns < 0:
		return fmt.Errorf("truncated after %d turns, want at least 1, or 0 for never", s.Truncation.Turns)
	case s.Late.From < 0:
		return fmt.Errorf("turns are late from %d on, want at least 1, or 0 for never", s.Late.From)
	case s.Workers < 0:
		return fmt.Errorf("%d workers, want at least 1, or 0 for all processors", s.Workers)
	case s.Stop.MinTrials < 0 || !(s.Stop.Error >= 0) || !(s.Stop.Distance >= 0):
		return errors.New("a number of the stopping rule is negative or not a number")
	}
	for _, plies := range []int{s.Player.Plies, s.Opponent.Plies, s.Late.Player.Plies, s.Late.Opponent.Plies, s.Truncation.Plies} {
		if plies < 0 || plies > search.MaxPlies {
			return fmt.Errorf("%d plies, want 0 to %d", plies, search.MaxPlies)
		}
	}
	return nil
}

// maxTrials limits the memory for the results of all trials.
const maxTrials = 10_000_000
