package generate

import (
	"maps"
	"slices"
	"strconv"

	"gammonlab/engine"
)

// Counts are the progress of a run. They do not depend on the number of workers.
type Counts struct {
	Positions  int64            `json:"positions" unit:"positions" meaning:"positions that were kept"` // kept
	Classes    map[string]int64 `json:"classes"`                                                       // positions kept, by class
	Games      int64            `json:"games" unit:"games" meaning:"games of self-play"`               // of self-play
	Matches    int64            `json:"match_games"`                                                   // games of match records
	Read       int64            `json:"positions_read"`                                                // from lists and databases
	Duplicates int64            `json:"duplicates_dropped"`                                            // left out because the database already has them
	Finished   int64            `json:"finished_dropped"`                                              // left out because the game is over in them

	// With Settings.Informative, among the positions of the selected classes:
	Judged      int64 `json:"judged"`         // positions evaluated
	Informative int64 `json:"informative"`    // number of Judged positions whose equities at 0 and 1 ply differ
	Decisions   int64 `json:"decisions"`      // evaluated rolls with several plays
	Choices     int64 `json:"choices_differ"` // number of Decisions whose best plays at 0 and 1 ply differ
}

// done is the part of a run that a journal has.
type done struct {
	Counts
	Items  int64            // items of files that are done
	Recent map[string]int64 // number of games after which each class got its last position
}

// addTo adds the counts to a provenance.
func (c *Counts) addTo(provenance map[string]string) {
	put := func(key string, n int64) { provenance[key] = strconv.FormatInt(n, 10) }
	put("positions", c.Positions)
	put("duplicates_dropped", c.Duplicates)
	for _, class := range slices.Sorted(maps.Keys(c.Classes)) {
		put("positions_"+class, c.Classes[class])
	}
	for key, n := range map[string]int64{
		"games": c.Games, "match_games": c.Matches, "positions_read": c.Read, "finished_dropped": c.Finished,
		"judged": c.Judged, "informative_found": c.Informative, "decisions": c.Decisions, "choices_differ": c.Choices,
	} {
		if n > 0 {
			put(key, n)
		}
	}
}

// Share returns the share of informative positions among the evaluated positions, 0 if
// none was evaluated.
func (c *Counts) Share() float64 {
	if c.Judged == 0 {
		return 0
	}
	return float64(c.Informative) / float64(c.Judged)
}

func (c *Counts) of(class engine.Class) int64 { return c.Classes[class.String()] }
