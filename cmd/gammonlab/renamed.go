package main

import "gammonlab/cmd/gammonlab/internal/cliutil"

// renamed are the flags that had another name in the last release. Remove them in the
// release after this one.
var renamed = []cliutil.Renamed{
	{Old: "alpha", New: "rate", Commands: []string{"train td"}},
	{Old: "layer-alpha", New: "layer-rates", Commands: []string{"train td"}},
	{Old: "batch-size", New: "batch", Commands: []string{"train td"}},
	{Old: "plot", New: "curve", Commands: []string{"train td", "train supervised"}},
	{Old: "method", New: "optimizer", Commands: []string{"train supervised"}},
	{Old: "start", New: "from", Commands: []string{"train iterate"}},
	{Old: "cube", New: "cubeful", Commands: playing},
	{Old: "beavers", New: "max-beavers", Commands: append([]string{"play"}, playing...)},
	{Old: "noise", New: "tolerance", Commands: []string{"bench values", "dataset import"}},
	{Old: "plot", New: "plots", Commands: []string{"bench positions run", "dataset info"}},
	{Old: "no-cube", New: "cubeless", Commands: []string{"play"}},
	{Old: "dice", New: "dice-file", Commands: []string{"play", "dice test"}},
	{Old: "opening", New: "opening-roll", Commands: []string{"rollout"}},
	{Old: "games", New: "game", Commands: []string{"analyze"}},
	{Old: "per-game", New: "by-game", Commands: []string{"analyze"}},
	{Old: "jacoby", New: "jacoby-rule", Commands: []string{"analyze"}},
	{Old: "set", New: "features", Commands: []string{"features show", "features ablate", "features export"}},
	{Old: "targets", New: "trace", Commands: []string{"dataset generate"}},
	{Old: "by", New: "method", Commands: []string{"dataset label"}},
	{Old: "from", New: "first-row", Commands: []string{"dataset dump"}},
	{Old: "threshold", New: "stop-change", Commands: []string{"bearoff generate hyper"}},
	{Old: "part", New: "study", Commands: []string{"rating simulate"}},
	{Old: "analysis-plies", New: "judge", Commands: []string{"rating simulate"}},
	{Old: "part", New: "pairs", Commands: []string{"rating fit", "rating plot"}},
	{Old: "method", New: "estimator", Commands: []string{"rating fit", "rating plot"}},
	{Old: "length", New: "match", Commands: []string{"rating predict"}},
	{Old: "data", New: "databases", Commands: []string{"serve"}},
	{Old: "token", New: "require-token", Commands: []string{"serve"}},
	{Old: "player", New: "name", Commands: []string{"analyze"}},
	{Old: "server", New: "pool", Commands: []string{"worker"}},
}

// playing are the commands that play games between players.
var playing = []string{"bench match", "bench sprt", "bench tournament", "weights promote"}
