package report_test

import (
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/analysis"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
	"gammonlab/evalbench/analyses/report"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// decisions counts the decisions of a document: all decisions except obvious
// ones not to double.
func decisions(r *analysis.Report) (all, told int) {
	for i := range r.Games {
		for _, d := range r.Games[i].Decisions {
			all++
			if d.Kind != analysis.Double || d.Cube.DoubledOrTaken || d.Cube.Close || d.Error.Equity > 0 {
				told++
			}
		}
	}
	return all, told
}

func TestDocument(t *testing.T) {
	r := analyseWith(t, "match5.mat", 8)
	t.Run("boards", func(t *testing.T) { checkBoards(t, r) })
	t.Run("brief entries", func(t *testing.T) { checkBrief(t, r) })
}

// The report contains every play and every cube decision that is not obvious;
// the choice of boards determines which of them have a board.
func checkBoards(t *testing.T, r *analysis.Report) {
	all, told := decisions(r)
	for _, c := range []struct {
		boards         string
		entries, shown int
	}{{"errors", told, count(r, 0.06)}, {"all", all, all}, {"none", told, 0}} {
		boards := must.Get(report.ParseBoards(c.boards))(t)
		d := report.NewDocument(r, report.Options{Threshold: 0.06, Boards: boards, Model: "m1"})
		entries, shown, names := 0, 0, map[string]bool{}
		for _, s := range d.Sections {
			for _, e := range s.Entries {
				entries++
				if e.Board == nil {
					if len(e.Rows) > 4 || e.ID != "" {
						t.Errorf("%s: %d alternatives without a board", e.Title, len(e.Rows))
					}
					continue
				}
				shown++
				if e.ID == "" || names[e.Figure] {
					t.Errorf("%s: ID %q, figure %q", e.Title, e.ID, e.Figure)
				}
				names[e.Figure] = true
			}
		}
		if entries != c.entries || shown != c.shown {
			t.Errorf("%s: %d decisions, %d boards, want %d and %d", c.boards, entries, shown, c.entries, c.shown)
		}
		if d.Facts[len(d.Facts)-2] != (report.Fact{Label: "Model", Text: "m1"}) || (d.Boards == "") != (c.shown == 0) {
			t.Errorf("%s: facts %+v, about boards %q", c.boards, d.Facts, d.Boards)
		}
	}
	if _, err := report.ParseBoards("some"); err == nil {
		t.Error("an unknown choice of boards is taken")
	}
}

// A brief entry contains the play that was made, at any rank.
func checkBrief(t *testing.T, r *analysis.Report) {
	d := report.NewDocument(r, report.Options{Boards: report.NoBoards})
	last := 0
	for _, s := range d.Sections {
		for _, e := range s.Entries {
			if !strings.Contains(e.Title, " plays ") || len(e.Rows) == 0 {
				continue
			}
			marked := 0
			for _, row := range e.Rows {
				if row.Marked {
					marked++
					if !strings.Contains(e.Title, ": "+row.Cells[1]) {
						t.Errorf("%s: %q is marked", e.Title, row.Cells)
					}
				}
			}
			if marked != 1 {
				t.Errorf("%s: %d plays are marked", e.Title, marked)
			}
			if len(e.Rows) == 4 {
				last++
			}
		}
	}
	if last < 10 {
		t.Errorf("%d plays beyond the best three", last)
	}
}

// Positions have the board of the player on roll, a roll its plays and a cube decision
// its alternatives.
func TestPositions(t *testing.T) {
	static := engine.NewStatic(must.Get(nets.LoadShipped(nets.DefaultNet))(t), nil)
	adviser := advice.New(must.Get(search.New(static, search.Options{}))(t), advice.Options{})
	pos, roll := board.Backgammon.Start(), board.Roll{3, 1}
	ranking := must.Get(adviser.Decide(t.Context(), &pos, roll, nil))(t)
	stakes := must.Get(cube.Prepare(cube.Match(7, 3, 0, false), must.Get(cube.NamedMET(cube.DefaultMET))(t)))(t)
	action := must.Get(adviser.Decide(t.Context(), &pos, board.Roll{}, stakes))(t)

	owned := cube.Match(7, 3, 0, false)
	owned.Cube, owned.Owner = 2, cube.Player
	again := must.Get(adviser.Decide(t.Context(), &pos, board.Roll{}, must.Get(cube.Prepare(owned, stakes.MET()))(t)))(t)
	if e := report.PositionEntry(again); e.Rows[1].Cells[1] != "Redouble, take" || !strings.HasPrefix(e.ID, "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:3:0:") {
		t.Errorf("own cube: %q, ID %s", e.Rows[1].Cells, e.ID)
	}

	d := report.NewPositions(nil, []report.Entry{report.PositionEntry(ranking), report.PositionEntry(action)})
	plays, double := d.Sections[0].Entries[0], d.Sections[0].Entries[1]
	if d.Title != "2 backgammon positions" || plays.Title != "X to play 31" || len(plays.Rows) != len(ranking.Moves) || plays.Rows[0].Cells[1] != "8/5 6/5" {
		t.Errorf("%s: %s with %d plays, the best %q", d.Title, plays.Title, len(plays.Rows), plays.Rows[0].Cells)
	}
	if !strings.HasPrefix(plays.ID, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:") || !plays.Board.NoCube {
		t.Errorf("ID %s", plays.ID)
	}
	if double.ID != "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:3:0:0:7:10" || len(double.Rows) != 3 || double.Board.Match.Score != [2]int{0, 3} {
		t.Errorf("cube: ID %s, %d alternatives, score %v", double.ID, len(double.Rows), double.Board.Match.Score)
	}
}
