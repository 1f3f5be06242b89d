package kinds

import (
	"context"
	"encoding/json"
	"errors"

	"gammonlab/engine/named"
	"gammonlab/engine/search"
	"gammonlab/internal/setting"
	"gammonlab/rating/simulate"
	"gammonlab/work"
)

// simulateWork has the settings of the command rating simulate.
type simulateWork struct {
	simulate.Settings
	GridFile string `json:"grid" input:"command" path:"in" help:"play the grid in this JSON <FILE> instead of --study"`
	Show     bool   `json:"show" input:"command" help:"print the grid and play nothing"`
	Out      string `json:"out" input:"command" path:"journal" file:"study.parquet" help:"output Parquet <FILE>, required"`
}

// Validate returns an error for the first invalid setting.
func (w *simulateWork) Validate() error {
	switch {
	case w.GridFile != "" && w.Study != "":
		return errors.New("want --study or --grid, one of them")
	case w.GridFile != "":
		return search.CheckPlies("judge", w.Judge)
	}
	return w.Settings.Validate()
}

// Open reads the grid, and finds what the settings name.
func (w *simulateWork) Open(o *named.Opener) error {
	if w.GridFile != "" {
		grid, err := simulate.ReadGrid(w.GridFile)
		if err != nil {
			return named.NotLoaded(err)
		}
		w.Grid = *grid
	}
	return w.Settings.Open(o)
}

// shownGrid is the result of --show.
type shownGrid struct{ *simulate.Grid }

// MarshalJSON implements [json.Marshaler].
func (g shownGrid) MarshalJSON() ([]byte, error) { return json.Marshal(g.Grid) }

// Text returns the grid as JSON.
func (g shownGrid) Text() string {
	text, _ := json.MarshalIndent(g.Grid, "", "  ") // a grid has no value without JSON
	return string(text) + "\n"
}

func simulateKind() work.Kind[simulateWork, work.Result] {
	return work.Kind[simulateWork, work.Result]{
		Name: "rating simulate", Title: "Rating study", Unit: "matches",
		Usage: "play matches between players with set error rates",
		About: "Play matches between players with set error rates: a part of the study in the manual of GNU Backgammon. The file is for rating fit.",
		Help: `Plays matches between pairs of nets with evaluation noise at several match lengths, for fits of
ratings to error rates. A judge without noise computes the cost of each decision and the luck of
each roll. FILE is a Parquet file with one row for each match.

--study plays a part of the study in GNU Backgammon's manual: 1 pairs players with equal noise in
checker play and cube decisions; 2 pairs a perfect player with 16 combinations of both; appendix
has other pairs; plies has 2 plies against 0 plies, for a judge of 2 plies. --grid plays the grid in a JSON file (docs/ratings.md). --show prints the grid
and plays nothing.

Example:
   gammonlab rating simulate --study 1 --out part1.parquet
   gammonlab rating simulate --study 2 --matches 100 --lengths 3,7 --out small.parquet`,
		Farm: simulate.Kind, Results: []any{simulate.Summary{}, simulate.Grid{}},
		Run: runSimulation,
	}
}

func runSimulation(ctx context.Context, w *simulateWork, env *work.Env) (work.Result, error) {
	switch {
	case w.Show:
		return shownGrid{&w.Grid}, nil
	case w.Out == "":
		return nil, work.Refused(setting.Errorf("%s is required", setting.Name("out")))
	}
	for i := range w.Grid.Pairs {
		if err := env.Reads("--grid", w.Grid.Pairs[i].A.Model.Name, w.Grid.Pairs[i].B.Model.Name); err != nil {
			return nil, err
		}
	}
	w.Workers, w.Pool, w.Replace, w.Progress = env.Workers, env.Pool, env.Replace, env.Count()
	study, err := w.Run(ctx, w.Out)
	if err != nil {
		return nil, err
	}
	return study.Summary(w.Out), nil
}
