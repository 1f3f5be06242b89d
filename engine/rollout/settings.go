package rollout

import (
	"fmt"
	"slices"
	"strings"

	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/search"
	"gammonlab/farm"
	"gammonlab/internal/setting"
)

// Settings are the settings of a rollout, see [setting.Field]. The zero value is not
// valid; start from [Defaults].
type Settings struct {
	// Preset sets defaults of other settings. [Run] does not use it.
	Preset Preset `json:"preset,omitempty" help:"precision <PRESET>: {values}; other settings override it"`

	Trials int `json:"trials" default:"1296" help:"number <N> of trials (games) for each alternative"`
	Trial
	Stop

	Workers int `json:"-"` // number of goroutines, 0 for one per processor; results do not depend on it

	// Pool plays the trials; nil for goroutines of this process.
	Pool farm.Pool `json:"-"`

	// State is the path of a file that keeps the trials, so an interrupted rollout
	// can be resumed; "" for none. See [Run].
	State string `json:"-"`

	// Progress, if not nil, is called after trials have been added, never
	// concurrently. It must not keep the result.
	Progress func(*Result) `json:"-"`
}

// Trial has the settings that each trial depends on.
type Trial struct {
	Truncation

	// Depth is that of both sides, or of the player if OpponentPlies is set. Cube decisions
	// are made at 0-ply. If a side looks ahead in a rollout with the cube, the filter uses
	// cubeless equities; among the plays at the deepest ply, the one with the best cubeful
	// value is chosen.
	search.Depth
	OpponentPlies *int `json:"opponent_plies,omitempty" shown:"as the player" help:"search depth of the opponent, <N> plies"`
	Late

	Bearoff Bearoff `json:"truncate_bearoff" default:"any" help:"end trials at positions of these bear-off databases, <ENDINGS>: any, exact (two-sided values) or none"`
	Luck    Luck    `json:"variance_reduction" default:"quick" help:"luck adjustment <MODE>: quick, full (evaluates all plays of all rolls) or off"`
	Dice    `group:"Dice"`
}

// Dice has the settings of the dice of trials.
type Dice struct {
	Opening bool   `json:"opening_roll,omitempty" help:"the first roll is the first of a game: not a double"`
	Plain   bool   `json:"plain_dice,omitempty" help:"draw all dice independently instead of spreading first rolls evenly"`
	Seed    uint64 `json:"seed" default:"1" help:"random seed <N>"`
}

// Defaults returns the defaults: 1296 trials, luck-adjusted, trials end at positions in a
// database, 0-ply play. They are gnubg's without the cube.
func Defaults() Settings {
	var s Settings
	if err := setting.Read(&s, nil, nil); err != nil {
		panic(fmt.Sprintf("rollout: defaults: %v", err)) // a mistake in a tag
	}
	return s
}

// Truncation ends trials early.
type Truncation struct {
	Turns int `json:"truncate,omitempty" help:"end each trial after <N> half-moves; 0 for never"`
	Plies int `json:"truncate_plies,omitempty" needs:"truncate" help:"search depth at the truncation, <N> plies"`
}

// Late replaces the depth of both sides from a turn on.
type Late struct {
	From  int `json:"late,omitempty" help:"turns from <N> on are late (see --late-plies); 0 for never"`
	Plies int `json:"late_plies,omitempty" needs:"late" help:"search depth of both sides in late turns, <N> plies"`
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
)

var luckNames = []string{NoLuck: "off", QuickLuck: "quick", FullLuck: "full"}

// String returns the name.
func (l Luck) String() string { return luckNames[l] }

// Values returns the names.
func (Luck) Values() []string { return luckNames }

// MarshalText implements [encoding.TextMarshaler].
func (l Luck) MarshalText() ([]byte, error) { return []byte(luckNames[l]), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (l *Luck) UnmarshalText(text []byte) error { return choose(l, luckNames, text) }

// choose sets a value to the number of its name.
func choose[T ~uint8](at *T, names []string, text []byte) error {
	i := slices.Index(names, string(text))
	if i < 0 {
		return fmt.Errorf("%q, want one of %s", text, strings.Join(names, ", "))
	}
	*at = T(i)
	return nil
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
)

var bearoffNames = []string{NoBearoff: "none", ExactBearoff: "exact", AnyBearoff: "any"}

// String returns the name.
func (b Bearoff) String() string { return bearoffNames[b] }

// Values returns the names.
func (Bearoff) Values() []string { return bearoffNames }

// MarshalText implements [encoding.TextMarshaler].
func (b Bearoff) MarshalText() ([]byte, error) { return []byte(bearoffNames[b]), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (b *Bearoff) UnmarshalText(text []byte) error { return choose(b, bearoffNames, text) }

// Stop is the stopping rule: it ends a rollout before all trials are played, or
// suspends alternatives that are clearly not the best. Decisions are made after
// each multiple of 36 trials, so they do not depend on the speed of workers.
type Stop struct {
	// Error settles an alternative when the standard error of its equity is at most
	// Error; 0 for never. Together with Distance it ends the rollout when all
	// alternatives that are not suspended have at most this error.
	Error engine.Equity `json:"stop_se,omitempty" default:"0" help:"stop at a standard error of <EQUITY>, such as 0.01; 0 for never"`

	// Distance suspends an alternative while it is worse than the best by more than
	// Distance standard errors of the difference; 0 for never. The rollout ends
	// when one alternative is left.
	Distance float64 `json:"stop_jsd,omitempty" help:"stop plays that are <N> standard errors behind the best, such as 2.33; with --stop-se the other plays stop together; 0 for never"`

	// Difference ends the rollout when all differences that decide, see [run.decisive], have a
	// standard error of at most Difference, or of a tenth of the difference; 0 for never.
	Difference engine.Equity `json:"stop_difference,omitempty" default:"0" help:"stop when the differences from the best play, or between the choices of a double, have a standard error of at most <EQUITY> or a tenth of the difference; 0 for never"`

	// MinTrials is the number of trials of each alternative before the first decision.
	MinTrials int `json:"min_trials,omitempty" default:"324" help:"minimum number <N> of trials before a rollout may stop"`
}

// DefaultStop returns gnubg's default stopping rule.
func DefaultStop() Stop { return Stop{MinTrials: 324, Error: 0.01, Distance: 2.33} }

// Validate returns an error for the first invalid setting.
func (s *Settings) Validate() error {
	const most = "is %v, want %v to %v"
	const least = "is %v, want at least %v"
	for _, err := range []error{
		setting.Check("trials", s.Trials >= 1 && s.Trials <= maxTrials, most, s.Trials, 1, maxTrials),
		setting.Check("truncate", s.Turns >= 0, least, s.Turns, 0),
		setting.Check("late", s.From >= 0, least, s.From, 0),
		setting.Check("min_trials", s.MinTrials >= 0, least, s.MinTrials, 0),
		setting.Check("stop_se", s.Error >= 0, least, s.Error, 0),
		setting.Check("stop_difference", s.Difference >= 0, least, s.Difference, 0),
		setting.Check("stop_jsd", s.Distance >= 0, least, s.Distance, 0),
		search.CheckPlies("truncate_plies", s.Truncation.Plies),
		s.Depth.Validate(),
		search.CheckPlies("opponent_plies", s.opponent().Plies),
		search.CheckPlies("late_plies", s.Late.Plies),
	} {
		if err != nil {
			return err
		}
	}
	if s.Workers < 0 {
		return fmt.Errorf("%d workers, want at least 1, or 0 for all processors", s.Workers)
	}
	return nil
}

// maxTrials limits the memory for the results of all trials.
const maxTrials = 10_000_000
