package report

import (
	"fmt"
	"strings"

	"gammonlab/board"
	"gammonlab/board/picture"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/analysis"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
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
		Mark: d.Mark,
		Board: &picture.Board{
			Position: d.Position, Match: d.Match, Names: [2]string{name(r, board.PlayerO), name(r, board.PlayerX)},
			FromO: true, FromTop: d.Player == board.PlayerX,
		},
	}
	e.Title = strings.TrimSpace(fmt.Sprintf("Move %d: %s %s %s", d.Move, name(r, d.Player), did(d), d.Mark.Sign()))
	e.Loss, e.ID, e.Reason = u.lost(d.Error), d.XGID, d.Reason
	if d.Kind == analysis.Play && len(d.Moves) == 0 {
		e.Note = "No legal play; luck of the roll " + u.amount(d.Luck.Amount)
		return e
	}
	e.fill(&d.Decision)
	if !d.Open {
		e.Rows[made(d)].Marked = true
	}
	if d.Played != nil {
		e.Note = fmt.Sprintf("%s; luck of the roll %s", legal(d.Legal), u.amount(d.Luck.Amount))
	} else {
		e.Note = "Right: " + d.Best
	}
	e.Note += depths(d.Moves) + rolledOut(d)
	if o.Compare && d.Recorded != nil {
		e.Note += "; " + inRecord(d.Recorded) + figures(d)
	}
	return e
}

// figures lists the record's equities of a decision.
func figures(d *analysis.Decision) string {
	var all []string
	for _, row := range sideBySide(d) {
		all = append(all, row[0]+" "+row[2])
	}
	return ". Equities in the record: " + strings.Join(all, "; ")
}

// depths says which plays were searched less deeply than the best one, "" for none: their equities
// cannot be compared with those before them.
func depths(moves []advice.Choice) string {
	for i := range moves {
		if moves[i].Rolled == nil && moves[0].Rolled == nil && moves[i].Plies < moves[0].Plies {
			return fmt.Sprintf("; plays from number %d on at fewer plies than %d", i+1, moves[0].Plies)
		}
	}
	return ""
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
	if r.Error != nil && r.Error.Equity > 0 {
		text += fmt.Sprintf(", lost %s", signed(-r.Error.Equity, 3))
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
		e.Loss = ""
	}
	if d.Open && len(e.Rows) > briefRows {
		e.Rows = e.Rows[:briefRows]
	}
	if d.Played == nil {
		return e
	}
	if d.Legal == 1 {
		e.Head, e.Rows = nil, nil
	}
	if len(e.Rows) > briefRows {
		kept := e.Rows[:briefRows:briefRows]
		if d.Index >= briefRows {
			kept = append(kept, e.Rows[d.Index])
		}
		e.Rows = kept
	}
	return e
}

// did describes the decision made, as the words after the player's name.
func did(d *analysis.Decision) string {
	switch {
	case d.Open:
		return asked(d)
	case d.Kind == analysis.Play:
		return fmt.Sprintf("plays %v: %s", d.Match.Dice, d.Made)
	case d.Kind == analysis.Answer && d.Beavered:
		return "beavers"
	case d.Kind == analysis.Answer && d.DoubledOrTaken:
		return "takes"
	case d.Kind == analysis.Answer:
		return "passes"
	case d.DoubledOrTaken:
		return d.Made + "s"
	}
	return "does not " + d.Made[len("no "):]
}

// asked describes an open decision.
func asked(d *analysis.Decision) string {
	switch d.Kind {
	case analysis.Play:
		return fmt.Sprintf("to play %v", d.Match.Dice)
	case analysis.Answer:
		return "to take or pass"
	}
	return "to double or not"
}

// fill sets the rows of an entry to the choices of a decision.
func (e *Entry) fill(d *advice.Decision) {
	e.Head = playHead
	if d.Verdict != nil {
		e.Head, e.Foot = cubeHead, "Wins (gammons, backgammons) – losses: "+chances(&d.Verdict.Chances)
	}
	for _, c := range d.Choices() {
		row := htmlpage.Row{Cells: []string{fmt.Sprint(c.Rank), c.Move, signed(float64(c.Worth()), 3), behind(float64(c.Difference)), chances(&c.Chances)}}
		if c.Rolled != nil {
			row.Cells[2] += fmt.Sprintf(" ± %.3f", c.StandardError.Worth())
		}
		if d.Verdict != nil {
			row.Cells[0], row.Cells[1], row.Cells = "", plaintext.Capital(c.Move), row.Cells[:len(cubeHead)]
		}
		e.Rows = append(e.Rows, row)
	}
}

// made returns the index of the chosen alternative. A double counts with the opponent's
// correct answer.
func made(d *analysis.Decision) int {
	switch {
	case d.Kind == analysis.Play:
		return d.Index
	case d.Kind == analysis.Answer && d.DoubledOrTaken, d.Kind == analysis.Double && d.DoubledOrTaken && d.Take:
		return 1
	case d.Kind == analysis.Answer, d.DoubledOrTaken:
		return 2
	}
	return 0
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
func chances(c *engine.Chances) string {
	return fmt.Sprintf("%.1f (%.1f, %.1f) – %.1f (%.1f, %.1f)", 100*c.Win, 100*c.WinGammon, 100*c.WinBackgammon,
		100-100*c.Win, 100*c.LoseGammon, 100*c.LoseBackgammon)
}
