package positions

import (
	"fmt"
	"path/filepath"

	"gammonlab/engine"
	"gammonlab/internal/plaintext"
)

// Report has the answers of players to the same decisions.
type Report struct {
	Players []Answers `json:"players"`
	Worst   int       `json:"-"` // number of worst decisions of each player in Text
	All     bool      `json:"-"` // also tables of groups with fewer questions than [FewQuestions]
}

// FewQuestions is the number of questions below which a group says little of a player: its
// interval is often wider than the error itself.
const FewQuestions = 20

// Answers are the answers of a player.
type Answers struct {
	Name   string
	Judged []Judged
}

// Tables returns a table for each kind of question and each group, such as "checker play,
// race", with a row for each player. It has the mean cost in mEq with half the 95 % interval, and the
// shares of wrong and of clearly wrong answers. With several players it has the difference to the
// first player's cost; ~ marks a difference whose interval contains 0. A table of the equities that
// players state follows. Unless All is set, groups of few questions have no table, see [Report.LeftOut].
func (r *Report) Tables() []plaintext.Table {
	var list []plaintext.Table
	shown, _ := r.shown()
	for _, q := range shown {
		t := plaintext.Table{Title: q.heading(), Head: []string{"", "questions", "mEq each", "wrong", "clearly"}}
		if len(r.Players) > 1 {
			t.Head = append(t.Head, "than the first")
		}
		for k := range r.Players {
			t.Add(r.row(k, q)[:len(t.Head)]...)
		}
		list = append(list, t)
		if e := r.equities(q); len(e.Rows) > 0 {
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
	group string
}

// headings are the names of the kinds in tables.
var headings = map[Kind]string{Play: "checker play", Double: "doubling", Take: "taking"}

func (q question) heading() string {
	if q.group == "" {
		return headings[q.kind]
	}
	return headings[q.kind] + ", " + q.group
}

// shown lists the questions that have a table: for each kind all of them, then each group that
// has some of them, but not all. It also returns how many groups are left out.
func (r *Report) shown() (list []question, leftOut int) {
	count := map[question]int{} // largest number of answers of a player
	for k := range r.Players {
		for _, rate := range Rates(r.Players[k].Judged) {
			q := question{rate.Kind, rate.Group}
			count[q] = max(count[q], rate.Loss.N)
		}
	}
	for _, kind := range []Kind{Play, Double, Take} {
		all := question{kind: kind}
		if count[all] == 0 {
			continue
		}
		list = append(list, all)
		for _, group := range groups {
			switch q := (question{kind, group}); {
			case count[q] == 0 || count[q] == count[all]:
			case r.All || count[q] >= FewQuestions:
				list = append(list, q)
			default:
				leftOut++
			}
		}
	}
	return list, leftOut
}

// equities returns a table of bias and RMSE, in mEq, of the equities that players state.
func (r *Report) equities(q question) plaintext.Table {
	t := plaintext.Table{Title: q.heading() + ": equities", Head: []string{"", "no double", "RMSE", "double/take", "RMSE"}}
	for i := range r.Players {
		if rate := r.Players[i].rate(q); rate != nil && rate.NoDouble.Bias.N > 0 {
			t.Add(append(append([]string{r.Players[i].Name}, rate.NoDouble.cells()...), rate.DoubleTake.cells()...)...)
		}
	}
	return t
}

// rate returns the player's rate at a question, nil if it answered none.
func (a *Answers) rate(q question) *Rate {
	for _, rate := range Rates(a.Judged) {
		if rate.Kind == q.kind && rate.Group == q.group {
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
	more := ""
	if k > 0 {
		d := Difference(r.Players[0].Judged, p.Judged, q.kind, q.group)
		more = plaintext.PlusMinus("%+.1f", 1000*d.Center, 1000*d.Margin())
		if d.Contains(0) {
			more += " ~"
		}
	}
	return []string{
		p.Name, fmt.Sprint(rate.Loss.N), plaintext.PlusMinus("%.1f", 1000*rate.Loss.Center, 1000*rate.Loss.Margin()),
		fmt.Sprintf("%.1f %%", 100*float64(rate.Wrong)/n), fmt.Sprintf("%.1f %%", 100*float64(rate.Clearly)/n), more,
	}
}

// cells returns bias and RMSE in mEq.
func (e *EquityErrors) cells() []string {
	return []string{plaintext.PlusMinus("%+.1f", 1000*e.Bias.Center, 1000*e.Bias.Margin()), fmt.Sprintf("%.1f", 1000*e.RMSE)}
}
