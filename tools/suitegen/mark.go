package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/evalbench/suite"
	"gammonlab/nets"
)

// markAll marks in each file the tests that the net default fails at 0-ply.
func markAll(ctx context.Context, c *config, databases *engine.Databases, files []string) error {
	model, err := nets.LoadShipped(nets.DefaultNet)
	if err != nil {
		return err
	}
	static := engine.NewStatic(model, databases)
	runner := &suite.Runner{
		Player: named.Of(nets.DefaultNet, player.NewGreedy(static)), Workers: c.workers,
		Values: static,
	}
	for _, file := range files {
		if err := markFile(ctx, runner, file); err != nil {
			return err
		}
	}
	return nil
}

// markFile marks the failing tests of a file as expected to fail, and removes the marks of
// all other tests.
func markFile(ctx context.Context, runner *suite.Runner, path string) error {
	tests, err := suite.Load(path)
	if err != nil {
		return err
	}
	report, err := runner.Run(ctx, tests)
	if err != nil {
		return err
	}
	fails := map[int]bool{}
	for i := range report.Results {
		switch r := &report.Results[i]; r.Outcome {
		case suite.Failed, suite.FailedAsExpected:
			fails[r.Test.Number] = true
		case suite.Errored:
			return fmt.Errorf("%v: %s", r.Test, r.Error)
		}
	}
	blocks, err := splitFile(path)
	if err != nil {
		return err
	}
	for i := range blocks {
		if b := &blocks[i]; b.test != nil && b.answered() {
			last := &b.lines[len(b.lines)-1]
			*last = marked(*last, fails[b.test.Number])
		}
	}
	fmt.Fprintf(os.Stderr, "%s: %d of %d tests fail\n", path, len(fails), len(tests))
	return writeFile(path, blocks)
}

// marked returns an answer with or without the mark of expected failure.
func marked(answer string, fails bool) string {
	end := strings.LastIndexByte(answer, ']') + 1
	marks := strings.ReplaceAll(answer[end:], "*", "")
	if fails {
		marks = "*" + marks
	}
	return answer[:end] + marks
}
