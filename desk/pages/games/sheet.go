package games

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/desk/table"
)

// Sheet is the record of a game of the match.
type Sheet struct {
	Score    []int  `json:"score"`    // before the game, yours and the net's
	Crawford bool   `json:"crawford"` // this is the Crawford game
	Winner   string `json:"winner"`   // you, net, or nobody before the end
	Points   int    `json:"points"`
	Lines    []Line `json:"lines"`
}

// Line is an action of a game.
type Line struct {
	By     string `json:"by"`
	Action string `json:"action"` // move, double, take, drop, beaver or resignation
	Dice   string `json:"dice"`   // for move
	Play   string `json:"play"`   // for move, "" if no checker could move
	Points int    `json:"points"` // for double, the value of the cube after a take; for resignation, 1 to 3

	Steps  []board.Step   `json:"-"` // for move, from the point of view of its player
	Before board.Position `json:"-"` // for move, from the point of view of its player
}

// sheetOf returns the games of a record. It caches all games before the last, which do
// not change.
func (g *Game) sheetOf(m *record.Match) ([]Sheet, error) {
	all := append([]Sheet{}, g.finished...)
	for i := len(all); i < len(m.Games); i++ {
		s, err := newSheet(m, i)
		if err != nil {
			return nil, err
		}
		if all = append(all, s); i < len(m.Games)-1 {
			g.finished = append(g.finished, s)
		}
	}
	return all, nil
}

// newSheet returns a game of a record.
func newSheet(m *record.Match, number int) (Sheet, error) {
	g := &m.Games[number]
	s := Sheet{
		Score: []int{g.Score[table.User], g.Score[table.Net]}, Crawford: g.Crawford, Lines: []Line{},
		Winner: nameOf(g.Result.Winner), Points: g.Result.Points,
	}
	r := m.Replay(number)
	for r.Next() {
		if r.Action.Kind != record.Rolled {
			s.Lines = append(s.Lines, lineOf(r))
		}
	}
	return s, r.Err()
}

// lineOf returns the line of an action.
func lineOf(r *record.Replay) Line {
	a := &r.Action
	l := Line{By: nameOf(a.Player), Action: a.Kind.String(), Points: a.Value}
	switch a.Kind {
	case record.Move:
		l.Dice, l.Before = a.Roll.String(), r.Position
		if l.Steps = a.Steps; len(a.Steps) > 0 {
			l.Play = board.FormatPlay(r.Position, r.Play)
		}
	case record.Double:
		l.Points = 2 * r.Match.Cube
	case record.Beaver:
		l.Points = 4 * r.Match.Cube
	}
	return l
}

// lines returns the number of lines of the sheet.
func (g *Game) lines() (int, error) {
	sheet, err := g.sheetOf(g.table.Played())
	n := 0
	for i := range sheet {
		n += len(sheet[i].Lines)
	}
	return n, err
}

// kindNames are the names of results of a game, by their points.
var kindNames = [...]string{"nothing", "a single game", "a gammon", "a backgammon"}

// Text returns the action as a sentence.
func (l *Line) Text() string {
	who, did := "The net", ""
	if l.By == byUser {
		who = "You"
	}
	switch l.Action {
	case record.Move.String():
		if did = fmt.Sprintf("rolled %c %c and played %s", l.Dice[0], l.Dice[1], l.Play); l.Play == "" {
			did = fmt.Sprintf("rolled %c %c and could not move", l.Dice[0], l.Dice[1])
		}
	case record.Double.String():
		did = fmt.Sprintf("doubled to %d", l.Points)
	case record.Beaver.String():
		did = fmt.Sprintf("beavered: the cube would show %d", l.Points)
	case record.Resign.String():
		did = "resigned " + kindNames[l.Points]
	case record.Take.String():
		did = "took the cube"
	case record.Drop.String():
		did = "passed"
	}
	return who + " " + did + "."
}

// say adds the events after a number of lines of the sheet to the view.
func (v *View) say(shown int) {
	var all []*Line
	for i := range v.Sheet {
		v.last = nil
		for k := range v.Sheet[i].Lines {
			v.last = &v.Sheet[i].Lines[k]
			all = append(all, v.last)
		}
	}
	for _, l := range all[min(shown, len(all)):] {
		v.Said = append(v.Said, l.Text())
	}
	if v.state.Over() && len(v.Sheet) > 0 {
		v.Said = append(v.Said, v.result())
	}
	if v.Clock.Lost() {
		v.Said = append(v.Said, "Your time is up: the net wins the match, as in a tournament.")
	}
	if kind := v.state.Match.Resigns; kind > 0 {
		v.Said = append(v.Said, "The net offers to resign "+kindNames[kind]+".")
	}
}

// result returns the result of the game as text.
func (v *View) result() string {
	g := &v.Sheet[len(v.Sheet)-1]
	who, plural := "The net wins", "s"
	if g.Winner == byUser {
		who = "You win"
	}
	if g.Points == 1 {
		plural = ""
	}
	text := fmt.Sprintf("%s the game, %d point%s.", who, g.Points, plural)
	if v.Over {
		text += " " + who + " the match."
	}
	return text
}
