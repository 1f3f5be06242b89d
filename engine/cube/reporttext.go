package cube

import (
	"fmt"
	"strings"

	"gammonlab/internal/plaintext"
)

// Text formats the report as text.
func (r *Report) Text() string {
	var b strings.Builder
	state := r.stakes.State()
	if r.Match > 0 {
		fmt.Fprintf(&b, "match to %d, %d-%d (%d-away, %d-away), ", r.Match, r.Score[0], r.Score[1], state.OwnAway, state.OppAway)
		switch {
		case r.Crawford:
			b.WriteString("Crawford game, ")
		case state.PostCrawford():
			b.WriteString("after the Crawford game, ")
		}
	} else {
		fmt.Fprintf(&b, "money game, Jacoby rule %s, beavers %s, ", onOff(r.Jacoby), onOff(r.Beavers))
	}
	fmt.Fprintf(&b, "cube at %d: %s%s\n", r.Cube, r.Owner, state.limitWords())
	if r.MET != "" {
		fmt.Fprintf(&b, "match equity table: %s\n", r.MET)
	}
	r.writeSides(&b)
	if r.Match > 0 {
		r.writeMatchWindows(&b)
	} else {
		r.writeMoneyWindows(&b)
	}
	return b.String()
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

func (r *Report) writeSides(b *strings.Builder) {
	fmt.Fprintf(b, "\n%-28s %9s %9s\n", "", "player", "opponent")
	row := func(name string, format func(float64) string, own, opp float64) {
		fmt.Fprintf(b, "%-28s %9s %9s\n", name, format(own), format(opp))
	}
	own, opp := &r.Player, &r.Opponent
	row("gammons among wins", plaintext.Percentage, own.Gammons, opp.Gammons)
	row("backgammons among wins", plaintext.Percentage, own.Backgammons, opp.Backgammons)
	if own.After != nil {
		for k, name := range []string{"match won after a win", "after a gammon", "after a backgammon"} {
			row(name, plaintext.Percentage, own.After[k], opp.After[k])
		}
	}
	number := func(x float64) string { return plaintext.Fixed(float32(x), 3) }
	row("gammon value", number, own.GammonValue, opp.GammonValue)
	row("backgammon value", number, own.BackgammonValue, opp.BackgammonValue)
}

// writeMatchWindows writes one line for each cube and assumption.
func (r *Report) writeMatchWindows(b *strings.Builder) {
	if r.nobodyDoubles(b) {
		return
	}
	fmt.Fprintf(b, "\n%-4s  %-9s  %-35s    %s\n", "", "after", "player", "opponent")
	fmt.Fprintf(b, "%-4s  %-9s  %8s %8s %8s %8s    %8s %8s %8s %8s\n", "cube", "a take",
		"take", "double", "cash", "too good", "take", "double", "cash", "too good")
	for _, w := range r.Windows {
		line := fmt.Sprintf("%4d  %-9s  %s    %s", w.Cube, w.After, w.Player.columns(), w.Opponent.columns())
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

func (w *Window) columns() string {
	var cells []string
	for _, v := range []*float64{w.Take, w.Double, w.Cash, w.TooGood} {
		cell := ""
		if v != nil {
			cell = plaintext.Percentage(*v)
		}
		cells = append(cells, fmt.Sprintf("%8s", cell))
	}
	return strings.Join(cells, " ")
}

// writeMoneyWindows writes one line for each action point.
func (r *Report) writeMoneyWindows(b *strings.Builder) {
	if r.nobodyDoubles(b) {
		return
	}
	width := 9*len(r.Windows) - 1
	fmt.Fprintf(b, "\n%-14s %*s    %*s\n", "", width, "player", width, "opponent")
	line := func(name string, cell func(w *Windows, side int) string) {
		fmt.Fprintf(b, "%-14s", name)
		for side := range 2 {
			b.WriteString([]string{"", "   "}[side])
			for i := range r.Windows {
				fmt.Fprintf(b, " %8s", cell(&r.Windows[i], side))
			}
		}
		b.WriteByte('\n')
	}
	line("", func(w *Windows, _ int) string { return string(w.After) })
	for _, p := range []struct {
		name string
		of   func(*Window) *float64
	}{
		{"take", func(w *Window) *float64 { return w.Take }},
		{"beaver", func(w *Window) *float64 { return w.Beaver }},
		{"raccoon", func(w *Window) *float64 { return w.Raccoon }},
		{"first double", func(w *Window) *float64 { return w.Double }},
		{"redouble", func(w *Window) *float64 { return w.Redouble }},
		{"cash", func(w *Window) *float64 { return w.Cash }},
		{"too good", func(w *Window) *float64 { return w.TooGood }},
	} {
		line(p.name, func(w *Windows, side int) string { return plaintext.Percentage(*p.of(w.of(side))) })
	}
}

// nobodyDoubles reports whether there are no windows, and writes this.
func (r *Report) nobodyDoubles(b *strings.Builder) bool {
	if len(r.Windows) == 0 {
		b.WriteString("\nNobody may double.\n")
	}
	return len(r.Windows) == 0
}
