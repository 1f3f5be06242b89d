package app

import (
	"fmt"
	"reflect"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/cmd/gammonlab/internal/completion"
	"gammonlab/cmd/gammonlab/internal/farm"
	"gammonlab/cmd/gammonlab/internal/play"
	"gammonlab/datasets"
	"gammonlab/datasets/exchange"
	"gammonlab/datasets/label"
	"gammonlab/desk/dice"
	"gammonlab/engine/cube"
	"gammonlab/engine/player"
	"gammonlab/engine/rollout"
	"gammonlab/engine/search"
	"gammonlab/evalbench/positions"
	"gammonlab/evalbench/suite"
	"gammonlab/features"
	"gammonlab/internal/setting"
	"gammonlab/nets"
	"gammonlab/rating"
	"gammonlab/rating/levels"
	"gammonlab/work"
)

// The values that shells complete.
var (
	models  = completion.Any(completion.OneOf(nets.Shipped()...), completion.Files)
	filters = completion.OneOf(search.Presets()...)
	classes = completion.OneOf("race", "crashed", "contact")
	onOff   = completion.OneOf("on", "off")
	methods = completion.OneOf(words(datasets.Methods())...)
	parts   = completion.List(",", completion.OneOf(append([]string{"all"}, words(nets.TrainedParts())...)...))
)

// completions returns the values of flags and arguments. Flags whose values cannot be
// listed have [completion.Nothing], or their placeholder in the help has it.
func completions() *completion.Table {
	return &completion.Table{
		Placeholders: placeholders(),
		Flags:        flagValues(),
		Listed:       listed,
		Arguments: map[string]completion.Values{
			"bench suite": completion.Any(completion.OneOf(suite.Names()...), completion.Files),
		},
	}
}

// listed returns the values that the setting of a kind of work lists, nil for settings that join
// several values, whose placeholders know how.
func listed(command, flag string) []string {
	e := work.Find(command)
	if e == nil {
		return nil
	}
	if f := setting.Find(e.New(), setting.OfFlag(flag)); f != nil && reflect.TypeOf(f.Value()).Kind() != reflect.Slice {
		return f.Values()
	}
	return nil
}

// placeholders returns the values of flags by their placeholders in the help.
func placeholders() map[string]completion.Values {
	t := map[string]completion.Values{
		"FILE": completion.Files, "FILE|DIR": completion.Files, "FILE[=WEIGHT]": completion.Files, "MATCH": completion.Files,
		"FOLDER": completion.Folders, "DIR": completion.Folders, "RUN": completion.Folders,
		"MODEL": models, "CANDIDATE": models, "REPLACED": models,
		"PLAYER": players, "PLAYERS": completion.Any(completion.List(",", players), completion.Files),
		"SET":       completion.List("+", completion.OneOf(sets()...)),
		"DATABASES": completion.List(",", completion.Any(completion.OneOf("default", "none"), completion.Files)),
		"TABLE":     completion.Any(completion.OneOf(cube.METs()...), completion.Files),
		"GAME":      completion.OneOf(words(board.Variants())...),
		"FILTER":    filters,
		"EQUITY":    completion.Nothing,
		"LEVEL":     completion.OneOf(levels.Names()...),
		"CLASS":     classes, "CLASSES": completion.List(",", classes), "PARTS": parts,
		"KINDS":   completion.List(",", completion.OneOf(words(board.Kinds())...)),
		"GROUPS":  completion.List(",", completion.OneOf(positions.Groupings(nil).Values()...)),
		"SIDE":    completion.OneOf("player", "opponent", "centred"),
		"ENDINGS": completion.OneOf("any", "exact", "none"),
		"AXIS":    completion.OneOf("games", "positions", "epoch", "wall", "cpu"),
		"WHO":     completion.OneOf("dice", "you", "net"),
		"PRESET":  completion.OneOf(rollout.Preset("").Values()...),
	}
	for _, name := range []string{
		"ADDRESS", "ADDRESS:PORT", "HOST:PORT", "URL", "ORIGIN", "NAME", "BOUNDS", "CLASS=N,…", "DAY", "DECAY", "FACTORS", "OTHER=NAME",
		"GAMES", "LAYERS", "NUMBERS", "PERCENT", "PLAY", "QUANTITY", "ROLL", "SCHEDULE", "SCORE", "SHARES", "PATTERN",
		"SIZE", "TEXT", "TEXTS", "TIME", "WORD", "ID", "N", "3,7", "LAMBDA", "NAME=COLUMN", "NAME=VALUE,…", "CONDITION", "MOST/MARGIN", "STEP=FOLDER", "UNITS", "CHANCE", "M", "X", "SHARE", "STEP", "RESULT", "S", "EPD", "POINTS", "CHANCES", "EQUITIES",
	} {
		t[name] = completion.Nothing
	}
	return t
}

