package play

import (
	"gammonlab/engine/player"
	"gammonlab/internal/seed"
)

// The opponents.
const (
	theNet  = "net"
	pubeval = "pubeval"
)

// Opponents lists the values of --opponent.
func Opponents() []string { return []string{theNet, pubeval} }

// sit sets the opponent of the settings at the table, and names it.
func (t *talk) sit(s *settings) {
	if errs, any := s.Errors(); any {
		t.Rival = player.NoisyAdviser(t.Adviser, errs)
		t.sayf("The net errs: %v.\n", &s.Noise)
	}
	if s.Opponent == pubeval {
		t.Rival = player.WithoutCube(player.Pubeval{})
		t.sayf("The net is Tesauro's pubeval, which ignores the cube.\n")
	}
	t.rivalSeed = s.Seed
}

// seedRival lets the errors of the opponent follow from the seed and the game, so that undo
// does not change them.
func (t *talk) seedRival() {
	if t.Rival != nil {
		t.Rival.NewGame(seed.Derive(t.rivalSeed, uint64(t.Finished)))
	}
}
