package study

import (
	"fmt"
	"io"
	"strings"

	"gammonlab/evalbench/suite"
)

// asRight bounds the difference of equities below which a play counts as right like the
// best play: half of the last digit in the file.
const asRight = 0.00005

// Write writes the exercise in the format of [Read].
func (e *Exercise) Write(w io.Writer) error {
	var b strings.Builder
	b.WriteByte('\n')
	for _, line := range e.Comment {
		fmt.Fprintf(&b, "# %s\n", line)
	}
	fmt.Fprintf(&b, "%s\n", e.Text)
	for _, line := range e.Notes {
		fmt.Fprintf(&b, "#= %s\n", line)
	}
	for i := range e.Choices {
		c := &e.Choices[i]
		fmt.Fprintf(&b, "#= %+.4f %d", c.Worth(), c.Plies)
		for _, p := range c.Probabilities() {
			fmt.Fprintf(&b, " %.2f", 100*p)
		}
		fmt.Fprintf(&b, " %s\n", c.Move)
	}
	fmt.Fprintf(&b, "#? [%s]\n", e.expected())
	_, err := io.WriteString(w, b.String())
	return err
}

// expected returns the right answers.
func (e *Exercise) expected() string {
	if e.Question != suite.Play {
		right, _ := e.Judge(map[suite.Question]string{suite.Double: noDouble, suite.Take: pass}[e.Question])
		return right.Right
	}
	var right []string
	for i := range e.Choices {
		if e.Choices[0].Worth()-e.Choices[i].Worth() < asRight && e.Choices[i].Plies == e.Choices[0].Plies {
			right = append(right, e.Choices[i].Move)
		}
	}
	return strings.Join(right, " | ")
}
