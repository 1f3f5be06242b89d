package analyse

import (
	"cmp"
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"gammonlab/board"
	"gammonlab/board/picture"
	"gammonlab/board/svg"
	"gammonlab/desk/pages/library"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/scheduler"
	"gammonlab/engine/analysis"
	"gammonlab/evalbench/analyses/report"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
)

// matchView is the data of the page of a match: the state of its analysis and, at the
// end, the result.
type matchView struct {
	Path    string
	Left    bool           // the players bear off to the left
	Entry   *library.Entry // nil for an analysis of a call
	Status  scheduler.Status
	At      progress
	Summary *report.Summary // nil before the end
	Games   []gameView
	Chosen  *decisionView // nil if the match has no decision
	Worst   []costly      // the most costly decisions, while none is chosen

	report *analysis.Report
}

// notAnalysed is the state of a match of the library without an analysis.
const notAnalysed scheduler.State = "not analysed"

// gameView is a game in the list of all decisions.
type gameView struct {
	Title     string
	Decisions []decisionRow
}

// decisionRow is a decision in the list.
type decisionRow struct {
	*analysis.Decision
	Number           int // number in the match, from 1
	Name, Lost, Luck string
	Cost             float64 // by the deepest result
}

// decisionView is the selected decision.
type decisionView struct {
	Number, Of      int
	Card            htmlpage.Card
	Seat            int    // of the player who decides, 0 at the bottom of the board
	Link            string // address of its analysis as a position
	Previous, Next  int    // neighbouring decisions, 0 for none
	Earlier, Later  int    // neighbouring errors, 0 for none
	Said            string
	Deeper          *deeperView
	Errors, ErrorAt int // number of errors, and the number of this one, 0 if it is no error
}

// view returns the data of the page.
func (m *matches) view(id string, q url.Values) (*matchView, error) {
	job, done, err := m.find(id)
	if err != nil {
		return nil, err
	}
	v := &matchView{Path: matchesPath + "/" + id, Left: isLeft(q), Status: scheduler.Status{State: scheduler.Done}}
	if e, _, err := m.entry(id); err == nil {
		v.Entry = e
	}
	if job != nil {
		if v.Status = job.Status(); v.Status.State != scheduler.Done {
			return v, decodeState(&v.Status, &v.At)
		}
	}
	if done == nil {
		v.Status.State = notAnalysed
		return v, nil
	}
	v.report = done.report
	summary := report.NewSummary(done.report)
	v.Summary = &summary
	all := v.list()
	j, _, err := m.library.JudgeOf(id)
	if err == nil {
		err = m.deep.revise(all, j.Model.Variant())
	}
	if err != nil {
		return nil, err
	}
	if !q.Has("decision") {
		v.Worst = v.worst(all)
	}
	if err := v.choose(all, q.Get("decision")); err != nil || v.Chosen == nil {
		return v, err
	}
	return v, m.inDepth(v, all[v.Chosen.Number-1].Decision, id)
}

// inDepth adds what is known of the chosen decision beside the analysis, and its cost by that.
func (m *matches) inDepth(v *matchView, d *analysis.Decision, id string) error {
	j, _, err := m.library.JudgeOf(id)
	if err != nil {
		return err
	}
	x, err := board.ParseXGID(d.XGID, j.Model.Variant())
	if err != nil {
		return err
	}
	var plays []string
	for i := range d.Moves {
		if i < deeperPlays || d.Played != nil && i == d.Index {
			plays = append(plays, d.Moves[i].Move)
		}
	}
	c := v.Chosen
	if c.Deeper, err = m.deep.view(x, j.Model.Name, d.Made, plays, depth{Plies: j.Plies}, v.Left); err != nil || c.Deeper.Known == nil {
		return err
	}
	if lost, found := c.Deeper.Known.lost(d.Made); found {
		c.Card.Loss = fmt.Sprintf("%s (%s)", plaintext.Signed(-lost, 3), c.Deeper.Known.Level())
	}
	return nil
}

// costly is a costly decision with its board.
type costly struct {
	decisionRow
	Roll    string // "" for the cube
	Picture template.HTML
	Extra   bool // it is not among the worst of both players, but of its own
}

// shownSpots is the number of the most costly decisions that a page shows.
const shownSpots = 3

// worst returns the most costly errors of both players, and those of each player as extra ones, all
// by their cost.
func (v *matchView) worst(all []decisionRow) []costly {
	var errors []decisionRow
	for _, d := range all {
		if d.Mark != analysis.Unmarked {
			errors = append(errors, d)
		}
	}
	slices.SortStableFunc(errors, func(a, b decisionRow) int { return cmp.Compare(b.Cost, a.Cost) })
	var spots []costly
	var of [2]int // number of spots by player
	for i, d := range errors {
		if of[d.Player]++; i >= shownSpots && of[d.Player] > shownSpots {
			continue
		}
		_, b := v.drawing(d.Decision)
		s := costly{decisionRow: d, Picture: template.HTML(b.String()), Extra: i >= shownSpots} // the drawing escapes its texts
		if d.Match.Dice.Valid() {
			s.Roll = d.Match.Dice.String()
		}
		spots = append(spots, s)
	}
	return spots
}

