package evalbench

import (
	"context"
	"encoding/json"
	"fmt"

	"gammonlab/engine/named"
	"gammonlab/engine/rollers"
	"gammonlab/farm"
	"gammonlab/internal/strictjson"
	"gammonlab/nets/kernel"
)

// kindName is the name of matches' descriptions in a farm.
const kindName = "match/1"

// Kind returns the kind of farm jobs that play games of matches.
func Kind() farm.Kind { return farm.NewKind(kindName, openSeries) }

// series is the description of one or more matches: their settings, see [named.Describe].
type series struct {
	Matches []*Match `json:"matches"`
}

// describe returns the description of matches.
func describe(matches []*Match) (*farm.Description, error) {
	var all series
	var files []farm.File
	for _, m := range matches {
		if m.Dice != nil {
			return nil, fmt.Errorf("games with given dice can only be played by one process")
		}
		described, of, err := named.Describe(m)
		if err != nil {
			return nil, err
		}
		all.Matches = append(all.Matches, described)
		files = append(files, of...)
	}
	text, err := json.Marshal(&all)
	if err != nil {
		return nil, err
	}
	return &farm.Description{Kind: kindName, Spec: text, Class: kernel.Class(), Files: farm.Distinct(files)}, nil
}

// openSeries opens the players of a described job, so that a worker can play its matches.
func openSeries(ctx context.Context, text json.RawMessage, files farm.Files) (farm.Worker[*shard], error) {
	var all series
	if err := strictjson.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("description of matches: %w", err)
	}
	opener := rollers.Files(ctx, files)
	for i, m := range all.Matches {
		m.Games = 2 // the shards have the numbers of the games, so this number only has to be valid
		err := m.Open(opener)
		if err == nil {
			err = m.validate()
		}
		if err != nil {
			return nil, fmt.Errorf("description of match %d: %w", i+1, err)
		}
	}
	return newSeriesDoer(all.Matches), nil
}
