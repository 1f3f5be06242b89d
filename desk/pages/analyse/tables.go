package analyse

import (
	"fmt"
	"html/template"
	"strings"

	"gammonlab/board"
	"gammonlab/board/picture"
	"gammonlab/board/svg"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/internal/plaintext"
)

// playsTable lists plays.
type playsTable struct {
	plaintext.Table
	Plays []playRow
	More  int // number of plays that are not listed
}

// playRow is a play in the list.
type playRow struct {
	Cells []string // the first is the play
	Link  string   // address of the position after the play
	Steps string   // for the script
	Odds  template.HTML
}

// newPlaysTable lists the best plays, or all, with their plies last.
func (a *question) newPlaysTable(d *advice.Decision) *playsTable {
	t := &playsTable{Table: plaintext.Table{Title: "Plays, best first"}}
	if !a.All && len(d.Moves) > shownPlays {
		t.More = len(d.Moves) - shownPlays
		d.Limit(shownPlays)
	}
	cells := d.Cells()
	t.Head = append(cells[0][2:], cells[0][1])
	for i := range d.Moves {
		row := append(cells[i+1][2:], cells[i+1][1])
		play := &d.Moves[i].Play
		t.Rows = append(t.Rows, row)
		t.Plays = append(t.Plays, playRow{row, a.after(wordOf(d.Roll, play)), svg.Steps(play.Steps()), odds(d.Moves[i].Probabilities())})
	}
	return t
}

// Seat returns the seat of the player on roll, 0 at the bottom of the board.
func (a *question) Seat() int { return a.board().View().Seat(a.XGID.Match.Roller) }

// board returns the board of the question, with the last play of the tree. In a tree the
// seats stay those of its first position.
func (a *question) board() picture.Board {
	root, at := &a.Tree[0].XGID, a.Tree[a.At]
	b := picture.Board{
		Position: a.XGID.Position, Match: a.XGID.Match, Names: names, FromO: root.Match.Roller == board.PlayerO, Left: a.Left,
		FromTop: a.XGID.Match.Roller != root.Match.Roller,
	}
	if at.last != nil {
		b.Last = &picture.Last{Player: at.parent.XGID.Match.Roller, Steps: at.last}
	}
	return b
}

// Drawing returns the board of a position of the tree.
func (a *question) Drawing() template.HTML {
	return template.HTML(svg.Board{Board: a.board(), Bare: true, Class: "wide", Moves: true}.String())
}

// signed formats an equity.
func signed(x float64) string { return plaintext.Signed(float32(x), 3) }

// difference formats the difference of an equity to the best, "" for none.
func difference(x float64) string {
	if x == 0 {
		return ""
	}
	return signed(x)
}

// odds draws chances as a strip: the wins of the player on roll from the left, then the losses.
// Gammons and backgammons are outside.
func odds(p engine.Probabilities) template.HTML {
	var b strings.Builder
	b.WriteString(`<svg class="odds" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">`)
	at := 0
	for _, part := range []struct {
		class string
		end   float32
	}{
		{"win2", p[engine.WinBackgammon]}, {"win1", p[engine.WinGammon]}, {"win", p[engine.Win]},
		{"loss", 1 - p[engine.LoseGammon]}, {"loss1", 1 - p[engine.LoseBackgammon]}, {"loss2", 1},
	} {
		end := max(at, int(1000*part.end+0.5))
		fmt.Fprintf(&b, `<rect class="%s" x="%d" width="%d" height="10"/>`, part.class, at, end-at)
		at = end
	}
	return template.HTML(b.String() + "</svg>")
}

// answerTable lists the answers to the double.
func answerTable(choices []advice.Choice) plaintext.Table {
	t := plaintext.Table{Title: "For the player who answers the double", Head: []string{"answer", "equity", "difference", "MWC"}}
	for i := range choices {
		t.Add(append([]string{plaintext.Capital(choices[i].Move)}, choices[i].Values()...)...)
	}
	t.Head = t.Head[:len(t.Rows[0])]
	return t
}

// chancesTable lists the probabilities of the player on roll.
func chancesTable(p *engine.Probabilities) plaintext.Table {
	return plaintext.Table{
		Title: "Chances of the player on roll",
		Head:  append(append([]string{"when"}, engine.ProbabilityHeads()...), "cubeless"),
		Rows:  [][]string{append(append([]string{"before the roll"}, p.Cells()...), signed(float64(p.Equity())))},
	}
}

// windowsOf lists the points of the market windows, of the player on roll and the
// opponent.
func windowsOf(r *cube.Report) []plaintext.Table {
	var all []plaintext.Table
	for side, who := range []string{"player on roll", "opponent"} {
		t := plaintext.Table{
			Title: "Market window of the " + who + ": winning chances",
			Head:  []string{"cube after a take", "take point", "double", "redouble", "cash point", "too good"},
		}
		for i := range r.Windows {
			w := &r.Windows[i]
			name := string(w.After)
			if w.Cube > 0 {
				name = fmt.Sprintf("%s at %d", name, w.Cube)
			}
			p := [2]*cube.Window{&w.Player, &w.Opponent}[side]
			t.Rows = append(t.Rows, []string{name, share(p.Take), share(p.Double), share(p.Redouble), share(p.Cash), share(p.TooGood)})
		}
		if len(t.Rows) > 0 {
			all = append(all, t)
		}
	}
	return all
}

// share formats a share, a dash for nil.
func share(x *float64) string {
	if x == nil {
		return "–"
	}
	return plaintext.Fixed(float32(100**x), 1) + "%"
}

// gammonValues lists the gammon prices at the score.
func gammonValues(r *cube.Report) plaintext.Table {
	value := func(x float64) string { return plaintext.Fixed(float32(x), 3) }
	row := func(name string, s *cube.SideReport) []string {
		return []string{name, value(s.GammonValue), value(s.BackgammonValue), share(&s.Gammons)}
	}
	return plaintext.Table{
		Title: "Gammon prices at this score and cube (money game: 0.5)",
		Head:  []string{"side", "gammon", "backgammon", "share of wins"},
		Rows:  [][]string{row("Player on roll", &r.Player), row("Opponent", &r.Opponent)},
	}
}
