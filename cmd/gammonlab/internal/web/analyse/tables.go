package analyse

import (
	"fmt"

	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/internal/plaintext"
)

// playsTable lists plays.
type playsTable struct {
	plaintext.Table
	More int // number of plays that are not listed
}

// newPlaysTable lists the best plays, or all, with their plies last.
func newPlaysTable(d *advice.Decision, all bool) *playsTable {
	t := &playsTable{Table: plaintext.Table{Title: "Plays, best first"}}
	if !all && len(d.Moves) > shownPlays {
		t.More = len(d.Moves) - shownPlays
		d.Limit(shownPlays)
	}
	for _, cells := range d.Cells() {
		t.Add(append(cells[2:], cells[1])...)
	}
	t.Head, t.Rows = t.Rows[0], t.Rows[1:]
	return t
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
