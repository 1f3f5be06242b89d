package report

import (
	"fmt"
	"strings"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/analysis"
	"gammonlab/engine/cube"
	"gammonlab/internal/board/picture"
)

// Column heads of the tables of alternatives.
var (
	playHead = []string{"", "Play", "Equity", "Difference", "Wins (g, bg) – losses"}
	cubeHead = []string{"", "Cube", "Equity", "Difference"}
)

// entry returns a decision with its board and all details in the analysis.
func entry(r *analysis.Report, d *analysis.Decision, o Options) Entry {
	u := units{r.Length}
	e := Entry{
		Title: strings.TrimSpace(fmt.Sprintf("Move %d: %s %s %s", d.Move, name(r, d.Player), did(d), d.Mark.Sign())),
		Lost:  u.lost(d.Error), Mark: d.Mark, ID: d.XGID(),
		Board: &picture.Board{
			Position: d.Position, Match: d.Match, Names: [2]string{name(r, board.PlayerO), name(r, board.PlayerX)},
			FromO: true, FromTop: d.Player == board.PlayerX,
		},
	}
	switch {
	case d.Kind == analysis.Play && d.Moves == nil:
		e.Note = "No legal play; luck of the roll " + u.amount(d.Luck.Amount)
	case d.Kind == analysis.Play:
		e.Head, e.Rows = playHead, playRows(d)
		e.Note = fmt.Sprintf("%s; luck of the roll %s", legal(d.Moves.Legal), u.amount(d.Luck.Amount))
	default:
		e.Head, e.Rows = cubeHead, cubeRows(&d.Cube.Decision, made(d))
		e.Note = "Right: " + d.Best()
		e.Foot = "Wins (gammons, backgammons) – losses: " + chances(&d.Cube.Probabilities)
	}
	if o.Compare && d.Recorded != nil {
		e.Note += "; " + inRecord(d.Recorded)
	}
	return e
}

// legal formats a number of legal plays.
func legal(n int) string {
	if n == 1 {
		return "1 legal play"
	}
	return fmt.Sprintf("%d legal plays", n)
}

// inRecord describes the decision's evaluation in the record.
func inRecord(r *analysis.Recorded) string {
	text := fmt.Sprintf("best by %s (%s): %s", r.Source, level(r), r.Best)
	if r.Error != nil && *r.Error > 0 {
		text += fmt.Sprintf(", lost %s", signed(-*r.Error, 3))
	}
	return text
}

// briefRows is the number of best plays in a brief entry.
const briefRows = 3

// brief returns a decision without its board, with the best plays and the play made.
func brief(r *analysis.Report, d *analysis.Decision, o Options) Entry {
	e := entry(r, d, o)
	e.Board, e.ID, e.Foot = nil, "", ""
	if d.Error.Equity == 0 {
		e.Lost = ""
	}
	if d.Kind != analysis.Play {
		return e
	}
	if d.Moves != nil && d.Moves.Legal == 1 {
		e.Head, e.Rows = nil, nil
	}
	if len(e.Rows) > briefRows {
		kept := e.Rows[:briefRows:briefRows]
		if d.Moves.Played >= briefRows {
			kept = append(kept, e.Rows[d.Moves.Played])
		}
		e.Rows = kept
	}
	return e
}

// did describes the decision made, as the words after the player's name.
func did(d *analysis.Decision) string {
	switch {
	case d.Kind == analysis.Play:
		return fmt.Sprintf("plays %v: %s", d.Match.Dice, d.Text())
	case d.Kind == analysis.Answer && d.Cube.Beavered:
		return "beavers"
	case d.Kind == analysis.Answer && d.Cube.DoubledOrTaken:
		return "takes"
	case d.Kind == analysis.Answer:
		return "passes"
	case d.Cube.DoubledOrTaken:
		return d.Text() + "s"
	}
	return "does not " + d.Text()[len("no "):]
}

// playRows lists the plays in the analysis: the best plays and the play made.
func playRows(d *analysis.Decision) []Row {
	rows := candidates(d.Position, d.Moves.List)
	rows[d.Moves.Played].Marked = true
	rows[d.Moves.Played].Cells[0] = fmt.Sprint(d.Moves.Rank) // plays between the best plays and this one may be missing
	return rows
}

// candidates lists plays, best first.
func candidates(pos board.Position, list []advice.Candidate) []Row {
	var all []Row
	for i := range list {
		c := &list[i]
		all = append(all, Row{Cells: []string{
			fmt.Sprint(i + 1), board.FormatPlay(pos, c.Play), signed(c.Equity, 3), behind(c.Equity - list[0].Equity), chances(&c.Probabilities),
		}})
	}
	return all
}

// made returns the index of the chosen alternative. A double counts with the opponent's
// correct answer.
func made(d *analysis.Decision) int {
	switch {
	case d.Kind == analysis.Answer && d.Cube.DoubledOrTaken, d.Kind == analysis.Double && d.Cube.DoubledOrTaken && d.Cube.Decision.Take():
		return 1
	case d.Kind == analysis.Answer, d.Cube.DoubledOrTaken:
		return 2
	}
	return 0
}

// cubeRows lists the alternatives from the point of view of the player who may double,
// and marks the one with the index marked.
func cubeRows(d *cube.Decision, marked int) []Row {
	e := d.Equities
	alternative := func(text string, equity float64) Row {
		return Row{Cells: []string{"", text, signed(equity, 3), behind(equity - e.Optimal)}}
	}
	rows := []Row{
		alternative("No double", e.NoDouble),
		alternative("Double, take", e.DoubleTake),
		alternative("Double, pass", e.DoublePass),
	}
	if d.Redouble {
		for i, text := range []string{"No redouble", "Redouble, take", "Redouble, pass"} {
			rows[i].Cells[1] = text
		}
	}
	rows[marked].Marked = true
	return rows
}

// behind formats a difference from the best alternative, "" for none.
func behind(x float64) string {
	if x == 0 {
		return ""
	}
	return signed(x, 3)
}

// chances formats probabilities: wins, gammons and backgammons won, then losses, gammons
// and backgammons lost.
func chances(p *engine.Probabilities) string {
	return fmt.Sprintf("%.1f (%.1f, %.1f) – %.1f (%.1f, %.1f)",
		100*p[engine.Win], 100*p[engine.WinGammon], 100*p[engine.WinBackgammon],
		100-100*p[engine.Win], 100*p[engine.LoseGammon], 100*p[engine.LoseBackgammon])
}
