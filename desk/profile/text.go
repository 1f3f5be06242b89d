package profile

import (
	"fmt"
	"slices"
	"strings"

	"gammonlab/internal/plaintext"
)

// Text writes the profile as tables with a last paragraph in words. hint is a command:
// the list of worst decisions shows it with the XGID of each.
func (p *Profile) Text(hint string) string {
	var b strings.Builder
	b.WriteString(p.heading())
	if p.note != "" {
		fmt.Fprintf(&b, "\n%s.\n", p.note)
	}
	if p.Judge {
		return b.String()
	}
	b.WriteByte('\n')
	b.WriteString(p.rateText())
	b.WriteByte('\n')
	b.WriteString(p.tableText())
	if p.Trend != nil {
		b.WriteByte('\n')
		b.WriteString(p.Trend.text())
	}
	b.WriteByte('\n')
	b.WriteString(p.Words())
	b.WriteString(p.worstText(hint))
	return b.String()
}

// name returns the player's name for a terminal.
func (p *Profile) name() string {
	if p.Player == "" {
		return "The unnamed player"
	}
	return plaintext.VisibleLine(p.Player)
}

// heading returns the player's name and the numbers of matches, games and decisions.
func (p *Profile) heading() string {
	text := p.name()
	if len(p.Aliases) > 0 {
		text += " (also " + plaintext.VisibleLine(strings.Join(p.Aliases, ", ")) + ")"
	}
	text += fmt.Sprintf(": %s, %s, %s decisions", plaintext.Counted(p.Matches, "match", "matches"), plaintext.Counted(p.Games, "game", "games"),
		plaintext.Thousands(p.Decisions))
	if p.First != "" {
		text += fmt.Sprintf(", %s to %s", p.First, p.Last)
	}
	return text + "\n"
}

// rateText returns the table of error rates.
func (p *Profile) rateText() string {
	t := plaintext.Table{Left: []int{0, 2}}
	t.Add("Error rates", "with 95 % interval", "divided by the number of")
	for _, r := range p.Rates {
		t.Add("  "+r.Rate.String(), r.Value.Text(2), plaintext.Thousands(r.Counted)+" "+r.Rate.Counted())
	}
	return t.Text()
}

// tableText returns the tables, with their columns aligned.
func (p *Profile) tableText() string {
	t := plaintext.Table{Left: []int{0}}
	for i, table := range p.Tables {
		if i > 0 {
			t.Add("")
		}
		first := "decisions"
		if table.Faults {
			first = "errors"
		}
		t.Add(table.Title, first, "over 30", "mEMG each", "mEMG a match", "of all")
		rows := slices.DeleteFunc(slices.Clone(table.Rows), func(r Row) bool { return r.Decisions == 0 })
		if len(rows) == 0 {
			t.Add("  none")
		}
		for _, r := range rows {
			t.Add("  "+r.Label, plaintext.Thousands(r.Decisions), plaintext.Thousands(r.Marked), r.Mean.Text(1), r.Lost.Text(1),
				fmt.Sprintf("%.0f%%", 100*r.Share))
		}
	}
	return t.Text()
}

// text returns the table of the trend and its sentence.
func (t *Trend) text() string {
	table := plaintext.Table{Left: []int{0}}
	table.Add("Trend", "decisions", "mEMG each")
	for _, m := range t.Means {
		table.Add(fmt.Sprintf("  matches %d to %d", m.First, m.Last), plaintext.Thousands(m.Counted), m.Rate.Text(1))
	}
	return table.Text() + t.Sentence() + "\n"
}

// Words returns some sentences about the player's largest costs.
func (p *Profile) Words() string {
	if p.Lost.Center == 0 {
		return p.name() + " loses nothing.\n"
	}
	text := fmt.Sprintf("%s loses %s mEMG a match", p.name(), p.Lost.Text(0))
	switch {
	case p.Cost == nil:
	case p.Money:
		text += fmt.Sprintf(", in points %s", p.Cost.Text(2))
	default:
		percent := Estimate{p.Cost.Times(100)}
		text += fmt.Sprintf(", in match-winning chance %s %%", percent.Text(1))
	}
	text += fmt.Sprintf(".\nThe costliest phase is %q (%s), the costliest kind of decision %q (%s).\n",
		short(p.costliest(&phases)), costs(p.costliest(&phases)), short(p.costliest(&choices)), costs(p.costliest(&choices)))
	if r := p.costliest(&kinds); r.Lost.Center > 0 {
		text += fmt.Sprintf("Of the kinds of positions, %q costs most (%s).\n", short(r), costs(r))
	}
	if r := p.costliest(&windows); r.Lost.Center > 0 {
		text += fmt.Sprintf("The costliest error on the cube is %q: %s, %s.\n", short(r), plaintext.Counted(r.Decisions, "time", "times"), costs(r))
	}
	return text
}

// costliest returns the row of a table with the largest cost per match.
func (p *Profile) costliest(of *table) *Row {
	var worst *Row
	for t := range p.Tables {
		if p.Tables[t].Key != of.key {
			continue
		}
		for i := range p.Tables[t].Rows {
			if r := &p.Tables[t].Rows[i]; worst == nil || r.Lost.Center > worst.Lost.Center {
				worst = r
			}
		}
	}
	return worst
}

// short returns a row's label without its explanation.
func short(r *Row) string {
	name, _, _ := strings.Cut(r.Label, ":")
	return name
}

// costs returns the cost of a row as text.
func costs(r *Row) string {
	return fmt.Sprintf("%s mEMG a match, %.0f%% of all", r.Lost.Text(0), 100*r.Share)
}

// worstText lists the worst decisions with commands that show them.
func (p *Profile) worstText(hint string) string {
	if len(p.Worst) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("The worst decisions, with commands that show them:\n")
	for i, w := range p.Worst {
		fmt.Fprintf(&b, "  %d. -%.3f: %s, game %d, move %d; %s, best %s\n", i+1, w.Error.Equity, plaintext.VisibleLine(w.File), w.Game, w.Move, w.made(), w.Best)
		fmt.Fprintf(&b, "     %s %s\n", hint, w.XGID)
	}
	return b.String()
}
