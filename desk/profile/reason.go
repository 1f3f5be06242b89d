package profile

import (
	"fmt"
	"strings"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/analysis"
	"gammonlab/internal/plaintext"
)

// Reason describes an error in words: its kind, the phase of the game, the kinds of the
// position and, for a play, hits, points and blots in which it differs from the best play. It
// returns "" for a decision without an error. The words are those of the tables.
func Reason(d *analysis.Decision) string {
	if d.Error.Equity == 0 {
		return ""
	}
	of := &decision{d, engine.ClassOf(&d.Position), openingRolls}
	parts := []string{strings.SplitN(phases.rows[phases.of(of)[0]].label, ":", 2)[0]}
	for _, i := range kinds.of(of) {
		parts = append(parts, strings.SplitN(kinds.rows[i].label, ":", 2)[0])
	}
	if d.Kind != analysis.Play {
		for _, i := range windows.of(of) {
			return plaintext.Capital(windows.rows[i].label) + "; " + strings.Join(parts, ", ") + "."
		}
		return ""
	}
	text := plaintext.Capital(advice.WrongPlay.String()) + "; " + strings.Join(parts, ", ")
	made, best := &d.Moves[d.Index].Play, &d.Moves[0].Play
	return text + differences(of, made, best) + "."
}

// differences says how a play differs from the best one.
func differences(of *decision, made, best *board.Play) string {
	if of.class == engine.Race {
		return ""
	}
	var all []string
	compare := func(own, other int, more, fewer string) {
		switch {
		case own > other:
			all = append(all, more)
		case own < other:
			all = append(all, fewer)
		}
	}
	hits := func(p *board.Play) int { return int(p.Result.Own[board.Bar]) }
	compare(hits(made), hits(best), "it hits more than the best play", "the best play hits more")
	compare(madePoints(made), madePoints(best), "it holds more points of the home board than the best play", "the best play holds more points of the home board")
	if left, right := blotsAfter(made), blotsAfter(best); left != right {
		all = append(all, fmt.Sprintf("it leaves %s, the best play %d", plaintext.Counted(left, "blot", "blots"), right))
	}
	if len(all) == 0 {
		return ""
	}
	return "; " + strings.Join(all, "; ")
}

// madePoints returns the number of points of the player's home board with two or more
// checkers after a play.
func madePoints(play *board.Play) (n int) {
	for point := 1; point <= homePoints; point++ {
		if play.Result.Opp[point] >= 2 {
			n++
		}
	}
	return n
}
