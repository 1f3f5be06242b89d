package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"gammonlab/evalbench/suite"
	"gammonlab/internal/atomicfile"
)

// block is a test in a file with the lines between the previous test and this one.
type block struct {
	before []string // comments and blank lines
	test   *suite.Test
	lines  []string // evidence and answer
}

// answered reports whether the block has an answer.
func (b *block) answered() bool { return len(b.lines) > 0 }

// splitFile reads the blocks of a suite; the last block contains no test.
func splitFile(path string) ([]block, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var blocks []block
	var b block
	for n, line := range strings.Split(strings.TrimRight(string(data), "\n"), "\n") {
		text := strings.TrimSpace(line)
		isAnswer := strings.HasPrefix(text, "#?")
		switch {
		case b.test != nil && (isAnswer || strings.HasPrefix(text, "#=")):
			b.lines = append(b.lines, text)
			if isAnswer {
				blocks, b = append(blocks, b), block{}
			}
			continue
		case b.test != nil:
			blocks, b = append(blocks, b), block{}
		}
		if text == "" || strings.HasPrefix(text, "#") {
			b.before = append(b.before, text)
			continue
		}
		if b.test, err = suite.ParseQuestion(text); err != nil {
			return nil, fmt.Errorf("line %d: %w", n+1, err)
		}
	}
	return append(blocks, b), nil
}

// writeFile writes the blocks.
func writeFile(path string, blocks []block) error {
	var out strings.Builder
	line := func(text string) { out.WriteString(text + "\n") }
	for i := range blocks {
		for _, text := range blocks[i].before {
			line(text)
		}
		if blocks[i].test != nil {
			line(blocks[i].test.Text)
		}
		for _, text := range blocks[i].lines {
			line(text)
		}
	}
	return atomicfile.WriteFile(path, []byte(strings.TrimRight(out.String(), "\n")+"\n"))
}

// answerFile answers the tests of a file that have no answer; with replace, all tests. At
// the end it removes the tests whose alternatives the rollouts do not separate.
func answerFile(ctx context.Context, l *labeller, path string, replace bool) error {
	blocks, err := splitFile(path)
	if err != nil {
		return err
	}
	dropped := map[int]bool{}
	for i := range blocks {
		b := &blocks[i]
		if b.test == nil || b.answered() && !replace {
			continue
		}
		label, err := l.label(ctx, b.test)
		var close errClose
		switch {
		case errors.As(err, &close):
			fmt.Fprintf(os.Stderr, "%d: removed: %v\n", b.test.Number, err)
			dropped[i] = true
			continue
		case err != nil:
			return fmt.Errorf("test %d: %w", b.test.Number, err)
		}
		b.lines = nil
		for _, evidence := range label.evidence {
			b.lines = append(b.lines, "#= "+evidence)
		}
		b.lines = append(b.lines, "#? ["+label.answer+"]")
		fmt.Fprintf(os.Stderr, "%d: %s\n", b.test.Number, label.answer)
		if err := writeFile(path, blocks); err != nil {
			return err
		}
	}
	var kept []block
	for i := range blocks {
		if dropped[i] {
			kept = append(kept, block{before: sectionComments(blocks[i].before)})
			continue
		}
		kept = append(kept, blocks[i])
	}
	return writeFile(path, kept)
}

// sectionComments returns the lines up to the last blank line. They belong to the section,
// not to the test.
func sectionComments(lines []string) []string {
	for i := len(lines) - 1; i >= 0; i-- {
		if lines[i] == "" {
			return lines[:i]
		}
	}
	return nil
}
