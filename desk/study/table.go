package study

import (
	"fmt"
	"strconv"

	"gammonlab/board"
	"gammonlab/engine/advice"
	"gammonlab/evalbench/suite"
	"gammonlab/internal/plaintext"
)

// shownPlays is the number of plays shown, the best ones.
const shownPlays = 5

// columns are the headings of a table of choices.
var columns = []string{"", "#", "Choice", "Equity", "Diff", "Win", "WinG", "WinBG", "LoseG", "LoseBG"}

// Diagram draws the board with the player who decides at the bottom.
func (e *Exercise) Diagram() board.Diagram {
	return board.Diagram{Position: e.Position, Match: e.State(), NoIDs: true, Names: [2]string{board.PlayerX: "you", board.PlayerO: "the opponent"}}
}

// Ask returns the question in words.
func (e *Exercise) Ask() string {
	switch e.Question {
	case suite.Play:
		return fmt.Sprintf("Your %v:", e.Roll)
	case suite.Double:
		return "Double, or no double?"
	}
	return fmt.Sprintf("Take the cube at %d, or pass?", 2*e.Match.Cube)
}

// Table lists the best choices. It marks the choice of the answer a, if a is not nil,
// with a >.
func (e *Exercise) Table(a *Answer) string {
	t := plaintext.Table{Left: []int{0, 2}}
	for _, row := range e.rows(a) {
		t.Add(row...)
	}
	return t.Text()
}

// Choose returns the table of the choices for a page, without the column of marks: a star
// follows the choice of the answer.
func (e *Exercise) Choose(a *Answer) plaintext.Table {
	var t plaintext.Table
	for _, row := range e.rows(a) {
		if row[0] != "" {
			row[2] += " *"
		}
		t.Add(append([]string{row[2]}, row[3:]...)...)
	}
	t.Title, t.Head, t.Rows = "Choices, the best first; * is yours", t.Rows[0], t.Rows[1:]
	return t
}

// rows returns the header and the rows of the table.
func (e *Exercise) rows(a *Answer) [][]string {
	if e.Question != suite.Play {
		return e.cubeRows(a)
	}
	rows := [][]string{columns}
	for i := range e.Choices {
		chosen := a != nil && a.choice == i
		if i < shownPlays || chosen {
			c := &e.Choices[i]
			rows = append(rows, cells(c, strconv.Itoa(i+1), c.Move, equity(&e.Choices[0]), chosen))
		}
	}
	return rows
}

// cubeRows is rows for a cube decision.
func (e *Exercise) cubeRows(a *Answer) [][]string {
	rows := [][]string{columns}
	right := e.alternatives().Optimal
	if e.Question == suite.Take {
		right = max(equity(&e.Choices[0]), equity(&e.Choices[1]))
	}
	for i := range e.Choices {
		c := &e.Choices[i]
		name := c.Move
		chosen := a != nil && a.Text == name
		if e.Question == suite.Double && i > 0 {
			name = "double, " + name
			chosen = false
		}
		rows = append(rows, cells(c, "", name, right, chosen))
	}
	return rows
}

// cells returns the row of a choice; best is the equity of the best choice.
func cells(c *advice.Choice, number, name string, best float64, chosen bool) []string {
	mark, diff := "", ""
	if chosen {
		mark = ">"
	}
	if lost := best - equity(c); lost != 0 {
		diff = plaintext.Fixed(float32(-lost), 3)
	}
	row := []string{mark, number, name, plaintext.Signed(c.Worth(), 3), diff}
	for _, p := range c.Probabilities() {
		row = append(row, plaintext.Fixed(100*p, 2))
	}
	return row
}

// Verdict returns a sentence about the cost of the answer.
func (a *Answer) Verdict() string {
	switch {
	case a.AtLeast:
		return fmt.Sprintf("%s loses %.3f or more; %s is best.", a.Text, a.Lost, a.Right)
	case a.Text == a.Right:
		return fmt.Sprintf("Right: %s.", a.Text)
	case a.Grade() == BestGrade:
		return fmt.Sprintf("Good: %s loses %.3f; %s is best.", a.Text, a.Lost, a.Right)
	}
	return fmt.Sprintf("%s loses %.3f; %s is best.", plaintext.Capital(a.Text), a.Lost, a.Right)
}
