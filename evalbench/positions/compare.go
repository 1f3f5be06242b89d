package positions

import (
	"errors"
	"fmt"
	"math"

	"gammonlab/evalbench"
	"gammonlab/internal/plaintext"
)

// Compared is the difference of a player from the first one, question by question. Numbers that
// are unknown are null.
type Compared struct {
	Player string             `json:"player"`
	Kind   Kind               `json:"kind,omitempty"`     // of the questions; "" for the rating
	Loss   *evalbench.Summary `json:"loss_meq,omitempty"` // cost per question, in mEq
	PR     *evalbench.Summary `json:"pr,omitempty"`       // performance rating
	N      int                `json:"questions"`          // common questions
}

// compare compares the players with the first.
func (r *Report) compare() {
	for k := 1; k < len(r.Players); k++ {
		p, first := &r.Players[k], r.Players[0].Judged
		if pr := PRDifference(first, p.Judged); pr.N > 0 {
			r.Differences = append(r.Differences, Compared{Player: p.Name, PR: &pr, N: pr.N})
		}
		for _, kind := range []Kind{Play, Double, Take} {
			if d := Difference(first, p.Judged, kind).Times(1000); d.N > 0 {
				r.Differences = append(r.Differences, Compared{Player: p.Name, Kind: kind, Loss: &d, N: d.N})
			}
		}
	}
}

// than returns the text of a difference; ~ marks one whose interval contains 0.
func than(format string, d evalbench.Summary) string {
	text := plaintext.PlusMinus(format, d.Center, d.Margin())
	if d.Contains(0) {
		text += " ~"
	}
	return text
}

// ratings returns the table of performance ratings.
func (r *Report) ratings() plaintext.Table {
	t := plaintext.Table{Title: "performance rating", Head: []string{"", "decisions", "mEq each", "PR"}}
	if len(r.Players) > 1 {
		t.Head = append(t.Head, "than the first")
	}
	for k := range r.Players {
		p := &r.Players[k]
		pr := PR(p.Judged)
		if pr.N == 0 {
			t.Add(append([]string{p.Name, "0"}, make([]string, len(t.Head)-2)...)...)
			continue
		}
		each := pr.Times(2) // the rating is half the mean cost in mEq
		row := []string{
			p.Name, fmt.Sprint(pr.N), plaintext.PlusMinus("%.2f", each.Center, each.Margin()), plaintext.PlusMinus("%.2f", pr.Center, pr.Margin()),
		}
		if len(r.Players) > 1 {
			more := ""
			if k > 0 {
				more = than("%+.2f", PRDifference(r.Players[0].Judged, p.Judged))
			}
			row = append(row, more)
		}
		t.Add(row...)
	}
	return t
}

// heading says which decisions are judged, and by whom.
func (r *Recorded) heading() string {
	return fmt.Sprintf("%s and %s of %s, judged by %s\n", plaintext.Counted(r.Plays, "play", "plays"),
		plaintext.Counted(r.Doubles, "double", "doubles"), plaintext.Counted(r.Files, "file", "files"), r.levels())
}

// Limits of what notes call few.
const (
	fewDecisions = 100 // of a rating
	manyLeftOut  = 0.02
)

// Notes says what is missing in the measurement by records, and how weak it is; a sentence each.
func (r *Report) Notes() (notes []string) {
	if r.Records == nil {
		return nil
	}
	least := math.MaxInt
	for i := range r.Players {
		p := &r.Players[i]
		least = min(least, PR(p.Judged).N)
		if note := p.leftOut(); note != "" {
			notes = append(notes, note)
		}
	}
	if least < fewDecisions {
		notes = append(notes, fmt.Sprintf("%s for the rating: so few say little, and their interval is rough", plaintext.Counted(least, "decision counts", "decisions count")))
	}
	if n := r.Records.Missing; n > 0 {
		notes = append(notes, plaintext.Counted(n, "decision with a choice has", "decisions with a choice have")+" no analysis in the files")
	}
	notes = append(notes, shortened(r.Records.Without, " has no analysis", "files have no analysis")...)
	return append(notes, shortened(r.Records.Problems, "", "problems")...)
}

// leftOut says how many plays of a player are left out, "" for none.
func (a *Answers) leftOut() string {
	if a.LeftOut == 0 {
		return ""
	}
	plays := a.LeftOut
	for i := range a.Judged {
		if a.Judged[i].Kind == Play {
			plays++
		}
	}
	share := float64(a.LeftOut) / float64(plays)
	note := fmt.Sprintf("%s: %s left out, which the analyses do not list (%.1f %%)", a.Name, plaintext.Counted(a.LeftOut, "play is", "plays are"), 100*share)
	if share > manyLeftOut {
		note += "; that flatters the player, and unlisted=worst shows how much"
	}
	return note
}

// shortened returns the first texts with their ending, and the number of the others.
func shortened(texts []string, ending, others string) (list []string) {
	const most = 5
	for i, text := range texts {
		if i == most {
			return append(list, fmt.Sprintf("%d more %s", len(texts)-i, others))
		}
		list = append(list, text+ending)
	}
	return list
}

// Failure returns an error if a record could not be read completely.
func (r *Report) Failure() error {
	if r.Records == nil || len(r.Records.Problems) == 0 {
		return nil
	}
	return errors.New("not all records are judged completely: " + r.Records.Problems[0])
}
