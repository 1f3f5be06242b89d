package cube_test

import (
	"testing"

	"gammonlab/engine/cube"
)

func mustMET(t testing.TB, name string) *cube.MET {
	t.Helper()
	m, err := cube.FindMET(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func mustPrepare(t testing.TB, s cube.State, met *cube.MET) *cube.Stakes {
	t.Helper()
	st, err := cube.Prepare(s, met)
	if err != nil {
		t.Fatal(err)
	}
	return st
}
