package openings

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gammonlab/internal/plaintext"
)

// tables returns the tables of the first rolls, and of the replies to each.
func (b *Book) tables() []plaintext.Table {
	first := plaintext.Table{Title: "The rolls that begin a game", Left: []int{0, 1, 2}, Head: []string{"Roll", "Play", "", "Equity", "±", "Diff"}}
	var replies []plaintext.Table
	if by := b.Made["second_name"]; by != "" {
		first.Head = append(first.Head, "Diff by "+by)
	}
	if b.Made["beside"] != "" {
		first.Head = append(first.Head, b.Made["beside"])
	}
	for i := range b.Decisions {
		d := &b.Decisions[i]
		if d.Opening == "" {
			first.Rows = append(first.Rows, d.rows()...)
			continue
		}
		title := fmt.Sprintf("After %s: %s", d.Opening, d.Answers)
		if n := len(replies); n == 0 || replies[n-1].Title != title {
			replies = append(replies, plaintext.Table{Title: title, Left: []int{0, 1, 4}, Head: b.replyHead()})
		}
		last := &replies[len(replies)-1]
		last.Add(d.row(b.Made["beside"] != "")...)
	}
	all := append([]plaintext.Table{first}, replies...)
	for i := range all {
		if b.Made["beside"] != "" {
			all[i].Left = append(all[i].Left, len(all[i].Head)-1)
		}
	}
	return all
}

func (b *Book) replyHead() []string {
	head := []string{"Roll", "Best", "Equity", "±", "As good, or next", "Diff"}
	if by := b.Made["beside"]; by != "" {
		head = append(head, by)
	}
	return head
}

// rows returns a row for each play.
func (d *Decision) rows() [][]string {
	var rows [][]string
	for i := range d.Plays {
		p := &d.Plays[i]
		mark, roll, diff := "", "", spelled(p.Worth()-d.Plays[0].Worth())
		switch {
		case i == 0:
			mark, roll, diff = "best", d.Dice, ""
		case p.Equal:
			mark = "equal"
		}
		row := []string{roll, p.Move, mark, spelled(p.Worth()), plaintext.Fixed(float32(p.Error), 4), diff}
		if best := d.Plays[0].Second; best != nil {
			row = append(row, secondDiff(p.Second, best, i == 0))
		}
		if d.Beside != "" {
			row = append(row, map[bool]string{true: "x"}[p.Move == d.Beside])
		}
		rows = append(rows, row)
	}
	return rows
}

// secondDiff returns the difference from the best play by the second net.
func secondDiff(play, best *Second, same bool) string {
	if play == nil || same {
		return ""
	}
	return spelled(float32(play.Cubeful - best.Cubeful))
}

// row returns the best play with its equal plays, or with the second best play if there
// are none.
func (d *Decision) row(beside bool) []string {
	best := &d.Plays[0]
	row := []string{d.Dice, best.Move, spelled(best.Worth()), plaintext.Fixed(float32(best.Error), 4), "", ""}
	if best.ResultID == "" {
		row[2], row[3] = "", ""
	}
	if rest := d.Plays[1:]; len(rest) > 0 {
		row[4], row[5] = rest[0].Move, spelled(rest[0].Worth()-best.Worth())
		if rest[0].Equal {
			row[4], row[5] = equals(rest)
		}
	}
	if beside {
		row = append(row, d.choice())
	}
	return row
}

// equals returns the plays that are equal to the best, and the text for their difference.
func equals(rest []Play) (moves, diff string) {
	var names []string
	for i := range rest {
		if rest[i].Equal {
			names = append(names, rest[i].Move)
		}
	}
	return strings.Join(names, ", "), "equal"
}

// choice returns the play of the player that is shown for comparison, with its cost;
// "same" for the best play.
func (d *Decision) choice() string {
	for i := range d.Plays {
		p := &d.Plays[i]
		switch {
		case p.Move != d.Beside:
		case i == 0:
			return "same"
		default:
			return fmt.Sprintf("%s %s", p.Move, spelled(p.Worth()-d.Plays[0].Worth()))
		}
	}
	return d.Beside
}

func spelled(equity float32) string { return plaintext.Signed(equity, 3) }

// made returns lines about how the book was made.
func (b *Book) made() [][2]string {
	var fields [][2]string
	for _, name := range slices.Sorted(maps.Keys(b.Made)) {
		fields = append(fields, [2]string{strings.ReplaceAll(name, "_", " "), b.Made[name]})
	}
	return fields
}

// Text returns the book as text.
func (b *Book) Text() string {
	var out strings.Builder
	out.WriteString(plaintext.Fields("", b.made()))
	for _, t := range b.tables() {
		fmt.Fprintf(&out, "\n%s\n\n%s", t.Title, t.Text())
	}
	return out.String()
}

// Markdown returns the book as a Markdown page.
func (b *Book) Markdown() string {
	var out strings.Builder
	fmt.Fprintf(&out, pageHead, b.Made["stakes"])
	for _, f := range b.made() {
		fmt.Fprintf(&out, "| %s | %s |\n", f[0], f[1])
	}
	for _, t := range b.tables() {
		fmt.Fprintf(&out, "\n## %s\n\n%s", t.Title, t.Markdown())
	}
	return out.String()
}

// pageHead is the beginning of the page.
const pageHead = `# Opening book

The equity of opening plays by rollouts, for the player who makes them: %s. Equities are cubeful
and normalised: 1 is a game won at the present cube. ± is the standard error, Diff the
difference from the best play. Plays are equal unless each net that rolled them out puts them
behind the best by more than the joint standard error. That error is the one of sampling: it
does not show what a net misjudges in all trials, nor what a truncation hides. Two nets differ
there, and so do books of other programs. ` + "`gammonlab openings show --markdown`" + ` prints this page from a
file of ` + "`gammonlab openings build`" + ` ([rollouts.md](rollouts.md)).

| Made by | |
|---|---|
`
