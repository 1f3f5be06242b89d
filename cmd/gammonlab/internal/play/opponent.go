package play

import (
	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
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

// rival is the opponent of the user, if it is not the net at its best.
type rival struct {
	name  string         // one of Opponents
	noise *cliutil.Noise // of the net
	seed  uint64
}

// rival reads the settings of the opponent.
func (s *settings) rival(c *cli.Context) (*rival, error) {
	noise, err := cliutil.NoiseFromFlags(c)
	if err == nil && noise != nil && s.Opponent != theNet {
		err = cliutil.Usagef("--level, --noise and --cubenoise have no effect with --opponent %s", s.Opponent)
	}
	return &rival{s.Opponent, noise, s.Seed}, err
}

// sit sets the opponent at the table, and names it.
func (t *talk) sit(r *rival) {
	switch {
	case r.name == pubeval:
		t.Rival = player.WithoutCube(player.Pubeval{})
		t.sayf("The net is Tesauro's pubeval, which ignores the cube.\n")
	case r.noise != nil:
		t.Rival = player.NoisyAdviser(t.Adviser, r.noise.Noise)
		t.sayf("The net errs: %v.\n", r.noise)
	}
	t.rivalSeed = r.seed
}

// seedRival lets the errors of the opponent follow from the seed and the game, so that undo
// does not change them.
func (t *talk) seedRival() {
	if t.Rival != nil {
		t.Rival.NewGame(seed.Derive(t.rivalSeed, uint64(t.Finished)))
	}
}
