package positions

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gammonlab/engine"
	"gammonlab/internal/plaintext"
)

// Report has the answers of players to the same decisions.
type Report struct {
	Records *Recorded `json:"records,omitempty"` // the decisions are those of records; nil for those of benchmarks
	Players []Answers `json:"players"`

	// Differences compares each player but the first with the first, at all questions of a
	// kind, and in their performance rating.
	Differences []Compared `json:"differences,omitempty"`

	Worst int       `json:"-"` // number of worst decisions of each player in Text
	All   bool      `json:"-"` // also tables of groups with fewer questions than [FewQuestions]
	By    Groupings `json:"-"` // groups with tables and bars; nil for those by class and rules
}

// FewQuestions is the number of questions below which a group says little of a player: its
// interval is often wider than the error itself.
const FewQuestions = 20

// Answers are the answers of a player.
type Answers struct {
	Name    string
	Judged  []Judged
	LeftOut int // plays that are not listed, and therefore not in Judged; see [Exam]
}

// Tables returns, for decisions of records, a table of performance ratings, and a table for each kind of question and each group, such as "checker play,
// race", with a row for each player. It has the mean cost in mEq with half the 95 % interval, and the
// shares of wrong answers and, for benchmarks, of clearly wrong ones. With several players it has the difference to the
// first player's cost; ~ marks a difference whose interval contains 0. A table of the equities that
// players state follows. Unless All is set, groups of few questions have no table, see [Report.LeftOut].
func (r *Report) Tables() []plaintext.Table {
	var list []plaintext.Table
	if r.Records != nil {
		list = append(list, r.ratings())
	}
	shown, _ := r.shown()
	for _, q := range shown {
		t := plaintext.Table{Title: q.heading(), Head: []string{"", "questions", "mEq each", "wrong"}}
		if r.Records == nil {
			t.Head = append(t.Head, "clearly")
		}
		if len(r.Players) > 1 {
			t.Head = append(t.Head, "than the first")
		}
		for k := range r.Players {
			t.Add(r.row(k, q)[:len(t.Head)]...)
		}
		list = append(list, t)
		if e := r.equities(q); len(e.Rows) > 0 && q.group.by != ByLevel {
			list = append(list, e)
		}
	}
	return list
}

// LeftOut says how many groups of questions have no table, "" if all have one.
func (r *Report) LeftOut() string {
	_, n := r.shown()
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s of fewer than %d questions left out", plaintext.Counted(n, "group", "groups"), FewQuestions)
}

// Text returns all tables as one, how many are left out, and the worst decisions.
func (r *Report) Text() string {
	all := plaintext.Table{Indent: "  "}
	for i, t := range r.Tables() {
		if i > 0 {
			all.Add("")
		}
		all.Add(append([]string{t.Title}, t.Head[1:]...)...)
		all.Rows = append(all.Rows, t.Rows...)
	}
	text := all.Text()
	if left := r.LeftOut(); left != "" {
		text += "\n  " + left + "; the setting all prints them\n"
	}
	if r.Records != nil {
		text = r.Records.heading() + "\n" + text
		for _, note := range r.Notes() {
			text += "\n  " + note
		}
		if !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
	}
	for i := range r.Players {
		p := &r.Players[i]
		for k, j := range Worst(p.Judged, r.Worst) {
			text += fmt.Sprintf("\n%s, number %d\n%s", p.Name, k+1, j.Text())
		}
	}
	return text
}

// Text draws the decision and describes the answer.
func (j *Judged) Text() string {
	text := engine.DrawPosition(&j.Decision.Position, j.Decision.Roll, j.Class().String())
	unlisted := ""
	if j.Unlisted {
		unlisted = ", which is not listed,"
	}
	return text + fmt.Sprintf("%s: %s%s in place of %s gives away %.3f ± %.3f\n",
		j.Kind, j.Made, unlisted, j.Best, j.Loss, j.Noise)
}

// Built is the report of [Build], as text and JSON.
type Built struct {
	Out   string            `json:"out"`
	Rolls int               `json:"rolls" meaning:"rolls that were collected"`
	Cubes int               `json:"cubes" meaning:"cube decisions that were collected"`
	Made  map[string]string `json:"made"`
}

// Built returns the report of a benchmark of the settings.
func (s *Settings) Built(set *Set) *Built {
	rolls, cubes := s.numbers()
	return &Built{s.Out, rolls, cubes, set.Made}
}

