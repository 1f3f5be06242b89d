package cliutil

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/engine/player"
	"gammonlab/rating/levels"
)

// LevelUsage is the text about --level in descriptions of commands with [NoiseFlags].
const LevelUsage = `--level makes the net err as the players with noise of the rating study did. The stated ratings are
those in matches to 5 points of the net default at 0 plies; of other nets they are estimates.
--noise and --cubenoise set the standard deviation of the errors, as in gnubg: of the winning chance;
gammons get a quarter of it, backgammons a hundredth.`

// NoiseFlags returns the flags of a net that errs.
func NoiseFlags() []cli.Flag {
	var names []string
	for i := range levels.All {
		names = append(names, fmt.Sprintf("%s (about %d)", levels.All[i].Name, levels.All[i].Rating))
	}
	return Group("Strength",
		&cli.StringFlag{Name: "level", DefaultText: "the net's best", Usage: "play as a player of a stated rating, `LEVEL`: " + strings.Join(names, ", ")},
		&cli.Float64Flag{Name: "noise", Usage: "standard deviation `S` of random errors in plays, 0 to 1"},
		&cli.Float64Flag{Name: "cubenoise", DefaultText: "that of --noise", Usage: "standard deviation `S` of random errors in cube actions, 0 to 1"},
	)
}

// NoiseSeedFlag returns the flag of the seed of errors, for commands without other random numbers.
func NoiseSeedFlag() cli.Flag {
	return &cli.Uint64Flag{Name: "seed", Value: 1, Category: "Strength",
		Usage: "random seed `N` of the errors by --level or --noise; a position has the same errors each time"}
}

// Noise are the errors of a net.
type Noise struct {
	player.Noise
	Level *levels.Level // nil if the flags set the noise itself
}

// NoiseFromFlags reads [NoiseFlags]. It returns nil for a net that plays its best.
func NoiseFromFlags(c *cli.Context) (*Noise, error) {
	level, err := levels.Find(c.String("level"))
	switch {
	case err != nil:
		return nil, Usagef("--%w", err)
	case level != nil && (c.IsSet("noise") || c.IsSet("cubenoise")):
		return nil, Usagef("want --level or --noise and --cubenoise, not both")
	case level != nil:
		return &Noise{level.Errors(), level}, nil
	}
	n := player.Noise{Plays: float32(c.Float64("noise")), Cube: float32(c.Float64("noise")), Gnubg: true}
	if c.IsSet("cubenoise") {
		n.Cube = float32(c.Float64("cubenoise"))
	}
	if err := n.Validate(); err != nil {
		return nil, Usage(err)
	}
	if n.Plays == 0 && n.Cube == 0 {
		return nil, nil
	}
	return &Noise{n, nil}, nil
}

// String describes the strength of the net.
func (n *Noise) String() string {
	if n.Level != nil {
		return "level " + n.Level.String()
	}
	return fmt.Sprintf("noise %v in plays, %v in cube actions", n.Plays, n.Cube)
}
