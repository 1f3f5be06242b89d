package report

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/board/picture"
	"gammonlab/engine/analysis"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
)

// Document is a report in reading order, for the writers of all formats. It has all texts
// and numbers, and selects the boards to show.
type Document struct {
	Title    string
	Facts    []Fact   // event, date, result, model and settings
	Problems []string // where the analysis ends before the end of a game, and which players count as the judge
	Boards   string   // how to read the boards, "" if there are none
	Sections []Section
	Names    [2]string         // heads of the columns of tables, by [board.Player]
	Tables   []plaintext.Table // for all games; nil for positions
}

// Fact is a line at the top of a document.
type Fact struct{ Label, Text string }

// Section is a game or a list of positions.
type Section struct {
	Title   string // "" for positions
	Nothing string // text if no decision has a board, "" for none
	Entries []Entry
	Tables  []plaintext.Table // of the game
	Folded  bool              // the tables are shown only in formats that can fold them
}

// Entry is a decision: a card without the picture and the class, which depend on the format.
// Its Loss is the cost of the decision, its Note the luck or the correct decision, its Rows
// are the alternatives, marked if chosen, and its ID is the XGID of the position.
type Entry struct {
	htmlpage.Card
	Mark   analysis.Mark
	Board  *picture.Board // nil for an entry without one
	Map    *picture.Map   // of all throws, below the board; nil for none
	Figure string         // name of the picture, unique in the document
}

// Words returns the note and the reason, for formats that do not set them apart.
func (e *Entry) Words() string {
	if e.Reason == "" {
		return e.Note
	}
	return e.Note + ". " + e.Reason
}

// Picture returns the picture of the entry in formats that have nothing else: the map, if there
// is one, else the board.
func (e *Entry) Picture() picture.Picture {
	if e.Map != nil {
		return e.Map
	}
	return e.Board
}

// Boards selects the decisions that are shown with a board and all details; the other
// decisions are shown briefly.
type Boards uint8

// The selections.
const (
	BoardsOfErrors Boards = iota // of decisions that cost the threshold or more
	AllBoards                    // of all decisions
	NoBoards
)

// boardNames has the values of the flag, by selection.
var boardNames = [...]string{"errors", "all", "none"}

// ParseBoards parses a selection: errors, all or none.
func ParseBoards(name string) (Boards, error) {
	for i, n := range boardNames {
		if n == name {
			return Boards(i), nil
		}
	}
	return 0, fmt.Errorf("%q, want errors, all or none", name)
}

// NewDocument returns the report of a match or money session.
func NewDocument(r *analysis.Report, o Options) *Document {
	s := NewSummary(r)
	d := &Document{Title: s.Title, Facts: facts(r, &s, o), Problems: s.Problems, Names: s.Names}
	if decided(r) {
		d.Tables = s.Tables
	}
	shown := 0
	for i := range r.Games {
		section := game(r, &r.Games[i], o)
		for k := range section.Entries {
			if section.Entries[k].Board != nil {
				shown++
			}
		}
		d.Sections = append(d.Sections, section)
	}
	if shown > 0 {
		d.Boards = s.Names[board.PlayerO] + " sits at the bottom of every board. The points are numbered for the player who decides."
	}
	return d
}

// facts returns the lines at the top of the report of a match.
func facts(r *analysis.Report, s *Summary, o Options) []Fact {
	var all []Fact
	for _, f := range []Fact{
		{"Event", r.Event}, {"Place", r.Place}, {"Round", r.Round}, {"Date", r.Date}, {"Annotator", r.Annotator}, {"Result", result(r)}, {"Model", o.Model}, {"Analysis", s.Evaluation},
	} {
		if f.Text != "" {
			f.Text = plaintext.VisibleLine(f.Text)
			all = append(all, f)
		}
	}
	return all
}

// result returns the score after the last analysed game, "" if that game was not
// finished.
func result(r *analysis.Report) string {
	if len(r.Games) == 0 {
		return ""
	}
	last := &r.Games[len(r.Games)-1]
	if last.Winner == board.Nobody {
		return ""
	}
	score := last.Score
	score[last.Winner] += last.Points
	if r.Length > 0 {
		score[last.Winner] = min(score[last.Winner], r.Length)
	}
	return fmt.Sprintf("%s %d, %s %d", name(r, board.PlayerO), score[board.PlayerO], name(r, board.PlayerX), score[board.PlayerX])
}

// game returns the section of a game.
func game(r *analysis.Report, g *analysis.Game, o Options) Section {
	s := Section{Title: gameTitle(r, g), Folded: !o.PerGame}
	if decided(r) {
		s.Tables = tables(&g.Statistics, r.Length)
	}
	full := 0
	for i, d := range g.Decisions {
		lost := d.Error.Equity > 0 && d.Error.Equity >= o.Threshold
		switch {
		case o.Boards == AllBoards, o.Boards == BoardsOfErrors && (lost || d.Open):
			e := entry(r, d, o)
			if d.Error.Equity == 0 {
				e.Loss = ""
			}
			e.Figure = fmt.Sprintf("%02d-%03d", g.Number, i+1)
			s.Entries = append(s.Entries, e)
			full++
		case lost || d.Open || !obvious(d):
			s.Entries = append(s.Entries, brief(r, d, o))
		}
	}
	if full == 0 && o.Boards == BoardsOfErrors && decided(r) {
		s.Nothing = fmt.Sprintf("No decision lost %.0f mEq or more.", 1000*o.Threshold)
	}
	return s
}

// obvious reports whether a decision is an obvious one not to double.
func obvious(d *analysis.Decision) bool {
	return d.Kind == analysis.Double && !d.DoubledOrTaken && !d.Close && d.Error.Equity == 0
}
