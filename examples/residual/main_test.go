package main

import (
	"testing"

	"gammonlab/engine"
	"gammonlab/engine/enginetest"
)

func TestResidual(t *testing.T) {
	rows, err := labelled(t.Context(), 500)
	if err != nil {
		t.Fatal(err)
	}
	evaluator, err := train(rows)
	if err != nil {
		t.Fatal(err)
	}
	enginetest.TestEvaluator(t, "residual", func() engine.Evaluator { return evaluator.CloneEvaluator() })
	if err := run(t.Context(), 200, 4); err != nil {
		t.Error(err)
	}
}
