package cube_test

import (
	"testing"

	"gammonlab/engine/cube"
	"gammonlab/internal/must"
)

func mustMET(t testing.TB, name string) *cube.MET {
	t.Helper()
	return must.Get(cube.FindMET(name))(t)
}

func mustPrepare(t testing.TB, s cube.State, met *cube.MET) *cube.Stakes {
	t.Helper()
	return must.Get(cube.Prepare(s, met))(t)
}
