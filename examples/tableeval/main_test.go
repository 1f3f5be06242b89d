package main

import (
	"testing"

	"gammonlab/engine"
	"gammonlab/engine/enginetest"
)

func TestTable(t *testing.T) {
	enginetest.TestEvaluator(t, "table", func() engine.Evaluator { return newTable() })
	if err := run(20); err != nil {
		t.Error(err)
	}
}
