package play

import (
	"bytes"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"gammonlab/board"
	"gammonlab/board/picture"
	"gammonlab/board/record"
	"gammonlab/board/svg"
	"gammonlab/desk/pages/games"
	"gammonlab/desk/pages/site"
	"gammonlab/desk/table"
	"gammonlab/internal/plaintext"
)

// prompts are texts for the decisions of the user.
var prompts = map[string]string{
	"none": "The net has not moved yet: continue.", "move": "You to move.", "double": "Roll or double.", "dice": "Enter the dice.",
	"take": "You to take or pass.", "accept": "You to accept or refuse.", "begin": "Begin the next game.",
}

// tablePage is the data of the page of a game.
type tablePage struct {
	*games.View
	appearance
	form  *form
	moved bool // the game changed after the page was shown
	Keys  []site.Key
	Setup *setup // of another game, or of this draft

	Summary *games.Summary // of the finished match; nil before its end
}

// newTable returns the page of a game after the action of the form.
func (p *Pages) newTable(r *http.Request, g *games.Game, v *games.View, f *form, l appearance) (*tablePage, error) {
	if f.version != v.Version || v.Decision != "move" {
		f.steps, f.swapped = nil, false
	}
	t := &tablePage{View: v, form: f, appearance: l, Keys: keys, Setup: p.newSetup(r, v)}
	return t, t.summarise(r.Context(), g)
}

// URL returns the address of the game.
func (t *tablePage) URL() string { return path + "/" + t.ID }

// Here returns the address of the page: the game with the choices of its board.
func (t *tablePage) Here() string { return t.URL() + t.Query() }

// Title returns the title of the game.
func (t *tablePage) Title() string {
	if t.Draft {
		return "Play"
	}
	return title(t.View)
}

// Steps returns the steps made so far.
func (t *tablePage) Steps() string { return words(t.form.steps) }

// Swapped reports whether the smaller die is played first.
func (t *tablePage) Swapped() bool { return t.form.swapped }

// Pick reports whether a click on a point picks up a checker.
func (t *tablePage) Pick() bool { return t.form.pick }

// Typed returns a typed play that was wrong.
func (t *tablePage) Typed() string {
	if t.form.problem == "" {
		return ""
	}
	return t.form.play
}

// Problem returns the error of the last action.
func (t *tablePage) Problem() string {
	if t.form.problem == "" {
		return ""
	}
	return plaintext.Capital(t.form.problem) + "."
}

// Told returns the latest events and the next decision as text.
func (t *tablePage) Told() string {
	all := t.Said
	if len(t.form.steps) > 0 {
		all = []string{"Moved " + spoken(t.form.steps) + "."}
	}
	if len(t.Luck) > 0 {
		all = nil
	}
	for i := range t.Luck {
		all = append(all, t.Luck[i].Text())
	}
	if t.Hint != nil {
		all = []string{fmt.Sprintf("Hint: best is %s.", t.Hint.Best)}
	}
	all = append(all[:len(all):len(all)], t.prompt())
	own, other := t.Pips[0], t.Pips[1]
	if t.Decision == "move" {
		now := t.form.partial(t.View).Position()
		own, other = now.Own.Pips(), now.Opp.Pips()
	}
	return strings.TrimSpace(strings.Join(append(all, fmt.Sprintf("Pips %d to %d.", own, other)), " "))
}

// prompt returns the next decision as text.
func (t *tablePage) prompt() string {
	switch {
	case t.Tutor != nil:
		what := t.Tutor.Action.Play
		if what == "" {
			what = "to " + t.Tutor.Action.Action
		}
		return fmt.Sprintf("The tutor warns: %s costs %.0f mEq.", what, t.Tutor.Lost)
	case t.Clock.Lost():
		return "You can go on without the clock."
	case t.Over:
		return "The match is over."
	case t.Decision == "move" && t.form.complete(t.View):
		return "Click the dice or Done to make the play."
	case t.Decision == "move":
		var left []string
		for _, die := range t.form.partial(t.View).Left() {
			left = append(left, strconv.Itoa(die))
		}
		return "You to move " + strings.Join(left, " ") + "."
	case t.Decision == "dice" && t.Roller == "net":
		return "Enter the net's dice."
	}
	return prompts[t.Decision]
}

// May reports whether an action is possible.
func (t *tablePage) May(action string) bool {
	for _, a := range t.Actions {
		if a == action {
			return t.Tutor == nil
		}
	}
	return false
}

// button is a button for an action, with its key.
type button struct {
	Action, Text, Key string
	At                string // place: on the board where dice are thrown ("dice") or beside them ("beside"), or "below" the board
	Disabled          bool
}

// buttons are all buttons.
var buttons = []button{
	{Action: "roll", Text: "Roll", Key: "r", At: "dice"}, {Action: "double", Text: "Double", Key: "d", At: "dice"},
	{Action: "take", Text: "Take", Key: "t", At: "beside"}, {Action: "drop", Text: "Pass", Key: "p", At: "beside"},
	{Action: "beaver", Text: "Beaver", Key: "b", At: "beside"}, {Action: "accept", Text: "Accept", Key: "t", At: "beside"},
	{Action: "reject", Text: "Refuse", Key: "p", At: "beside"}, {Action: "continue", Text: "Continue", Key: "g", At: "beside"},
	{Action: "untimed", Text: "Go on untimed", Key: "g", At: "beside"},
	{Action: "begin", Text: "Next game", Key: "n", At: "beside"}, {Action: stepBack, Text: "Step back", Key: "Escape", At: "beside"},
	{Action: done, Text: "Done", Key: "m", At: "beside"},
	{Action: "undo", Text: "Undo", Key: "u", At: "below"}, {Action: "hint", Text: "Hint", Key: "h", At: "below"}, {Action: "luck", Text: "Luck", Key: "l", At: "below"},
}

