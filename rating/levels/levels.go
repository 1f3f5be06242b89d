// Package levels contains opponents of stated strength: nets with noise in their decisions.
package levels

import (
	"fmt"
	"slices"
	"strings"

	"gammonlab/engine/player"
	"gammonlab/internal/setting"
)

// Level is an opponent of a stated strength: a net with noise in its decisions.
type Level struct {
	Name  string
	Noise float32 // of plays and of cube decisions, in gnubg's shares

	// Play and Cube are the errors of the players with this noise in part 1 of the rating
	// study, in matches to 3 points and more: per unforced play, and per close or actual cube
	// decision.
	Play, Cube float64

	// Rating is the rating in matches to 5 points that [rating.Default] predicts for these errors,
	// rounded to tens.
	Rating int
}

// All are the levels, the weakest first. Without a level a net plays its best.
var All = []Level{
	{"beginner", 0.06, 0.0386, 0.0263, 1370}, {"intermediate", 0.04, 0.0231, 0.0111, 1650},
	{"advanced", 0.02, 0.0088, 0.0029, 1900}, {"expert", 0.005, 0.0011, 0.0002, 2030},
}

// Names returns the names of the levels, the weakest first.
func Names() []string {
	var all []string
	for _, l := range All {
		all = append(all, l.Name)
	}
	return all
}

// Choice is the name of a level as a setting, "" for none.
type Choice string

// Tags implements [setting.Tagged].
func (Choice) Tags() (help, standard, shown string) {
	var names []string
	for _, l := range All {
		names = append(names, fmt.Sprintf("%s (about %d)", l.Name, l.Rating))
	}
	return "play as a player of a stated rating, <LEVEL>: " + strings.Join(names, ", "), "", "the net's best"
}

// Check implements [setting.Checked].
func (c Choice) Check(name string) error {
	return setting.Check(setting.Name(name), c.Level() != nil, "is %q, want %s", string(c), strings.Join(Names(), ", "))
}

// Level returns the level of the name, nil if there is none.
func (c Choice) Level() *Level {
	if i := slices.Index(Names(), string(c)); i >= 0 {
		return &All[i]
	}
	return nil
}

// Errors returns the noise of a player of the level.
func (l *Level) Errors() player.Noise {
	return player.Noise{Plays: l.Noise, Cube: l.Noise, Gnubg: true}
}

// String returns the name and the stated rating.
func (l *Level) String() string { return fmt.Sprintf("%s, rating about %d", l.Name, l.Rating) }
