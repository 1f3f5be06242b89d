package evalbench

// StoredResult returns the result of the match's stored items, without playing. The players
// may be nil. luck says whether the items have luck-adjusted results. The items' records
// show whether they were judged.
func (m *Match) StoredResult(luck bool) (*Result, error) {
	own := *m
	own.Games, own.Judge, own.Observers = len(m.Stored)*m.gamesPerItem(), nil, nil
	if len(m.Stored) > 0 && len(m.Stored[0]) != own.recordSize() {
		own.Judge = new(int) // the items are judged
	}
	if err := own.Rules.Validate(); err != nil {
		return nil, err
	}
	result := own.newResult()
	result.LuckOff = luck
	return result, own.takeStored(result)
}