// flagValues returns the values of flags whose placeholder does not determine them.
func flagValues() map[string]completion.Values {
	activations := completion.List(",", completion.OneOf("sigmoid", "tanh", "relu", "gnubg-sigmoid"))
	return map[string]completion.Values{
		"--variant": completion.OneOf(words(board.Variants())...), "train td --exact-from": completion.Nothing,
		"--activation": activations,
		"--luck":       completion.Any(completion.OneOf("a", "b"), models), "--judge-model": completion.Any(completion.OneOf("a", "b"), models),
		"analyze --jacoby-rule": onOff, "analyze --boards": completion.OneOf("errors", "all", "none"),
		"--sieve": completion.OneOf("gnubg"), "--sieve-rest": completion.OneOf("gnubg"),
		"eval --format": completion.OneOf("csv", "text", "json"), "moves --format": completion.OneOf("csv", "text", "json"),
		"dataset dump --format": completion.OneOf("text", "csv", "json"), "--format": completion.OneOf("text", "json"),
		"dataset import --format":      completion.OneOf(words(exchange.Formats())...),
		"--precision":                  completion.OneOf("float32", "int16"),
		"dataset export --format":      completion.OneOf("gnubg-nn", "bm", "wildbg", "csv"),
		"record convert --to":          completion.OneOf(record.Formats()...),
		"dataset label --method":       completion.OneOf(words(label.Methods())...),
		"dataset dump --method":        methods,
		"dataset dump --class":         completion.OneOf("over", "race", "crashed", "contact"),
		"dataset import --method":      completion.OneOf(labelMethods()...),
		"--rng":                        completion.OneOf(dice.Names()...),
		"play --opponent":              completion.OneOf(play.Opponents()...),
		"rating predict --law":         completion.OneOf(words(rating.Laws)...),
		"play --rng":                   completion.OneOf(play.Generators()...),
		"rating fit --estimator":       completion.OneOf("ols", "wls", "robust"),
		"rating plot --estimator":      completion.OneOf("ols", "wls", "robust"),
		"rating fit --pairs":           completion.OneOf("1", "2", "all", "auto"),
		"rating plot --pairs":          completion.OneOf("1", "2", "all", "auto"),
		"rating predict --fit":         completion.Any(completion.OneOf("manual"), completion.Files),
		"weights convert --precision":  completion.OneOf("f16", "f32"),
		"train td --precision":         completion.OneOf("float32", "bf16"),
		"train supervised --precision": completion.OneOf("float32", "bf16"),
		"weights prune --part":         completion.List(",", classes),
		"dataset import --columns":     completion.Nothing, "plot --where": completion.Nothing,
		"--backend":         completion.OneOf("fast", "gorgonia"),
		"serve --notify":    completion.Nothing,
		"--drop":            completion.OneOf("server", "standard"),
		"bot --format":      completion.OneOf("mat", "sgf"),
		"--weighting":       completion.OneOf("none", "rows", "inverse-variance"),
		"train td --update": completion.OneOf("games", "batch", "online"),
		"worker --kinds":    completion.List(",", completion.OneOf(farm.KindNames()...)),
	}
}

// players returns the players, and the models and options of nets.
func players(typed string) []string {
	return completion.Any(
		completion.OneOf("net:", "pubeval", "random", "gnubg:", "ubgi:"),
		completion.OneOf(player.Registered()...),
		completion.Behind("net:", models),
		netOptions,
	)(typed)
}

// netOptions returns the options that may follow a net.
func netOptions(typed string) []string {
	return completion.List(",", func(string) []string {
		return []string{"plies=", "cubeplies=", "filter=", "prune=off", "cube=gnubg", "cube=fitted", "met=", "noise=", "cubenoise=", "noiseshares=gnubg"}
	})(typed)
}

// sets returns the names of the feature sets.
func sets() []string {
	var names []string
	for _, s := range features.Sets() {
		names = append(names, s.Name())
	}
	return names
}

// labelMethods returns the methods of labels.
func labelMethods() []string {
	var names []string
	for _, m := range datasets.Methods() {
		if m != datasets.Unlabelled {
			names = append(names, m.String())
		}
	}
	return names
}

// words returns the values in the form of the command line.
func words[T any](values []T) []string {
	var names []string
	for _, v := range values {
		names = append(names, fmt.Sprint(v))
	}
	return names
}
