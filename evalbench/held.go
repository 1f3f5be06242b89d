package evalbench

// HeldResult returns the result of the match's held items, without playing. The players
// may be nil. luck says whether the items have luck-adjusted results. The items' records
// show whether they were judged.
func (m *Match) HeldResult(luck bool) (*Result, error) {
	own := *m
	own.Games, own.Judge, own.Observers = len(m.Held)*m.gamesPerItem(), nil, nil
	if len(m.Held) > 0 && len(m.Held[0]) != own.recordSize() {
		own.Judge = new(int) // the items are judged
	}
	if err := own.Rules.Validate(); err != nil {
		return nil, err
	}
	result := own.newResult()
	result.LuckOff = luck
	return result, own.takeHeld(result)
}
