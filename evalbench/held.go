package evalbench

import (
	"fmt"

	rules "gammonlab/board/game"
	"gammonlab/engine/search"
)

// HeldResult returns the result of the match's held items, without playing. The players
// may be nil. luck says whether the items have luck-adjusted results. The items' records
// show whether they were judged.
func (m *Match) HeldResult(luck bool) (*Result, error) {
	own := *m
	own.Games, own.Judge, own.Observers = len(m.Held)*m.gamesPerItem(), nil, nil
	if len(m.Held) > 0 && len(m.Held[0]) != own.recordSize() {
		own.Judge = new(search.Searcher) // a placeholder: the items are already judged
	}
	if err := own.Rules.validate(); err != nil {
		return nil, err
	}
	result := own.newResult()
	result.LuckOff = luck
	return result, own.takeHeld(result)
}

// ParseRules is the inverse of [Rules.String], except that the rules have no match equity
// table.
func ParseRules(name string) (Rules, error) {
	for _, r := range []Rules{{}, {Cube: true}, {Cube: true, Jacoby: true}} {
		for r.Beavers = range rules.MaxBeavers + 1 {
			if r.Cube || r.Beavers == 0 {
				if r.String() == name {
					return r, nil
				}
			}
		}
	}
	var r Rules
	if n, err := fmt.Sscanf(name, "%d-point matches", &r.Length); n != 1 || err != nil || r.validate() != nil {
		return Rules{}, fmt.Errorf("evalbench: unknown rules %.60q", name)
	}
	return r, nil
}
