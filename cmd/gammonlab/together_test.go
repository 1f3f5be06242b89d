package main

import (
	"path/filepath"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
)

// The tests here run commands of several groups: one reads what another has written.

// Players with trained nets for cube efficiencies and without play matches.
func TestPlayersWithCubeNets(t *testing.T) {
	out := filepath.Join(t.TempDir(), "cube.safetensors")
	succeed(t, "weights", "cube", "--data", clitest.Played(t, 1500), "--positions", "1000", "--rounds", "1", "--epochs", "1", "--hidden", "3", "--bearoff", "none", "--out", out, tiny)
	for _, player := range []string{"net:" + out, "net:" + out + ",cube=gnubg", "net:" + out + ",cube=fitted", "net:" + tiny + ",cube=gnubg"} {
		text := succeed(t, "bench", "match", "--cubeful", "--a", player, "--b", "net:"+tiny, "--games", "20", "--bearoff", "none")
		clitest.Wants(t, text, "with the cube")
	}
	program.Fails(t, exitUsage, "the model has no nets for cube efficiencies", "bench", "match", "--a", "net:"+tiny+",cube=learned", "--b", "random", "--games", "2")
}
