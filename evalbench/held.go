package evalbench

import (
	"fmt"

	"gammonlab/engine/search"
)

// HeldResult returns the result of the items that a match holds, without playing: its
// players may be nil. Luck says that the items have luck-adjusted results. Whether they
// were judged is known from their records.
func (m *Match) HeldResult(luck bool) (*Result, error) {
	own := *m
	own.Games, own.Judge, own.Observers = len(m.Held)*m.gamesPerItem(), nil, nil
	if len(m.Held) > 0 && len(m.Held[0]) != own.recordSize() {
		own.Judge = new(search.Searcher) // that is not asked: it has judged
	}
	if err := own.Rules.validate(); err != nil {
		return nil, err
	}
	result := own.newResult()
	result.LuckOff = luck
	return result, own.takeHeld(result)
}

// ParseRules returns the rules of a name that [Rules.String] has made, but for a match
// equity table, which is left out.
func ParseRules(name string) (Rules, error) {
	for _, r := range []Rules{{}, {Cube: true}, {Cube: true, Jacoby: true}} {
		for r.Beavers = range MaxBeavers + 1 {
			if r.Cube || r.Beavers == 0 {
				if r.String() == name {
					return r, nil
				}
			}
		}
	}
	var r Rules
	if n, err := fmt.Sscanf(name, "%d-point matches", &r.Length); n != 1 || err != nil || r.validate() != nil {
		return Rules{}, fmt.Errorf("evalbench: no rules are called %.60q", name)
	}
	return r, nil
}
