package suite

import (
	"fmt"
	"strings"

	"gammonlab/internal/plaintext"
)

// Comparison has the results of several players in the same tests.
type Comparison struct {
	Players []PlayerReport `json:"players"`
	Flips   []Flip         `json:"flips"` // in the order of the tests
}

// PlayerReport is the report of a player.
type PlayerReport struct {
	Player string `json:"player"`
	*Report
}

// Flip is a test that one player passes and another one fails.
type Flip struct {
	*Test
	Answers []PlayerAnswer `json:"answers"` // by player
}

// PlayerAnswer is a player's answer to a test.
type PlayerAnswer struct {
	Outcome Outcome `json:"outcome"`
	Right   bool    `json:"right"`
	Answer  string  `json:"answer,omitempty"`
}

// Result returns the report of one player or the comparison of several, with its text; all
// is that of [Report.Text].
func (c *Comparison) Result(all bool) (result any, text string) {
	if len(c.Players) > 1 {
		return c, c.Text()
	}
	one := c.Players[0].Report
	return one, one.Text(all)
}

// right reports whether the answer is right, and whether there is one.
func (r *Result) right() (right, answered bool) {
	switch r.Outcome {
	case Passed, PassedUnexpectedly:
		return true, true
	case Failed, FailedAsExpected:
		return false, true
	}
	return false, false
}

// findFlips finds the tests that players answer differently.
func (c *Comparison) findFlips() {
	c.Flips = []Flip{}
	for i := range c.Players[0].Results {
		f := Flip{Test: c.Players[0].Results[i].Test}
		passed, failed := false, false
		for _, p := range c.Players {
			r := &p.Results[i]
			right, answered := r.right()
			passed, failed = passed || right, failed || answered && !right
			f.Answers = append(f.Answers, PlayerAnswer{r.Outcome, right, r.Answer})
		}
		if passed && failed {
			c.Flips = append(c.Flips, f)
		}
	}
}

// Errored returns the number of tests to which a player gave no answer.
func (c *Comparison) Errored() int {
	n := 0
	for _, p := range c.Players {
		n += p.Count(Errored)
	}
	return n
}

// Text returns a table with the right answers of each player in each suite, and the flips:
// the tests that one player passes and another one fails.
func (c *Comparison) Text() string {
	var b strings.Builder
	for _, t := range c.Tables() {
		b.WriteString(t.Text() + "\n")
	}
	if len(c.Flips) == 0 {
		b.WriteString("All players pass and fail the same tests.\n")
	}
	for _, p := range c.Players {
		for i := range p.Results {
			if r := &p.Results[i]; r.Outcome == Errored {
				fmt.Fprintf(&b, "%s: %s\n", p.Player, r.line())
			}
		}
	}
	return b.String()
}

// Summary returns the result in a sentence.
func (c *Comparison) Summary() string {
	first := &c.Players[0]
	if len(c.Players) == 1 {
		return fmt.Sprintf("%s answers %.1f%% of the tests right", first.Player, 100*first.Right)
	}
	var all []string
	for i, p := range c.Players[1:] {
		gained, lost := c.gains(i+1, func(*Test) bool { return true })
		all = append(all, fmt.Sprintf("%s passes %s that %s fails, and fails %d that it passes", p.Player, plaintext.Counted(gained, "test", "tests"), first.Player, lost))
	}
	return strings.Join(all, "; ")
}

// Tables returns the tables of the text.
func (c *Comparison) Tables() []plaintext.Table {
	all := []plaintext.Table{c.shares()}
	if len(c.Flips) > 0 {
		all = append(all, c.flips())
	}
	return all
}

// shares returns the table of right answers by suite. A player after the first also has the
// numbers of tests that only it passes (+) and only the first passes (-).
func (c *Comparison) shares() plaintext.Table {
	t := plaintext.Table{Head: []string{"right answers", "tests"}, Left: []int{0}}
	for _, p := range c.Players {
		t.Head = append(t.Head, p.Player)
	}
	row := func(name string, of func(*Test) bool) {
		cells := []string{name, fmt.Sprint(c.Players[0].tally(name, of).Tests)}
		for i, p := range c.Players {
			one := p.tally(name, of)
			text := "–"
			if one.answered() > 0 {
				text = fmt.Sprintf("%.1f%%", 100*one.right())
			}
			if gained, lost := c.gains(i, of); i > 0 && one.answered() > 0 {
				text += fmt.Sprintf(" (+%d -%d)", gained, lost)
			}
			cells = append(cells, text)
		}
		t.Add(cells...)
	}
	files := c.Players[0].byFile()
	for _, f := range files {
		row(f.Name, func(t *Test) bool { return t.File == f.Name })
	}
	if len(files) > 1 {
		row("all", func(*Test) bool { return true })
	}
	work := func(name string, of func(*Report) int64) {
		cells := []string{name, ""}
		for _, p := range c.Players {
			cells = append(cells, plaintext.Thousands(of(p.Report)))
		}
		t.Add(cells...)
	}
	work("evaluations", func(r *Report) int64 { return r.Evaluations })
	work("plays", func(r *Report) int64 { return r.Plays })
	return t
}

// gains returns the numbers of tests that a player passes and the first fails, and the
// reverse.
func (c *Comparison) gains(player int, of func(*Test) bool) (gained, lost int) {
	for i := range c.Flips {
		f := &c.Flips[i]
		first, own := f.Answers[0], f.Answers[player]
		switch {
		case !of(f.Test) || first.Right == own.Right || first.skipped() || own.skipped():
		case own.Right:
			gained++
		default:
			lost++
		}
	}
	return gained, lost
}

// skipped reports whether the test has no answer of the player.
func (a *PlayerAnswer) skipped() bool { return a.Outcome >= Errored }

// flips returns the table of the tests that one player passes and another one fails.
func (c *Comparison) flips() plaintext.Table {
	t := plaintext.Table{Head: []string{"flip", "right"}, Left: []int{0, 1}}
	for i, p := range c.Players {
		t.Head, t.Left = append(t.Head, p.Player), append(t.Left, i+2)
	}
	for i := range c.Flips {
		f := &c.Flips[i]
		cells := []string{f.Test.String(), f.Expected.Text}
		for _, a := range f.Answers {
			cells = append(cells, a.text())
		}
		t.Add(cells...)
	}
	return t
}

// text returns the answer with a word for whether it is right.
func (a *PlayerAnswer) text() string {
	switch {
	case a.skipped():
		return a.Outcome.String()
	case a.Right:
		return "passed"
	}
	return "failed: " + a.Answer
}
