package generate

import (
	"maps"
	"slices"
	"strconv"

	"gammonlab/engine"
)

// Counts are the progress of the work. They do not depend on the number of workers.
type Counts struct {
	Games   int64 // of self-play
	Matches int64 // games of match records
	Read    int64 // positions read from lists and databases

	Positions  int64            // positions kept
	Classes    map[string]int64 // of them, by class
	Duplicates int64            // positions left out because the database already has them
	Finished   int64            // positions left out because the game is over

	// With Settings.Informative, among the positions of the selected classes:
	Judged      int64 // positions evaluated
	Informative int64 // of them, positions whose equities at 0 and 1 ply differ
	Decisions   int64 // rolls with several plays that were evaluated
	Choices     int64 // of them, rolls whose best plays at 0 and 1 ply differ

	// For resuming:
	Items  int64            // items of files done
	Recent map[string]int64 // number of games when each class last got a position
}

// addTo writes the counts into a provenance.
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

// Share returns the share of informative positions among those evaluated, 0 if none
// was.
func (c *Counts) Share() float64 {
	if c.Judged == 0 {
		return 0
	}
	return float64(c.Informative) / float64(c.Judged)
}

func (c *Counts) of(class engine.Class) int64 { return c.Classes[class.String()] }
