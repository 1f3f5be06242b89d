package cliutil

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"gammonlab/engine/player"
	"gammonlab/internal/setting"
	"gammonlab/rating/levels"
)

// LevelUsage is the text about --level in descriptions of commands with [NoiseFlags].
const LevelUsage = `--level makes the net err as the players with noise of the rating study did. The stated ratings are
those in matches to 5 points of the net default at 0 plies; of other nets they are estimates.
--noise and --cubenoise set the standard deviation of the errors, as in gnubg: of the winning chance;
gammons get a quarter of it, backgammons a hundredth.`

// erring has the settings of a net that errs.
type erring struct {
	Level     levels.Choice `json:"level"`
	Noise     *float64      `json:"noise" shown:"0" help:"standard deviation <S> of random errors in plays, 0 to 1"`
	CubeNoise *float64      `json:"cubenoise" shown:"that of --noise" help:"standard deviation <S> of random errors in cube actions, 0 to 1"`
}

// noise returns the noise without a level.
func (e *erring) noise() player.Noise {
	n := player.Noise{Gnubg: true}
	if e.Noise != nil {
		n.Plays, n.Cube = float32(*e.Noise), float32(*e.Noise)
	}
	if e.CubeNoise != nil {
		n.Cube = float32(*e.CubeNoise)
	}
	return n
}

// Validate returns an error for a level with noise of its own, and for noise out of range.
func (e *erring) Validate() error {
	n := e.noise()
	if e.Level != "" && (e.Noise != nil || e.CubeNoise != nil) {
		return setting.Errorf("want %s or %s and %s, not both", setting.Name("level"), setting.Name("noise"), setting.Name("cubenoise"))
	}
	return n.Validate()
}

// NoiseFlags returns the flags of a net that errs.
func NoiseFlags() []cli.Flag { return Group("Strength", FlagsOf(new(erring))...) }

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
	e := new(erring)
	if err := ReadSettings(c, e, nil); err != nil {
		return nil, err
	}
	if level := e.Level.Level(); level != nil {
		return &Noise{level.Errors(), level}, nil
	}
	n := e.noise()
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