// drawing returns the card and the board of a decision, with arrows for a wrong play and the best one.
func (v *matchView) drawing(d *analysis.Decision) (htmlpage.Card, svg.Board) {
	card, b := report.Card(v.report, d)
	b.Left = v.Left
	if d.Played != nil && d.Error.Equity > 0 {
		b.Choices = &picture.Choices{Best: d.Moves[0].Play.Steps(), Made: d.Moves[d.Index].Play.Steps()}
	}
	return card, b
}

// And returns the parameters of addresses of decisions after the number.
func (v *matchView) And() template.URL {
	if v.Left {
		return "&" + leftField + "=" + leftValue
	}
	return ""
}

// performance is the performance rating of a player.
type performance struct{ Name, PR string }

// Performances returns the performance ratings of the judged players.
func (v *matchView) Performances() []performance {
	var all []performance
	for p := range v.report.Statistics {
		s := &v.report.Statistics[p]
		if s.Overall.PR != nil && !s.Judge {
			all = append(all, performance{v.Summary.Names[p], plaintext.Fixed(float32(*s.Overall.PR), 2)})
		}
	}
	return all
}

// Course draws the course of the match.
func (v *matchView) Course() *course { return v.newCourse() }

// CanBegin reports whether the user may start the analysis.
func (v *matchView) CanBegin() bool {
	return v.Entry != nil && (v.Status.Ended() || v.Status.State == notAnalysed)
}

// Incomplete returns the reason why the record is incomplete, "" if it is not.
func (v *matchView) Incomplete() string {
	if v.Entry == nil || v.Entry.Match == nil {
		return ""
	}
	_, reason, found := strings.Cut(v.Entry.Match.Info.Comment, library.Incomplete)
	if !found {
		return ""
	}
	return library.Incomplete + reason
}

// Unfinished says that the record ends before its last game does, "" if it does not.
func (v *matchView) Unfinished() string {
	if n := len(v.report.Games); n > 0 && v.report.Games[n-1].Winner == board.Nobody {
		return fmt.Sprintf("The record ends before game %d is finished.", v.report.Games[n-1].Number)
	}
	return ""
}

// Notices returns what the reader of the record skipped, a line for each subject.
func (v *matchView) Notices() []string {
	if v.report == nil {
		return nil
	}
	return library.NoticesOf(v.report.Notices)
}

// IsChosen reports whether the decision with a number is shown.
func (v *matchView) IsChosen(number int) bool { return v.Chosen != nil && v.Chosen.Number == number }

// OpensGame reports whether the list shows the decisions of a game: the one that contains
// the shown decision.
func (v *matchView) OpensGame(game int) bool {
	return slices.ContainsFunc(v.Games[game].Decisions, func(d decisionRow) bool { return v.IsChosen(d.Number) })
}

// list returns all decisions, by game and in one list.
func (v *matchView) list() []decisionRow {
	var all []decisionRow
	for _, d := range v.report.All() {
		row := decisionRow{
			Decision: d, Number: len(all) + 1, Name: v.Summary.Names[d.Player], Luck: report.Lucky(v.report, d), Cost: d.Error.Equity,
		}
		if d.Error.Equity > 0 {
			row.Lost = report.Lost(v.report, d)
		}
		all = append(all, row)
	}
	at := 0
	for i := range v.report.Games { // whose rows are those of the list
		g := &v.report.Games[i]
		from := at
		at += len(g.Decisions)
		v.Games = append(v.Games, gameView{report.GameTitle(v.report, g), all[from:at:at]})
	}
	return all
}

// choose selects a decision: the one with the requested number, or the first error.
func (v *matchView) choose(all []decisionRow, text string) error {
	if len(all) == 0 {
		return nil
	}
	at := 0
	if text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > len(all) {
			return problem.Bad(fmt.Errorf("decision is %q, want 1 to %d", text, len(all)))
		}
		at = n - 1
	} else {
		for at+1 < len(all) && all[at].Mark == analysis.Unmarked {
			at++
		}
	}
	d := all[at].Decision
	link := url.Values{"xgid": {d.XGID}}
	if v.Left {
		link.Set(leftField, leftValue)
	}
	card, b := v.drawing(d)
	b.Moves = true
	c := &decisionView{
		Number: at + 1, Of: len(all), Card: card, Seat: b.View().Seat(d.Player), Previous: at, Next: at + 2,
		Link: path + "?" + link.Encode(),
	}
	c.Card.Picture = template.HTML(b.String()) // the drawing escapes its texts
	for i := range d.Moves {
		c.Card.Rows[i].Steps = svg.Steps(d.Moves[i].Play.Steps())
	}
	if c.Next > len(all) {
		c.Next = 0
	}
	for i := range all {
		if all[i].Mark == analysis.Unmarked {
			continue
		}
		c.Errors++
		switch {
		case i < at:
			c.Earlier = i + 1
		case i == at:
			c.ErrorAt = c.Errors
		case c.Later == 0:
			c.Later = i + 1
		}
	}
	c.Said = fmt.Sprintf("%s: %s", c.Card.Title, c.Card.Loss)
	v.Chosen = c
	return nil
}
