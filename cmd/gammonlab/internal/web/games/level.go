package games

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strings"

	"gammonlab/engine/advice"
	"gammonlab/engine/player"
	"gammonlab/internal/seed"
	"gammonlab/rating"
)

// Level is an opponent of a stated strength: a net with noise in its decisions.
type Level struct {
	Name  string
	Noise float32 // as of players

	// Play and Cube are the errors of the players with this noise in part 1 of the rating
	// study, in matches to 3 points and more: per unforced play, and per close or actual cube
	// decision.
	Play, Cube float64
}

// Levels are the levels, the weakest first. Without a level the net plays its best.
var Levels = []Level{
	{"beginner", 0.06, 0.0386, 0.0263}, {"intermediate", 0.04, 0.0231, 0.0111},
	{"advanced", 0.02, 0.0088, 0.0029}, {"expert", 0.005, 0.0011, 0.0002},
}

// ratedLength is the length of the matches to which stated ratings apply.
const ratedLength = 5

// Rating returns the rating in matches to 5 points that the study's coefficients give for the
// level's errors, rounded to tens.
func (l *Level) Rating() (int, error) {
	p, err := rating.Default()
	if err != nil {
		return 0, err
	}
	e := p.Predict(ratedLength, rating.Errors{Rate: l.Play}, rating.Errors{Rate: l.Cube})
	return int(math.Round(e.Rating/10)) * 10, nil
}

// findLevel returns the level of a name, nil for "".
func findLevel(name string) (*Level, error) {
	if name == "" {
		return nil, nil
	}
	i := slices.IndexFunc(Levels, func(l Level) bool { return l.Name == name })
	if i < 0 {
		var all []string
		for _, l := range Levels {
			all = append(all, l.Name)
		}
		return nil, fmt.Errorf("level is %q, want %s, or nothing", name, strings.Join(all, ", "))
	}
	return &Levels[i], nil
}

// rival returns the player of the level in the present game of the table. Noise repeats with
// the game, so an undone decision does not change it.
func (l *Level) rival(g *Game, a *advice.Adviser) player.RulesPlayer {
	n := player.NoisyAdviser(a, player.Noise{Plays: l.Noise, Cube: l.Noise, Gnubg: true})
	h := fnv.New64a()
	h.Write([]byte(g.ID))
	n.NewGame(seed.Derive(h.Sum64(), uint64(g.table.Finished)))
	return n
}