// HideFolders replaces the path of the file by its name.
func (b *Built) HideFolders() { b.Out = filepath.Base(b.Out) }

// Text returns the report in one line.
func (b *Built) Text() string {
	return fmt.Sprintf("%s: %d rolls and %d cubes\n", b.Out, b.Rolls, b.Cubes)
}

// question is a kind of question, or one group of it.
type question struct {
	kind  Kind
	group group
}

// headings are the names of the kinds in tables.
var headings = map[Kind]string{Play: "checker play", Double: "doubling", Take: "taking"}

func (q question) heading() string {
	if q.group.name == "" {
		return headings[q.kind]
	}
	return headings[q.kind] + ", " + q.group.name
}

// shown lists the questions that have a table: for each kind all of them, then each group that
// has some of them, but not all. It also returns how many groups are left out.
func (r *Report) shown() (list []question, leftOut int) {
	count := map[question]int{} // largest number of answers of a player
	groups := map[Kind][]group{}
	for k := range r.Players {
		for _, rate := range Rates(r.Players[k].Judged) {
			q := question{rate.Kind, group{rate.By, rate.Group}}
			count[q] = max(count[q], rate.Loss.N)
			if rate.By != "" && !slices.Contains(groups[rate.Kind], q.group) {
				groups[rate.Kind] = append(groups[rate.Kind], q.group)
			}
		}
	}
	for _, kind := range []Kind{Play, Double, Take} {
		all := question{kind: kind}
		if count[all] == 0 {
			continue
		}
		list = append(list, all)
		for _, g := range groups[kind] {
			switch q := (question{kind, g}); {
			case !r.shows(g.by) || count[q] == count[all]:
			case r.All || count[q] >= FewQuestions:
				list = append(list, q)
			default:
				leftOut++
			}
		}
	}
	return list, leftOut
}

// shows reports whether groups of a kind have tables and bars.
func (r *Report) shows(by By) bool {
	if r.By == nil {
		return by == ByClass || by == ByRules
	}
	return slices.Contains(r.By, by)
}

// equities returns a table of bias and RMSE, in mEq, of the equities that players state.
func (r *Report) equities(q question) plaintext.Table {
	t := plaintext.Table{Title: q.heading() + ": equities", Head: []string{"", "no double", "RMSE", "double/take", "RMSE", "gain of a double", "RMSE"}}
	for i := range r.Players {
		if rate := r.Players[i].rate(q); rate != nil && rate.NoDouble.Bias.N > 0 {
			t.Add(slices.Concat([]string{r.Players[i].Name}, rate.NoDouble.cells(), rate.DoubleTake.cells(), rate.Gain.cells())...)
		}
	}
	return t
}

// rate returns the player's rate at a question, nil if it answered none.
func (a *Answers) rate(q question) *Rate {
	for _, rate := range Rates(a.Judged) {
		if rate.Kind == q.kind && q.group == (group{rate.By, rate.Group}) {
			return &rate
		}
	}
	return nil
}

// row returns the cells of a player.
func (r *Report) row(k int, q question) []string {
	p := &r.Players[k]
	rate := p.rate(q)
	if rate == nil {
		return []string{p.Name, "0", "", "", "", ""}
	}
	n := float64(rate.Loss.N)
	format, more := "%.1f", ""
	if r.Records != nil { // most decisions of games cost nothing
		format = "%.2f"
	}
	if k > 0 {
		more = than("%+"+format[1:], difference(r.Players[0].Judged, p.Judged, q).Times(1000))
	}
	cells := []string{
		p.Name, fmt.Sprint(rate.Loss.N), plaintext.PlusMinus(format, 1000*rate.Loss.Center, 1000*rate.Loss.Margin()),
		fmt.Sprintf("%.1f %%", 100*float64(rate.Wrong)/n),
	}
	if r.Records == nil {
		cells = append(cells, fmt.Sprintf("%.1f %%", 100*float64(rate.Clearly)/n))
	}
	return append(cells, more)
}

// cells returns bias and RMSE in mEq.
func (e *EquityErrors) cells() []string {
	return []string{plaintext.PlusMinus("%+.1f", 1000*e.Bias.Center, 1000*e.Bias.Margin()), fmt.Sprintf("%.1f", 1000*e.RMSE)}
}
