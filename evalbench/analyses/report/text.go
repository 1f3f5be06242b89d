package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/engine/analysis"
	"gammonlab/internal/plaintext"
)

// Options are the settings of a report.
type Options struct {
	Threshold float64 // minimal cost of a decision in normalised equity
	Limit     int     // maximal number of decisions, worst first; 0 for all
	PerGame   bool    // adds the statistics of each game
	Compare   bool    // adds a comparison with the analysis in the record
	Boards    Boards  // decisions that a document shows with a board
	Model     string  // name of the model of the analysis, "" to omit it
}

// Text returns the statistics and the worst decisions.
func Text(r *analysis.Report, o Options) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", title(r))
	fmt.Fprintf(&b, "%s\n", evaluation(r))
	for _, p := range slices.Concat(problems(r), notes(r), judgedByRecord(r, o.Model)) {
		fmt.Fprintf(&b, "%s\n", p)
	}
	if decided(r) {
		writeTables(&b, r, &r.Statistics)
		for i := range r.Games {
			if g := &r.Games[i]; o.PerGame {
				fmt.Fprintf(&b, "\n%s\n", gameTitle(r, g))
				writeTables(&b, r, &g.Statistics)
			}
		}
		writeWorst(&b, r, o)
	}
	writeOpen(&b, r)
	if o.Compare {
		writeComparison(&b, r, o)
	}
	return b.String()
}

// decided reports whether the record has decisions to count, or nothing at all.
func decided(r *analysis.Report) bool {
	all := 0
	for _, d := range r.All() {
		if all++; !d.Open {
			return true
		}
	}
	return all == 0
}

// writeOpen writes the decisions before which games end.
func writeOpen(b *strings.Builder, r *analysis.Report) {
	for _, d := range r.All() {
		if d.Open {
			fmt.Fprintf(b, "\nThe record ends before game %d, move %d: %s %s\n\n%s\n     %s\n", d.Game, d.Move, name(r, d.Player), did(d), d.Summary(), d.XGID)
		}
	}
}

// title returns the title of the match.
func title(r *analysis.Report) string {
	what := "money session"
	if r.Length > 0 {
		what = fmt.Sprintf("match to %d", r.Length)
	}
	if n := len(r.Games); n == 1 {
		what += ", 1 game"
	} else {
		what += fmt.Sprintf(", %d games", n)
	}
	return fmt.Sprintf("%s - %s: %s", rated(r, board.PlayerO), rated(r, board.PlayerX), what)
}

// rated returns a player's name with the rating in the record, if it has one.
func rated(r *analysis.Report, p board.Player) string {
	if rating := r.Ratings[p]; rating != "" {
		return fmt.Sprintf("%s (%s)", name(r, p), plaintext.VisibleLine(rating))
	}
	return name(r, p)
}

// longestName is the maximal length of a name in titles and sentences, in letters. JSON has it whole.
const longestName = 60

// name returns a player's name, or the letter of the player's checkers.
func name(r *analysis.Report, p board.Player) string {
	if n := r.Names[p]; n != "" {
		return plaintext.Cut(plaintext.VisibleLine(n), longestName)
	}
	return p.String()
}

// evaluation describes the settings of the analysis.
func evaluation(r *analysis.Report) string {
	text := r.Level() + ", cubeful"
	if r.CubePlies != nil && *r.CubePlies != r.Plies {
		text = fmt.Sprintf("%d-ply plays and %d-ply cube decisions, cubeful", r.Plies, *r.CubePlies)
	}
	if r.LuckPlies > 0 {
		text += fmt.Sprintf(", %d-ply luck", r.LuckPlies)
	}
	if r.MET != "" {
		text += ", match equities of " + r.MET
	}
	if o := r.Rollouts; o != nil {
		text += fmt.Sprintf(", %s rolled out (%s, up to %s trials each)", plaintext.Counted(o.Decisions, "decision", "decisions"),
			o.Settings.Sides(), plaintext.Thousands(o.Settings.Trials))
	}
	switch {
	case r.Jacoby == nil:
	case r.JacobyAssumed:
		text += ", Jacoby rule assumed: the record does not state it"
	case *r.Jacoby:
		text += ", Jacoby rule"
	default:
		text += ", no Jacoby rule"
	}
	return text
}

// problems lists the games whose analysis ends before the end of the game.
func problems(r *analysis.Report) []string {
	var all []string
	for i := range r.Games {
		if p := r.Games[i].Problem; p != "" {
			all = append(all, "not analysed to the end: "+p)
		}
	}
	return all
}

// notes describes the players whose errors say little.
func notes(r *analysis.Report) []string {
	var all []string
	for _, p := range []board.Player{board.PlayerO, board.PlayerX} {
		s := &r.Statistics[p]
		if note := analysis.Note(name(r, p), s.Plays.Unforced+s.Cube.CloseOrActual, s.Overall.Error.Equity); note != "" {
			all = append(all, note)
		}
	}
	return all
}

