package main

import (
	"testing"

	"gammonlab/engine/enginetest"
	"gammonlab/features"
)

func TestTactics(t *testing.T) {
	if err := features.Check(Tactics{}, enginetest.Positions(1000, 1)); err != nil {
		t.Error(err)
	}
	if err := run(160); err != nil {
		t.Error(err)
	}
}
