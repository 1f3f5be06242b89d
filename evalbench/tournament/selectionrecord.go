package tournament

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gammonlab/engine/named"
	"gammonlab/evalbench"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/result"
)

// SelectionRecord has a selection and its result in JSON. Unknown numbers are nil.
type SelectionRecord struct {
	B string `json:"b"`

	Form string `json:"form"` // the rules in words
	evalbench.Conditions
	Decision string  `json:"decision"`       // H0: no candidate is good enough, H1: the best is known, or those that are left, or undecided
	Best     *string `json:"best"`           // nil without the decision H1, or if several are left
	Left     int     `json:"left,omitempty"` // number of candidates that are to be left
	Unit     Unit    `json:"unit"`           // unit of the bounds: ppg or win_share
	E0       float64 `json:"e0"`
	E1       float64 `json:"e1"`
	Alpha    float64 `json:"alpha"` // for all candidates together
	Beta     float64 `json:"beta"`
	Games    int     `json:"games" unit:"games" meaning:"games or matches of all candidates"` // of all candidates
	Pairs    int     `json:"pairs"`

	evalbench.PPG                   // of the best one
	Candidates    []CandidateRecord `json:"candidates"`
}

// CandidateRecord has a candidate's results as those of a test, see [Record].
type CandidateRecord struct {
	A     string `json:"a"`
	Place string `json:"place"` // best, left, H0, H1, behind (the best one) or open
	Outcome
}

// Record returns the JSON record of the standing.
func (n *Standing) Record() *SelectionRecord {
	h := n.Hypotheses()
	r := &SelectionRecord{
		B: n.B.Called(), Form: n.Rules.String(), Conditions: named.Identify(n.Conditions), Decision: n.Decision().String(),
		Unit: h.Unit, E0: h.E0, E1: h.E1, Alpha: h.Alpha, Beta: h.Beta, Left: n.Left, Games: n.Games(), Pairs: n.pairs,
	}
	for i := range n.A {
		v, _ := n.Verdict(i)
		c := CandidateRecord{A: n.A[i].Called(), Place: n.place(i), Outcome: v.outcome()}
		if r.Candidates = append(r.Candidates, c); c.Place == best {
			r.Best, r.PPG = &c.A, c.PPG
		}
	}
	return r
}

// Places in a record besides those of evalbench: the best candidate, and one of several that are left.
const (
	best = "best"
	left = "left"
)

// place returns a candidate's place as in a record.
func (n *Standing) place(i int) string {
	_, place := n.Verdict(i)
	switch {
	case n.Decision() != evalbench.AcceptH1 || place == evalbench.Behind || place == evalbench.Rejected:
		return place.String()
	case n.Left > 1:
		return left
	}
	return best
}

// Sentence says what the selection has found, without a full stop.
func (n *Standing) Sentence() string {
	h := n.Hypotheses()
	high, apart := h.Unit.Bound(h.E1), h.Unit.Bound(h.E1-h.E0+h.Unit.Even())
	switch lead := n.Leader(); {
	case n.Left > 0:
		return n.race(apart)
	case n.Decision() == evalbench.AcceptH0:
		return fmt.Sprintf("none of the %d candidates scores %s or more against %s", len(n.A), high, n.B.Called())
	case n.Decision() == evalbench.AcceptH1:
		return fmt.Sprintf("%s is the best: it scores %s or more against %s, and none of the others is better than it by %s", n.A[lead].Called(), high, n.B.Called(), apart)
	case lead >= 0:
		return fmt.Sprintf("undecided: %s scores %s or more against %s, but it is open whether it is the best", n.A[lead].Called(), high, n.B.Called())
	}
	return fmt.Sprintf("undecided: no candidate is known yet to score %s or more against %s", high, n.B.Called())
}

// race is Sentence for a race; apart is the difference that counts.
func (n *Standing) race(apart string) string {
	var in []string
	for _, i := range n.order() {
		if _, place := n.Verdict(i); place == evalbench.Open {
			in = append(in, n.A[i].Called())
		}
	}
	if n.Decision() == evalbench.Undecided {
		return fmt.Sprintf("undecided: %d of %d candidates are left, want %d", len(in), len(n.A), n.Left)
	}
	verb := "are"
	if n.Left == 1 {
		verb = "is"
	}
	return fmt.Sprintf("of %d candidates %s %s left: none of the others is better than the best of them by %s", len(n.A), strings.Join(in, ", "), verb, apart)
}

// Cells returns a table of the candidates: those that may be the best one first, then by points per
// game. The first row has the headings.
func (n *Standing) Cells() [][]string {
	rows := [][]string{{"candidate", "games", "ppg, mEq", "LLR", "verdict"}}
	for _, i := range n.order() {
		v, _ := n.Verdict(i)
		ratio := fmt.Sprintf("%+.3f", v.LLR)
		if n.Left > 0 { // that of the bounds decides nothing
			ratio = ""
		}
		rows = append(rows, []string{n.A[i].Called(), fmt.Sprint(2 * v.Pairs), marginText(&v.Points), ratio, n.placeText(i)})
	}
	return rows
}

// order returns the numbers of the candidates as in a table.
func (n *Standing) order() []int {
	var all []int
	out, points := make([]int, len(n.A)), make([]float64, len(n.A))
	for i := range n.A {
		v, place := n.Verdict(i)
		if points[i] = v.Points.Center; place == evalbench.Rejected || place == evalbench.Behind {
			out[i] = 1
		}
		all = append(all, i)
	}
	slices.SortStableFunc(all, func(i, j int) int {
		return cmp.Or(cmp.Compare(out[i], out[j]), cmp.Compare(points[j], points[i]))
	})
	return all
}

// placeText describes a candidate's place.
func (n *Standing) placeText(i int) string {
	h := n.Hypotheses()
	switch n.place(i) {
	case best, left:
		return n.place(i)
	case evalbench.Rejected.String():
		return "H0: " + h.Unit.Bound(h.E0) + " or less"
	case evalbench.Accepted.String():
		return "H1: " + h.Unit.Bound(h.E1) + " or more"
	case evalbench.Behind.String():
		return "behind " + n.A[n.Leader()].Name
	}
	return "open"
}

// Note returns the standing as a short text for displays of progress; "" between the pairs after
// which they show a new one.
func (n *Standing) Note() string {
	if n.pairs%notedPairs != 0 {
		return ""
	}
	first := n.order()[0]
	v, _ := n.Verdict(first)
	if n.Left > 0 {
		return n.Sentence()
	}
	return fmt.Sprintf("%s %s, LLR %.2f (%.2f to %.2f)", n.A[first].Name, result.Points.Signed(v.Points.Center, v.Points.Margin()), v.LLR, v.Lower, v.Upper)
}

// Text returns the result as a sentence and a table.
func (n *Standing) Text() string {
	var b strings.Builder
	v, _ := n.Verdict(0)
	table := plaintext.Table{Left: []int{0, 4}, Rows: n.Cells()}
	fmt.Fprintf(&b, "%s\n\n%s\n", n.Sentence(), table.Text())
	if n.Left > 0 {
		fmt.Fprintf(&b, "%d games in %s   beta %g for all candidates together\n", n.Games(), plaintext.Counted(n.pairs, "pair", "pairs"), n.Beta)
		return b.String()
	}
	fmt.Fprintf(&b, "%d games in %s   LLR bounds %+.3f and %+.3f   alpha %g for all candidates together, beta %g\n",
		n.Games(), plaintext.Counted(n.pairs, "pair", "pairs"), v.Lower, v.Upper, n.Alpha, n.Beta)
	return b.String()
}
