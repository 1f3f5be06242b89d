package speed

import (
	"fmt"
	"strings"

	"gammonlab/engine"
	"gammonlab/internal/plaintext"
	"gammonlab/nets"
	"gammonlab/nets/kernel"
)

// Report has the speed of play and training on a computer.
type Report struct {
	Kernel    string         `json:"kernel"`
	Class     string         `json:"class"` // of the kernels, see package kernel
	Integers  string         `json:"int16"` // unit for products of int16
	Halves    string         `json:"bf16"`  // unit for products of bfloat16
	Limits    kernel.Peaks   `json:"limits"`
	Model     string         `json:"model"`
	Precision nets.Precision `json:"precision"` // of the model's evaluation
	Rates
	Steps        []Step  `json:"steps,omitempty"`
	Train100     float64 `json:"train_100_games_per_second,omitempty" unit:"games/s" better:"higher" meaning:"training by TD(0) of 196-100-5 on one thread, which depends on the machine"` // TD(0) of 196-100-5, one worker
	Train256     float64 `json:"train_256_games_per_second,omitempty" unit:"games/s" better:"higher" meaning:"training by TD(0) of 196-256-5 on one thread, which depends on the machine"` // TD(0) of 196-256-5, one worker
	Workers      int     `json:"workers"`
	Train100Many float64 `json:"train_100_games_per_second_all_workers,omitempty"`
}

// Text returns the speeds as a table.
func (r *Report) Text() string {
	t := plaintext.Table{Indent: "  "}
	var units []string
	row := func(name string, value float64, unit string) {
		t.Add(name, fmt.Sprintf("%.0f", value))
		units = append(units, unit)
	}
	share := func(of float64) string { return fmt.Sprintf(", %.0f%% of the limit", 100*of) }
	row("legal plays", r.Rolls, "rolls/s")
	row("evaluation", r.Evals, "positions/s")
	for _, c := range r.Classes {
		row(fmt.Sprintf("%s, %.1f%% of them", c.Class, 100*c.Share), c.Evals, "positions/s")
		if c.Nets > 0 {
			row("its net alone, inputs given", c.Nets, "positions/s"+share(c.Limit))
		}
	}
	row("evaluation one by one", r.Singles, "positions/s")
	row("exact targets", r.Targets, "positions/s")
	if r.TargetsOfAllPlays != 0 {
		row("all plays, no pruning", r.TargetsOfAllPlays, "positions/s")
		row("sieve "+engine.Narrow().String(), r.TargetsOfFewPlays, "positions/s")
	}
	row("0-ply self-play", r.Games, "games/s")
	for _, s := range r.Steps {
		row(fmt.Sprintf("training %s in %s, batch %d", s.Shape, s.Precision, s.Batch), s.Rate, "examples/s"+share(s.Limit))
	}
	if r.Train100 != 0 {
		row("TD(0) training 196-100-5", r.Train100, "games/s")
		row("TD(0) training 196-256-5", r.Train256, "games/s")
		row(fmt.Sprintf("TD(0) training 196-100-5, %d workers", r.Workers), r.Train100Many, "games/s")
	}
	text := fmt.Sprintf("kernel %s of class %s, int16 by %s, bf16 by %s, model %s in %s\n", r.Kernel, r.Class, r.Integers, r.Halves, r.Model, r.Precision)
	text += fmt.Sprintf("limits of a core: float32 %.0f", r.Limits.Float32/1e9)
	if r.Limits.BFloat16 != 0 {
		text += fmt.Sprintf(", bf16 %.0f", r.Limits.BFloat16/1e9)
	}
	text += " billion operations/s\n"
	for line := range strings.Lines(t.Text()) {
		text += strings.TrimSuffix(line, "\n") + " " + units[0] + "\n"
		units = units[1:]
	}
	return text
}
