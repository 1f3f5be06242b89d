package cliutil

import (
	"fmt"

	"gammonlab/engine/player"
	"gammonlab/internal/setting"
	"gammonlab/rating/levels"
)

// LevelUsage is the text about --level in descriptions of commands with [Noise].
const LevelUsage = `--level makes the net err as the players with noise of the rating study did. The stated ratings are
those in matches to 5 points of the net default at 0 plies; of other nets they are estimates.
--noise and --cubenoise set the standard deviation of the errors, as in gnubg: of the winning chance;
gammons get a quarter of it, backgammons a hundredth.`

// Noise has the settings of a net that errs.
type Noise struct {
	Level levels.Choice `json:"level"`
	Plays *float64      `json:"noise" shown:"0" help:"standard deviation <S> of random errors in plays, 0 to 1"`
	Cube  *float64      `json:"cubenoise" shown:"that of --noise" help:"standard deviation <S> of random errors in cube actions, 0 to 1"`
}

// SeededNoise is [Noise] with the seed of the errors, for commands without other random numbers.
type SeededNoise struct {
	Noise
	Seed uint64 `json:"seed" default:"1" help:"random seed <N> of the errors by --level or --noise; a position has the same errors each time"`
}

// Validate returns an error for a level with noise of its own, and for noise out of range.
func (n *Noise) Validate() error {
	if n.Level != "" && (n.Plays != nil || n.Cube != nil) {
		return setting.Errorf("want %s or %s and %s, not both", setting.Name("level"), setting.Name("noise"), setting.Name("cubenoise"))
	}
	errs, _ := n.Errors()
	return errs.Validate()
}

// Errors returns the errors of the net, and whether there are any: otherwise it plays its best.
func (n *Noise) Errors() (errs player.Noise, any bool) {
	if level := n.Level.Level(); level != nil {
		return level.Errors(), true
	}
	errs.Gnubg = true
	if n.Plays != nil {
		errs.Plays, errs.Cube = float32(*n.Plays), float32(*n.Plays)
	}
	if n.Cube != nil {
		errs.Cube = float32(*n.Cube)
	}
	return errs, errs.Plays != 0 || errs.Cube != 0
}

// String describes the strength of the net.
func (n *Noise) String() string {
	if level := n.Level.Level(); level != nil {
		return "level " + level.String()
	}
	errs, _ := n.Errors()
	return fmt.Sprintf("noise %v in plays, %v in cube actions", errs.Plays, errs.Cube)
}
