package netrun

import (
	"cmp"
	"fmt"

	"gammonlab/engine"
	"gammonlab/internal/setting"
)

// Pubeval is the opponent of measurements for which no other one is set, and of all measurements
// of earlier versions.
const Pubeval = "pubeval"

// Against gives a measurement the name of the opponent, "" for pubeval, if it has none.
func Against(m *engine.Measurement, opponent string) {
	m.Opponent = cmp.Or(m.Opponent, opponent, Pubeval)
}

// CheckMeasured returns an error for a number of games of a measurement that gives no interval.
func CheckMeasured(games int) error {
	return setting.Check("bench_games", games >= 4 && games%2 == 0, "is %d, want an even number from 4 up, for pairs with an interval", games)
}

// NotMeasured returns the error of a run that is to be measured without a function that measures.
func NotMeasured(name setting.Name, games int64, hook string) error {
	return fmt.Errorf("%s is %d games, but nothing measures strength: set Hooks.%s, or %[1]s to 0", name, games, hook)
}
