package study

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/evalbench/suite"
)

// Load reads the exercises in a file. Errors name the file and the line.
func Load(path string) ([]Exercise, error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: gammonlab study add makes it", err)
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return Read(path, file)
}

// Read reads exercises. Errors use the given name.
func Read(name string, r io.Reader) ([]Exercise, error) {
	tests, err := suite.Parse(name, r)
	if err != nil {
		return nil, err
	}
	all := make([]Exercise, len(tests))
	seen := map[string]int{}
	for i := range tests {
		e := &all[i]
		e.Test = tests[i]
		err := e.read()
		if first, twice := seen[e.Key()]; err == nil && twice {
			err = fmt.Errorf("the question is that of test %d", first)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: test %d: %w", name, e.Line, e.Number, err)
		}
		seen[e.Key()] = e.Number
	}
	return all, nil
}

// read reads the lines that begin with #=.
func (e *Exercise) read() error {
	switch {
	case e.Question > suite.Take:
		return fmt.Errorf("the question is %v, want %v, %v or %v", e.Question, suite.Play, suite.Double, suite.Take)
	case e.Match == nil:
		return errors.New("the position has no match, want a match ID behind it")
	}
	for _, line := range e.Evidence {
		if line == "" || line[0] != '+' && line[0] != '-' {
			e.Notes = append(e.Notes, line)
			continue
		}
		c, err := parseChoice(line)
		if err == nil && e.Question == suite.Play {
			c.Play, err = board.ParsePlay(e.Position, e.Roll, c.Move)
		}
		if err != nil {
			return fmt.Errorf("choice %q: %w", line, err)
		}
		e.Choices = append(e.Choices, c)
	}
	return e.check()
}

// check returns an error for choices that do not belong to the question.
func (e *Exercise) check() error {
	var want []string
	switch e.Question {
	case suite.Play:
		if len(e.Choices) == 0 {
			return errors.New("no choices, want lines #= with the plays as study add writes them")
		}
		return nil
	case suite.Double:
		want = []string{noDouble, take, pass}
	case suite.Take:
		want = []string{take, pass}
	}
	var got []string
	for i := range e.Choices {
		got = append(got, e.Choices[i].Move)
	}
	if !slices.Equal(got, want) {
		return fmt.Errorf("choices %q, want %q", got, want)
	}
	return nil
}

// choiceNumbers is the number of numbers before a choice: equity, plies and the chances.
const choiceNumbers = 2 + engine.Outputs

// parseChoice reads a line that begins with an equity.
func parseChoice(line string) (c advice.Choice, err error) {
	words := strings.Fields(line)
	if len(words) <= choiceNumbers {
		return c, fmt.Errorf("want an equity, plies, %d chances and what is chosen", engine.Outputs)
	}
	equity, err := number(words[0], "equity", -100, 100)
	if err != nil {
		return c, err
	}
	if c.Plies, err = strconv.Atoi(words[1]); err != nil || c.Plies < 0 || c.Plies > 9 {
		return c, fmt.Errorf("plies %q, want 0 to 9", words[1])
	}
	var p engine.Probabilities
	for i := range p {
		x, err := number(words[2+i], "chance", 0, 100)
		if err != nil {
			return c, err
		}
		p[i] = x / 100
	}
	c.Chances, c.Cubeful = engine.NewChances(&p, p.Equity()), &equity
	c.Move = strings.Join(words[choiceNumbers:], " ")
	return c, nil
}

// number reads a number in a range.
func number(text, what string, low, high float64) (float32, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(low <= x && x <= high) {
		return 0, fmt.Errorf("%s %q, want %v to %v", what, text, low, high)
	}
	return float32(x), nil
}
