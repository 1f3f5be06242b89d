package report

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/internal/board/picture"
	"gammonlab/internal/plaintext"
)

// NewPositions returns the report of an analysis of positions. The entries, which
// [RankingEntry] and [CubeEntry] return, keep their order.
func NewPositions(facts []Fact, entries []Entry) *Document {
	d := &Document{Title: "Backgammon position", Facts: facts, Sections: []Section{{Entries: entries}}}
	if len(entries) != 1 {
		d.Title = fmt.Sprintf("%d backgammon positions", len(entries))
	}
	for i := range entries {
		entries[i].Figure = fmt.Sprintf("%03d", i+1)
	}
	return d
}

// RankingEntry returns the plays of a roll.
func RankingEntry(r *advice.Ranking) Entry {
	e := positionEntry(&r.Position, r.Roll, r.Stakes)
	e.Title = fmt.Sprintf("X to play %v", r.Roll)
	if len(r.Plays) == 0 {
		e.Note += "; no legal play"
		return e
	}
	e.Head, e.Rows = playHead, candidates(r.Position, r.Plays)
	return e
}

// CubeEntry returns a decision to double or not.
func CubeEntry(a *advice.CubeAction) Entry {
	e := positionEntry(&a.Position, board.Roll{}, a.Stakes)
	e.Title = "X on roll: " + a.Decision.String()
	e.Head = cubeHead
	e.Rows = cubeRows(&a.Decision.Decision, 0)
	if a.Stakes.Doubled() == nil {
		e.Rows = e.Rows[:1]
	}
	for i := range e.Rows {
		e.Rows[i].Marked = false
	}
	e.Foot = "Wins (gammons, backgammons) – losses: " + chances(&a.Decision.Chances)
	return e
}

// positionEntry returns an entry with the board of a position, X to act.
func positionEntry(pos *board.Position, roll board.Roll, st *cube.Stakes) Entry {
	match := board.NewMatch(0)
	e := Entry{Note: "Cubeless money equities"}
	if st != nil {
		match = st.Match()
		e.Note = plaintext.Capital(st.Words())
	}
	match.Dice = roll
	e.Board = &picture.Board{Position: *pos, Match: match, Names: [2]string{board.PlayerO: "O", board.PlayerX: "X"}, NoCube: st == nil}
	e.ID = board.XGID{Position: *pos, Match: match, Beavers: match.Length == 0, MaxCube: 1024}.String()
	return e
}
