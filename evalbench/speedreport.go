package evalbench

import (
	"fmt"
	"strings"

	"gammonlab/engine"
	"gammonlab/internal/plaintext"
)

// SpeedReport has the speed of play and training on a computer.
type SpeedReport struct {
	Kernel string `json:"kernel"`
	Model  string `json:"model"`
	Speed
	Train100     float64 `json:"train_100_games_per_second,omitempty"` // TD(0) of 196-100-5, one worker
	Train256     float64 `json:"train_256_games_per_second,omitempty"` // TD(0) of 196-256-5, one worker
	Workers      int     `json:"workers"`
	Train100Many float64 `json:"train_100_games_per_second_all_workers,omitempty"`
}

// Text returns the speeds as a table.
func (r *SpeedReport) Text() string {
	t := plaintext.Table{Indent: "  "}
	var units []string
	row := func(name string, value float64, unit string) {
		t.Add(name, fmt.Sprintf("%.0f", value))
		units = append(units, unit)
	}
	row("legal plays", r.Rolls, "rolls/s")
	row("evaluation", r.Evals, "positions/s")
	for _, c := range r.Classes {
		row(fmt.Sprintf("%s, %.1f%% of them", c.Class, 100*c.Share), c.Evals, "positions/s")
		if c.Nets > 0 {
			row("its net alone, inputs given", c.Nets, "positions/s")
		}
	}
	row("evaluation one by one", r.Singles, "positions/s")
	row("exact targets", r.Targets, "positions/s")
	if r.TargetsOfAllPlays != 0 {
		row("all plays, no pruning", r.TargetsOfAllPlays, "positions/s")
		row("sieve "+engine.Narrow().String(), r.TargetsOfFewPlays, "positions/s")
	}
	row("0-ply self-play", r.Games, "games/s")
	if r.Train100 != 0 {
		row("TD(0) training 196-100-5", r.Train100, "games/s")
		row("TD(0) training 196-256-5", r.Train256, "games/s")
		row(fmt.Sprintf("TD(0) training 196-100-5, %d workers", r.Workers), r.Train100Many, "games/s")
	}
	text := fmt.Sprintf("kernel %s, model %s\n", r.Kernel, r.Model)
	for line := range strings.Lines(t.Text()) {
		text += strings.TrimSuffix(line, "\n") + " " + units[0] + "\n"
		units = units[1:]
	}
	return text
}
