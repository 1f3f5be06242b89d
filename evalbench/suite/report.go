package suite

import (
	"fmt"
	"strings"
	"time"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/plaintext"
)

// Report has the results of a run's tests.
type Report struct {
	Tests    int             `json:"tests" unit:"tests" meaning:"tests that were run"`
	Outcomes map[Outcome]int `json:"outcomes"`
	Right    float64         `json:"right_share" unit:"share" better:"higher" table:"true" meaning:"share of right answers"` // of the answers
	engine.Counts
	Seconds float64  `json:"seconds" unit:"s" better:"lower" meaning:"time, which depends on the machine"`
	Results []Result `json:"results"` // in the order of the tests
}

// count sets the numbers of all results.
func (r *Report) count(took time.Duration) {
	total := r.tally("all", func(*Test) bool { return true })
	r.Tests, r.Right, r.Seconds, r.Outcomes = total.Tests, total.right(), took.Seconds(), map[Outcome]int{}
	r.Counts = total.work
	for o, n := range total.Counts {
		r.Outcomes[Outcome(o)] = n
	}
}

// Count returns the number of tests with the outcome.
func (r *Report) Count(o Outcome) int { return r.Outcomes[o] }

// OK reports whether all failed tests are expected to fail and no player failed.
func (r *Report) OK() bool { return r.Count(Failed) == 0 && r.Count(Errored) == 0 }

// Text returns the unexpected results, or all of them, and the totals. All results except
// expected passes come with the board and the evidence.
func (r *Report) Text(all bool) string {
	var b strings.Builder
	for i := range r.Results {
		switch result := &r.Results[i]; {
		case result.unexpected():
			b.WriteString(result.text() + "\n")
		case all:
			b.WriteString(result.line() + "\n")
		}
	}
	b.WriteString(r.totals())
	return b.String()
}

// unexpected reports whether the result is always shown.
func (r *Result) unexpected() bool {
	return r.Outcome == PassedUnexpectedly || r.Outcome == Failed || r.Outcome == Errored
}

// line returns the result in one line.
func (r *Result) line() string {
	text := fmt.Sprintf("%v %v", r.Test, r.Outcome)
	if r.Answer != "" {
		text += fmt.Sprintf(": %s, expected %s", r.Answer, r.Expected.Text)
	}
	if r.Error != "" {
		text += ": " + r.Error
	}
	return text
}

// text returns the result with the question, the board and the evidence.
func (r *Result) text() string {
	t := r.Test
	var b strings.Builder
	fmt.Fprintln(&b, r.line())
	for _, comment := range t.Comment {
		fmt.Fprintf(&b, "  %s\n", comment)
	}
	fmt.Fprintf(&b, "  %s\n%s", t.Text, t.diagram())
	for _, evidence := range t.Evidence {
		fmt.Fprintf(&b, "  %s\n", evidence)
	}
	return b.String()
}

// diagram draws the position.
func (t *Test) diagram() string {
	d := board.Diagram{Position: t.Position, Names: [2]string{"opponent", "player"}}
	d.Match, d.NoCube = board.NewMatch(0), t.Match == nil
	d.Match.State = board.Playing
	if t.Match != nil {
		d.Match = *t.Match
	}
	d.Match.Dice = t.Roll
	return d.String()
}

// totals returns a table with a line for each file and one for all.
func (r *Report) totals() string {
	head := []string{"suite", "tests"}
	for o := range nOutcomes {
		head = append(head, o.String())
	}
	t := plaintext.Table{Indent: "  ", Rows: [][]string{append(head, "right", "evaluations", "plays", "seconds")}}
	files := r.byFile()
	for _, f := range files {
		t.Add(f.cells()...)
	}
	if len(files) != 1 {
		total := r.tally("all", func(*Test) bool { return true })
		t.Add(total.cells()...)
	}
	return t.Text() + fmt.Sprintf("%d tests in %.2f s\n", r.Tests, r.Seconds)
}

// tally has the counts of some tests' results.
type tally struct {
	Name    string
	Tests   int
	Counts  [nOutcomes]int
	Seconds float64 // sum over all workers
	work    engine.Counts
}

// right returns the share of right answers among all answered tests.
func (t *tally) right() float64 {
	passed := t.Counts[Passed] + t.Counts[PassedUnexpectedly]
	if t.answered() == 0 {
		return 0
	}
	return float64(passed) / float64(t.answered())
}

// answered returns the number of tests that count.
func (t *tally) answered() int { return t.Tests - t.Counts[NotAsked] - t.Counts[Ignored] }

// cells returns the tally's cells of the table.
func (t *tally) cells() []string {
	cells := []string{t.Name, fmt.Sprint(t.Tests)}
	for _, n := range t.Counts {
		cells = append(cells, fmt.Sprint(n))
	}
	return append(cells, fmt.Sprintf("%.1f%%", 100*t.right()), plaintext.Thousands(t.work.Evaluations),
		plaintext.Thousands(t.work.Plays), fmt.Sprintf("%.2f", t.Seconds))
}

// tally counts the results of the tests in belongs.
func (r *Report) tally(name string, belongs func(*Test) bool) tally {
	t := tally{Name: name}
	for i := range r.Results {
		if result := &r.Results[i]; belongs(result.Test) {
			t.Tests++
			t.Counts[result.Outcome]++
			t.Seconds += result.Seconds
			t.work = t.work.Plus(result.Counts)
		}
	}
	return t
}

// byFile returns the tallies of the files in the order of their first tests.
func (r *Report) byFile() []tally {
	var all []tally
	seen := map[string]bool{}
	for i := range r.Results {
		if file := r.Results[i].Test.File; !seen[file] {
			seen[file] = true
			all = append(all, r.tally(file, func(t *Test) bool { return t.File == file }))
		}
	}
	return all
}
