package analyse

import (
	"fmt"

	"gammonlab/board"
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

// newPlaysTable lists the best plays, or all.
func newPlaysTable(pos *board.Position, ranked []advice.Candidate, stakes *cube.Stakes, all bool) *playsTable {
	state := stakes.State()
	t := &playsTable{Table: plaintext.Table{Title: "Plays, best first", Head: []string{"play", "equity", "difference"}}}
	if state.IsMatch() {
		t.Head = append(t.Head, "MWC")
	}
	t.Head = append(t.Head, "win", "gammon", "bg", "lose g", "lose bg", "ply")
	if !all && len(ranked) > shownPlays {
		t.More = len(ranked) - shownPlays
		ranked = ranked[:shownPlays]
	}
	for i := range ranked {
		c := &ranked[i]
		row := []string{board.FormatPlay(*pos, c.Play), signed(c.Equity), difference(c.Equity, ranked[0].Equity)}
		if state.IsMatch() {
			row = append(row, plaintext.Percentage(c.Value))
		}
		row = append(row, percentages(&c.Probabilities)...)
		t.Rows = append(t.Rows, append(row, fmt.Sprint(c.Plies)))
	}
	return t
}

// signed formats an equity.
func signed(x float64) string { return plaintext.Signed(float32(x), 3) }

// difference formats the difference of an equity to the best.
func difference(x, best float64) string {
	if x == best {
		return ""
	}
	return signed(x - best)
}

// percentages formats the five probabilities.
func percentages(p *engine.Probabilities) []string {
	var all []string
	for _, x := range p {
		all = append(all, plaintext.Fixed(100*x, 1))
	}
	return all
}

// cubeTable lists the alternatives of a double.
func cubeTable(d *advice.Doubling, stakes *cube.Stakes) plaintext.Table {
	state := stakes.State()
	t := plaintext.Table{Title: "For the player on roll", Head: []string{"alternative", "equity", "difference"}}
	if state.IsMatch() {
		t.Head = append(t.Head, "MWC")
	}
	verb := "double"
	if d.Redouble {
		verb = "redouble"
	}
	add := func(name string, equity, value float64) {
		row := []string{name, signed(equity), difference(equity, d.Equities.Optimal)}
		if state.IsMatch() {
			row = append(row, plaintext.Percentage(value))
		}
		t.Rows = append(t.Rows, row)
	}
	add("No "+verb, d.Equities.NoDouble, d.Values.NoDouble)
	if stakes.Doubled() != nil {
		add(plaintext.Capital(verb)+", take", d.Equities.DoubleTake, d.Values.DoubleTake)
		add(plaintext.Capital(verb)+", pass", d.Equities.DoublePass, d.Values.DoublePass)
	}
	return t
}

// answerTable lists the equities of the answers to a double.
func answerTable(a *advice.Answering) plaintext.Table {
	t := plaintext.Table{Title: "For the player who answers the double", Head: []string{"answer", "equity"}, Rows: [][]string{
		{"Take", signed(a.Take)}, {"Pass", signed(a.Pass)},
	}}
	if a.MayBeaver {
		t.Rows = append(t.Rows, []string{"Beaver", signed(a.Beaver)})
	}
	return t
}

// chancesTable lists the probabilities of the player on roll.
func chancesTable(p *engine.Probabilities) plaintext.Table {
	row := append([]string{"before the roll"}, percentages(p)...)
	return plaintext.Table{
		Title: "Chances of the player on roll, in percent",
		Head:  []string{"when", "win", "gammon", "bg", "lose g", "lose bg", "cubeless"},
		Rows:  [][]string{append(row, signed(float64(p.Equity())))},
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
			name := w.After
			if w.Cube > 0 {
				name = fmt.Sprintf("%s at %d", name, w.Cube)
			}
			p := [2]*cube.WindowReport{w.Player, w.Opponent}[side]
			if p == nil {
				continue
			}
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
