package main

import (
	"maps"

	"gammonlab/cmd/gammonlab/internal/cliutil"
)

// settingFlags lists the flags of settings in the files of resumable work whose names
// differ from those of the settings. Such work resumes only with the settings with which
// it began; errors name the flags.
var settingFlags = cliutil.SettingFlags{
	"train td": {
		"alpha": "rate", "layer_alpha": "layer-rates", "activations": "activation", "segment": "checkpoint",
		"batch_size": "batch", "parent": "from", "starts": "starts",
		"nets": "part", "nets.features": "features", "nets.hidden": "hidden", "nets.activations": "activation",
	},
	"train supervised": {
		"method": "optimizer", "nets": "part", "nets.features": "features", "nets.hidden": "hidden",
		"nets.activations": "activation", "parent": "from",
		"training": "data", "values": "bench-values", "decisions": "bench-decisions",
	},
	"train iterate": {
		"start": "from", "start_digest": "from", "databases": "bearoff", "generate.positions": "positions", "generate.games": "generate-games", "train.rate": "rate",
		"train.batch": "batch", "train.epochs": "epochs", "measure.games": "match-games",
	},
	"dataset generate": {
		"made_by": "", "toolkit": "", "kernel": "", "inputs": "records ids database", "targets": "trace", "games_bound": "games",
		"bound": "positions", "classes": "class", "kinds": "kind", "player_model": "player", "opponent_model": "opponent",
		"informative_model": "model", "weights": "position-weights",
	},
	"dataset label": {
		"by": "method", "variant": "", "kernel": "", "databases": "bearoff", "input_rows": "", "classes": "class", "games": "trials",
		"player": "plies filter", "opponent": "plies filter", "late": "plies filter", "plain_dice": "", "opening": "",
		"luck": "variance-reduction", "truncation": "truncate truncate-plies", "endings": "truncate-bearoff",
		"stop": "stop-se min-trials",
	},
	"rollout": {
		"kernel": "", "databases": "bearoff", "opening": "opening-roll", "luck": "variance-reduction",
		"truncated_after": "truncate", "truncation_plies": "truncate-plies", "bearoff": "truncate-bearoff",
		"player": "plies filter", "opponent": "opponent-plies filter", "late": "late late-plies", "alternatives": "play",
	},
	"openings build": with(book, map[string]string{
		"model_name": "model", "stakes": "match score crawford jacoby", "beside_model": "beside", "second_model": "second", "second_model_name": "second",
	}),
	"bench positions build": with(book, map[string]string{
		"rolls": "decisions quota", "quotas": "quota", "dice": "", "player_model": "player",
	}),
	"rating simulate": {
		"grid": "study grid", "grid.matches": "matches", "grid.lengths": "lengths", "analysis": "judge", "digests": "model",
		"databases": "bearoff", "toolkit": "", "kernel": "",
	},
	"weights cube":               {},
	"weights prune":              {"parts": "part", "nets.features": "features", "nets.hidden": "hidden", "nets.activations": "activation"},
	"features ablate":            {"nets.features": "features", "nets.hidden": "hidden"},
	"bearoff generate hyper":     {"threshold": "stop-change"},
	"bearoff generate one-sided": {"kind": "", "checkers": "", "cubeless": ""},
	"bearoff generate two-sided": {"kind": "", "no_gammon": "", "uncompressed": "", "normal": ""},
}

// book lists the flags of settings in files of rolled-out decisions.
var book = map[string]string{
	"made_by": "", "toolkit": "", "kernel": "", "strength": "plies", "truncation": "truncate",
	"stop": "stop-jsd min-trials", "luck": "variance-reduction", "endings": "truncate-bearoff",
}

// with returns the flags of both tables.
func with(a, b map[string]string) map[string]string {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}