// judgedByRecord says in at most one sentence how the analysis in the record would score this one,
// by a model, "" for an unknown one.
func judgedByRecord(r *analysis.Report, model string) []string {
	b := r.ByRecord
	if b == nil {
		return nil
	}
	judge := strings.TrimSpace(plaintext.VisibleLine(b.Source + " " + b.Level))
	if b.AtLevel < b.Decisions {
		judge = "mostly " + judge
	}
	text := fmt.Sprintf("By the analysis that the file contains (%s, %s), %s at %s errs by %.1f mEq a decision (PR %.2f)",
		judge, plaintext.Counted(b.Decisions, "decision", "decisions"), cmp.Or(plaintext.VisibleLine(model), "this analysis"),
		plaintext.Counted(r.Plies, "ply", "plies"), 1000*b.Each, b.PR)
	if b.Unlisted > 0 {
		text += fmt.Sprintf("; it does not list %s", plaintext.Counted(b.Unlisted, "play", "plays"))
	}
	return []string{text}
}

// gameTitle returns the title of a game, with its result.
func gameTitle(r *analysis.Report, g *analysis.Game) string {
	text := fmt.Sprintf("Game %d at %d-%d", g.Number, g.Score[0], g.Score[1])
	if g.Crawford {
		text += " (Crawford)"
	}
	switch {
	case g.Winner == board.Nobody:
		return text + ": not finished"
	case g.Points == 1:
		return fmt.Sprintf("%s: %s wins 1 point", text, name(r, g.Winner))
	}
	return fmt.Sprintf("%s: %s wins %d points", text, name(r, g.Winner), g.Points)
}

// maxName is the maximal length of a name at the head of a column, in letters.
const maxName = 28

// writeTables writes the statistics of a match or a game.
func writeTables(b *strings.Builder, r *analysis.Report, s *analysis.Statistics) {
	names := [2]string{plaintext.Cut(name(r, board.PlayerO), maxName), plaintext.Cut(name(r, board.PlayerX), maxName)}
	b.WriteString(StatisticsText(names, tables(s, r.Length)))
}

// StatisticsText formats the tables as text, in columns of minimal width.
func StatisticsText(names [2]string, tables []plaintext.Table) string {
	t := plaintext.Table{Left: []int{0, 1, 2}}
	for i, part := range tables {
		t.Add("")
		if i == 0 {
			t.Add(part.Title, names[0], names[1])
		} else {
			t.Add(part.Title)
		}
		for _, row := range part.Rows {
			t.Add(append([]string{"  " + row[0]}, row[1:]...)...)
		}
	}
	return t.Text()
}

// worst returns the decisions that cost at least the threshold, worst first, up to the
// limit, and their number without the limit.
func worst(r *analysis.Report, o Options) ([]*analysis.Decision, int) {
	all := errors(r, o.Threshold)
	slices.SortStableFunc(all, func(a, b *analysis.Decision) int { return cmp.Compare(b.Error.Equity, a.Error.Equity) })
	n := len(all)
	if o.Limit > 0 && n > o.Limit {
		all = all[:o.Limit]
	}
	return all, n
}

// errors returns the decisions that cost more than 0 and at least the threshold, in the
// order played.
func errors(r *analysis.Report, threshold float64) []*analysis.Decision {
	var all []*analysis.Decision
	for i := range r.Games {
		for _, d := range r.Games[i].Decisions {
			if d.Error.Equity > 0 && d.Error.Equity >= threshold {
				all = append(all, d)
			}
		}
	}
	return all
}

func writeWorst(b *strings.Builder, r *analysis.Report, o Options) {
	all, n := worst(r, o)
	switch {
	case n == 0:
		fmt.Fprintf(b, "\nNo decision lost %.0f mEq or more.\n", 1000*o.Threshold)
		return
	case n > len(all):
		fmt.Fprintf(b, "\nThe worst %d of %d decisions that lost %.0f mEq or more\n", len(all), n, 1000*o.Threshold)
	default:
		fmt.Fprintf(b, "\nDecisions that lost %.0f mEq or more, the worst first\n", 1000*o.Threshold)
	}
	u := units{r.Length}
	for i, d := range all {
		fmt.Fprintf(b, "\n%3d. %s %s: game %d, move %d, %s%s\n", i+1, u.lost(d.Error), d.Mark, d.Game, d.Move, name(r, d.Player), rolledOut(d))
		fmt.Fprintf(b, "     %s\n", sentence(d))
		if d.Reason != "" {
			fmt.Fprintf(b, "     %s\n", d.Reason)
		}
		fmt.Fprintf(b, "     %s\n", d.XGID)
	}
}

// rolledOut says that a decision was rolled out, with the standard error of the difference
// that decides; "" if it was not.
func rolledOut(d *analysis.Decision) string {
	if d.Rollout == nil {
		return ""
	}
	return fmt.Sprintf(" (rolled out, ± %.3f, %s trials)", d.Rollout.Error, plaintext.Thousands(d.Rollout.Trials))
}

// sentence describes the decision made and the correct decision.
func sentence(d *analysis.Decision) string {
	if d.Kind == analysis.Play {
		return fmt.Sprintf("%v: %s, best %s", d.Match.Dice, d.Made, d.Best)
	}
	e := &d.Verdict.Alternatives
	return fmt.Sprintf("%s, best is %s (no double %s, take %s, pass %s)", d.Made, d.Best,
		signed(e.NoDouble, 3), signed(e.DoubleTake, 3), signed(e.DoublePass, 3))
}
