package games

import (
	"slices"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/board/record"
	"gammonlab/desk/table"
)

// View is the state of a game from the point of view of the user.
type View struct {
	ID       string   `json:"id"`
	Version  int      `json:"version"`
	Settings Settings `json:"settings"` // the seed is 0 during a game
	Decision string   `json:"decision"` // decision of the user: move, double, dice, take, accept, begin or none
	Actions  []string `json:"actions"`  // possible actions
	Roller   string   `json:"roller"`   // you or net
	Position string   `json:"position_id"`
	Match    string   `json:"match_id"`
	Dice     string   `json:"dice"` // "" before the roll
	Cube     int      `json:"cube"`
	Owner    string   `json:"cube_owner"` // you, net or nobody
	Scores   []int    `json:"score"`      // yours and the net's
	Pips     []int    `json:"pips"`       // yours and the net's
	Plays    []Play   `json:"plays"`      // legal plays, if you have to move
	Sheet    []Sheet  `json:"games"`
	Said     []string `json:"said"` // events since your last action
	Over     bool     `json:"match_over"`
	Clock    *Clock   `json:"clock,omitempty"`
	Draft    bool     `json:"-"` // the user has done nothing yet, and the game is not kept

	Hint  *table.Hint `json:"hint,omitempty"`
	Tutor *Warning    `json:"tutor,omitempty"` // the action was not performed
	Luck  []RollLuck  `json:"luck,omitempty"`  // luck of the newest rolls, newest first

	state   game.State
	diagram board.Diagram
	record  *record.Match
	last    *Line // last line of the sheet
}

// Play is a legal play.
type Play struct {
	Play  string `json:"play"`
	Steps []Step `json:"steps"` // 25 is the bar, 0 off
}

// Step is the move of one checker.
type Step struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// State returns the state of the game for the rules.
func (v *View) State() *game.State { return &v.state }

// Diagram returns the board as text.
func (v *View) Diagram() board.Diagram { return v.diagram }

// Record returns the record so far.
func (v *View) Record() *record.Match { return v.record }

// Last returns the last line of the current game, nil if there is none.
func (v *View) Last() *Line { return v.last }

// nameOf returns the name of a player.
func nameOf(p board.Player) string {
	return map[board.Player]string{table.User: byUser, table.Net: byNet, board.Nobody: "nobody"}[p]
}

// view returns the state of the game.
func (g *Game) view() (*View, error) {
	t, m := g.table, &g.table.Match
	v := &View{
		ID: g.ID, Version: g.version(), Settings: g.settings, Decision: t.Decision().String(), Roller: nameOf(m.Roller),
		Position: t.Position.ID(), Match: m.ID(), Cube: m.Cube, Owner: nameOf(m.Owner),
		Scores: []int{m.Score[table.User], m.Score[table.Net]}, Clock: g.clock(), Plays: []Play{}, Said: []string{},
		state: t.State, diagram: t.Diagram(), record: t.Played(),
	}
	v.Draft = g.draft
	if !t.Over() {
		v.Settings.Seed = 0
	}
	if m.Dice.Valid() {
		v.Dice = m.Dice.String()
	}
	v.Pips = []int{t.Position.Own.Pips(), t.Position.Opp.Pips()}
	if m.Roller == table.Net {
		v.Pips = []int{v.Pips[1], v.Pips[0]}
	}
	v.Over = t.MatchOver() || v.Clock.Lost()
	v.Actions = g.actions(v.Clock)
	switch {
	case v.Clock.Lost():
		v.Decision = table.WhetherToGoOn.String()
	case t.Decision() == table.WhatToPlay:
		v.Plays = plays(t)
	}
	if n := len(v.record.Games); n > 0 { // an undo would overwrite the record
		last := &v.record.Games[n-1]
		last.Actions = slices.Clone(last.Actions)
	}
	var err error
	if v.Sheet, err = g.sheetOf(v.record); err == nil {
		v.say(g.shown)
	}
	return v, err
}

// plays lists the legal plays.
func plays(t *table.Table) []Play {
	var all []Play
	legal := board.Plays(t.Position, t.Match.Dice)
	for i := range legal {
		p := Play{Play: board.FormatPlay(t.Position, legal[i])}
		for _, s := range legal[i].Steps() {
			p.Steps = append(p.Steps, Step{int(s.From), int(s.To)})
		}
		all = append(all, p)
	}
	return all
}

// actions lists the possible actions of the user with the state of the clock.
func (g *Game) actions(c *Clock) []string {
	t := g.table
	if c.Lost() {
		return []string{untimed}
	}
	all := map[table.Decision][]string{
		table.NoDecision: {goOn}, table.WhatToPlay: {"move", "resign", hint}, table.WhetherToDouble: {"roll", "double", "resign", hint},
		table.WhichDice: {"roll"}, table.WhetherToTake: {"take", "drop", hint}, table.WhetherToAccept: {"accept", "reject", hint},
	}[t.Decision()]
	if t.Decision() == table.WhetherToTake && t.MayBeaver() == nil {
		all = append(all, "beaver")
	}
	if !t.MatchOver() && (t.Over() || t.Length == 0) {
		all = append(all, "begin")
	}
	if t.MayUndo() {
		all = append(all, "undo")
	}
	if t.HasRolls() {
		all = append(all, luck)
	}
	return all
}
