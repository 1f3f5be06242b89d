package recipe

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"strconv"

	"gammonlab/recipe"
)

// speed has the rates of bench speed by which recipe plan estimates steps, of a core.
type speed struct {
	Games   float64 `json:"games_per_second"`
	Targets float64 `json:"targets_per_second"`
	Few     float64 `json:"targets_of_few_plays_per_second"` // 0 without pruning nets
	TD      float64 `json:"train_100_games_per_second"`
	Steps   []struct {
		Examples float64 `json:"examples_per_second"`
	} `json:"steps"`
}

// readSpeed reads the output of bench speed --json.
func readSpeed(path string) (*speed, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("--speed: %w", err)
	}
	s := new(speed)
	if err := json.Unmarshal(text, s); err != nil {
		return nil, fmt.Errorf("--speed: %s: %w", path, err)
	}
	if !(s.Games > 0 && s.Targets > 0 && s.TD > 0 && len(s.Steps) > 0 && s.Steps[0].Examples > 0) {
		return nil, fmt.Errorf("--speed: %s lacks rates, want the output of bench speed --json", path)
	}
	return s, nil
}

// Typical values of games and matches.
const (
	positionsOfGame = 50
	costOfLuck      = 8 // of a game with luck adjustment, in games
	unitsOfTD       = 100
)

// seconds estimates the processor time of work, 0 if unknown. The net of the rates stands
// for all nets but those of train td.
func (s *speed) seconds(w *recipe.Work) float64 {
	games := number(w, "games")
	switch w.Step.Kind.Name {
	case "train td":
		units, _ := strconv.ParseFloat(w.Setting("hidden"), 64) // of one layer
		return games / s.TD * cmp.Or(units, unitsOfTD) / unitsOfTD
	case "dataset generate":
		switch {
		case !w.Has("trace"):
			return positions(w) / positionsOfGame / s.Games
		case w.Has("sieve") && s.Few > 0:
			return positions(w) / s.Few
		}
		return positions(w) / s.Targets
	case "dataset label":
		if w.Setting("method") == "ply1" {
			return positions(w) / s.Targets
		}
	case "train supervised":
		return positions(w) * number(w, "epochs") / s.Steps[0].Examples
	case "bench match":
		if w.Has("luck") {
			games *= costOfLuck
		}
		return games / s.Games
	}
	return 0
}

// positions estimates the number of positions that work generates or reads.
func positions(w *recipe.Work) float64 {
	if n := number(w, "positions"); n > 0 {
		return n
	}
	if w.Step.Kind.Name == "dataset generate" {
		return number(w, "games") * positionsOfGame
	}
	n := 0.0
	for _, of := range w.Needs {
		n += positions(of)
	}
	return n
}

// number returns the value of a setting, 0 for none.
func number(w *recipe.Work, name string) float64 {
	n, _ := strconv.ParseFloat(w.Setting(name), 64) // checked before
	return n
}
