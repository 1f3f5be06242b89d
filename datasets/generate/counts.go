package generate

import (
	"maps"
	"slices"
	"strconv"

	"gammonlab/engine"
)

// Counts say how far the work is. All of them are the same for any number of
// workers, at the same place.
type Counts struct {
	Games   int64 // of self-play
	Matches int64 // games of match records
	Read    int64 // positions read from lists and databases

	Positions  int64            // kept
	Classes    map[string]int64 // of them, by class
	Duplicates int64            // left out as they were there already
	Finished   int64            // left out as the game is over there

	// With Settings.Informative, of the positions of classes that are wanted:
	Judged      int64 // how many were looked at
	Informative int64 // how many of them had equities that differ
	Decisions   int64 // rolls with a choice of plays that were looked at
	Choices     int64 // of them, at how many the choices differ

	// For going on:
	Items  int64            // of files, done
	Recent map[string]int64 // games played when a class last got a position
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

// Share returns which part of the positions that were looked at is informative,
// 0 if none was looked at.
func (c *Counts) Share() float64 {
	if c.Judged == 0 {
		return 0
	}
	return float64(c.Informative) / float64(c.Judged)
}

func (c *Counts) of(class engine.Class) int64 { return c.Classes[class.String()] }
