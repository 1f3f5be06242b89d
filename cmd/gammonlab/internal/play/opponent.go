package play

import (
	"slices"
	"strings"

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

// opponentFlags returns the flags of the opponent.
func opponentFlags() []cli.Flag {
	return append(cliutil.NoiseFlags(), cliutil.Group("Strength", &cli.StringFlag{Name: "opponent", Value: theNet,
		Usage: "play against `WHO`: net (that of --model) or pubeval"})...)
}

// rival is the opponent of the user, if it is not the net at its best.
type rival struct {
	name  string         // one of Opponents
	noise *cliutil.Noise // of the net
	seed  uint64
}

// rivalFromFlags reads the flags of the opponent.
func rivalFromFlags(c *cli.Context) (*rival, error) {
	r := &rival{name: c.String("opponent"), seed: c.Uint64("seed")}
	if !slices.Contains(Opponents(), r.name) {
		return nil, cliutil.Usagef("--opponent is %q, want %s", r.name, strings.Join(Opponents(), " or "))
	}
	var err error
	r.noise, err = cliutil.NoiseFromFlags(c)
	if err == nil && r.noise != nil && r.name != theNet {
		err = cliutil.Usagef("--level, --noise and --cubenoise have no effect with --opponent %s", r.name)
	}
	return r, err
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