// ByHand reports whether the user has to enter dice.
func (t *tablePage) ByHand() bool { return t.Settings.Dice == "hand" && t.May("roll") }

// Places returns the places of buttons on the board.
func (t *tablePage) Places() []string { return []string{"dice", "beside"} }

// Buttons returns the buttons of the possible actions at a place.
func (t *tablePage) Buttons(at string) []button {
	var all []button
	for _, b := range buttons {
		may := t.May(b.Action)
		switch b.Action {
		case "roll":
			may = may && !t.ByHand()
		case "begin": // a key must not end a session by mistake
			may = may && t.Decision == "begin"
		case stepBack:
			may, b.Disabled = t.May("move"), len(t.form.steps) == 0
		case done:
			may = t.May("move")
			b.Disabled = may && !t.form.complete(t.View)
		}
		if may && b.At == at {
			all = append(all, b)
		}
	}
	return all
}

// board returns the current board.
func (t *tablePage) board() svg.Board {
	s, net := t.State(), t.Settings.Model
	if t.Settings.Level != "" {
		net += ", " + string(t.Settings.Level)
	}
	return svg.Board{Bare: true, Class: "wide", Board: picture.Board{
		Position: s.Position, Match: s.Match, Names: [2]string{table.Net: net, table.User: "You"},
		NoCube: s.NoCube, Left: t.Left,
	}}
}

// Drawing returns the board with parts that the user can activate.
func (t *tablePage) Drawing() template.HTML {
	b := t.board()
	b.Parts = &svg.Parts{ID: "board", Yours: true, Focus: t.form.place, Picks: map[string]bool{}}
	if t.Decision == "move" {
		t.addTurn(&b)
	}
	if l := t.Last(); l != nil && l.By == "net" && l.Steps != nil && len(t.form.steps) == 0 {
		roll, _ := board.ParseRoll(l.Dice) // of a play it is valid
		b.Last = &picture.Last{Player: table.Net, Steps: l.Steps, Roll: roll}
		if !t.State().Match.Dice.Valid() {
			b.Spent = [2]bool{true, true}
		}
		if t.moved {
			b.Before = &l.Before
		}
	}
	return template.HTML(b.String())
}

// addTurn adds the play that the user has to make, and the steps made so far.
func (t *tablePage) addTurn(b *svg.Board) {
	p, roll := t.form.partial(t.View), t.form.roll(t.View)
	b.Turn = &svg.Turn{Start: t.State().Position, Roll: roll, Made: t.form.steps}
	b.Position, b.Match.Dice = p.Position(), roll
	left := p.Left()
	for i, die := range roll {
		b.Spent[i] = !slices.Contains(left, int(die))
		if roll.Double() { // each die stands for two steps
			b.Spent[i] = len(left) < 3-2*i
		}
	}
	for _, step := range p.Next() {
		if t.form.pick {
			b.Parts.Picks[strconv.Itoa(int(step.From))] = false
		}
	}
}

// Text returns the board as text.
func (t *tablePage) Text() string { return t.Diagram().String() }

// XGID returns the position for the analysis.
func (t *tablePage) XGID() string {
	s := t.State()
	return board.XGID{Position: s.Position, Match: s.Match, Beavers: s.Beavers > 0, MaxCube: board.MaxCube}.String()
}

// AnalyseURL returns the address of the analysis of the position.
func (t *tablePage) AnalyseURL() string {
	return "/analyse?" + url.Values{"xgid": {t.XGID()}, "model": {t.Settings.Model}}.Encode()
}

// SGF returns the record of the match, "" if nothing was played.
func (t *tablePage) SGF() (string, error) {
	if len(t.Record().Games) == 0 {
		return "", nil
	}
	var b bytes.Buffer
	err := record.WriteSGF(&b, t.Record())
	return b.String(), err
}

// HintTable returns the table of a hint.
func (t *tablePage) HintTable() plaintext.Table {
	h := t.Hint
	result := plaintext.Table{Title: fmt.Sprintf("%s, %s: %s", h.Unit, h.Level(), h.Best)}
	result.Head = []string{"decision", "equity", "difference"}
	if t.Settings.Length > 0 {
		result.Head = append(result.Head, "MWC")
	}
	result.Head = append(result.Head, "plies")
	for _, c := range h.Choices() {
		result.Add(append(append([]string{c.Move}, c.Values()...), strconv.Itoa(c.Plies))...)
	}
	return result
}

// ScoreTables returns the table of the games.
func (t *tablePage) ScoreTables() []plaintext.Table {
	result := plaintext.Table{Title: "Games", Head: []string{"game", "you", "net", "won by", "points"}}
	for i, g := range t.Sheet {
		name, winner, points := strconv.Itoa(i+1), g.Winner, strconv.Itoa(g.Points)
		if g.Crawford {
			name += " (Crawford)"
		}
		if g.Winner == "nobody" {
			winner, points = "–", ""
		}
		result.Rows = append(result.Rows, []string{name, strconv.Itoa(g.Score[0]), strconv.Itoa(g.Score[1]), winner, points})
	}
	return []plaintext.Table{result}
}

// Lines returns the lines of the current game, last one first.
func (t *tablePage) Lines() []string {
	var all []string
	if n := len(t.Sheet); n > 0 {
		lines := t.Sheet[n-1].Lines
		for i := len(lines) - 1; i >= 0; i-- {
			all = append(all, lines[i].Text())
		}
	}
	return all
}
