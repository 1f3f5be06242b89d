package player

import (
	"fmt"
	"strconv"
	"strings"

	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
	"gammonlab/internal/engine/player/external"
	"gammonlab/nets"
)

// Supported describes the texts that [Parse] supports.
const Supported = "net:MODEL, pubeval, random, " + external.Supported

// Parse returns the player for the text:
//
//	net:MODEL   with the evaluator that load returns for MODEL; options may follow
//	pubeval     Tesauro's public benchmark player
//	random      any legal play
//
// another program's player, see [external.Parse], or one of [Register].
//
// The options are:
//
//	,plies=N             look-ahead (default: 0)
//	,cube=E              cube efficiencies: learned, by nets of the model, or the constants fitted
//	                     or gnubg (default: learned if the model has such nets, else gnubg)
//	,filter=F            filter in the form of [search.ParseFilter] (default: normal)
//	,precision=P         precision of the model's products, float32 or int16 (default: the model's)
//	,prune=on or off     use the model's pruning nets (default: on)
//	,noise=S             standard deviation of random errors in plays, see [Noisy]
//	,cubenoise=S         the same in cube decisions
//	,noiseshares=gnubg   a quarter of the noise in gammons, a hundredth in backgammons;
//	                     or even (default)
func Parse(spec string, load func(model string) (engine.Evaluator, error)) (engine.Player, error) {
	kind, rest, hasRest := strings.Cut(spec, ":")
	switch {
	case spec == "pubeval":
		return Pubeval{}, nil
	case spec == "random":
		return NewRandom(), nil
	case kind == "net" && hasRest:
		return parseNet(spec, rest, load)
	}
	if p, ours, err := external.Parse(spec); ours {
		return p, err
	}
	if p, ours, err := registered(kind, rest); ours {
		if err != nil {
			return nil, fmt.Errorf("%q: %w", spec, err)
		}
		return p, nil
	}
	return nil, fmt.Errorf("unknown player %q, want %s", spec, Supported)
}

// parseNet parses the text after "net:", a model and its options.
func parseNet(spec, rest string, load func(model string) (engine.Evaluator, error)) (engine.Player, error) {
	words := strings.Split(rest, ",")
	name, options := words[0], words[1:]
	if name == "" {
		return nil, fmt.Errorf("%q has no model, want %s", spec, Supported)
	}
	settings := netOptions{Options: search.Options{Filter: search.Normal()}}
	for _, option := range options {
		if err := set(&settings, option); err != nil {
			return nil, fmt.Errorf("%q: %w", spec, err)
		}
	}
	eval, err := load(name)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", spec, err)
	}
	if settings.precision != "" {
		static, ok := eval.(*engine.Static)
		if !ok {
			return nil, fmt.Errorf("%q: the model has no other precision", spec)
		}
		eval = static.In(settings.precision)
	}
	searcher, err := search.New(eval, settings.Options)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", spec, err)
	}
	var rules advice.Options
	if settings.cube != "" {
		if rules.Efficiency, err = cube.NamedEfficiency(settings.cube, searcher.Static()); err != nil {
			return nil, fmt.Errorf("%q: %w", spec, err)
		}
	}
	by := advice.New(searcher, rules)
	if settings.noise.Plays > 0 || settings.noise.Cube > 0 {
		return newNoisy(by, settings.noise), nil
	}
	return &LookAhead{adviser{advice: by}}, nil
}

// netOptions are the options of a net player.
type netOptions struct {
	search.Options
	noise     Noise
	cube      string         // cube efficiencies, "" for the model's
	precision nets.Precision // "" for the model's
}

// set parses an option.
func set(settings *netOptions, option string) error {
	key, value, _ := strings.Cut(option, "=")
	var err error
	switch {
	case key == "plies":
		if settings.Plies, err = strconv.Atoi(value); err != nil || settings.Plies < 0 || settings.Plies > search.MaxPlies {
			return fmt.Errorf("option %q, want 0 to %d plies", option, search.MaxPlies)
		}
	case key == "filter":
		if settings.Filter, err = search.ParseFilter(value); err != nil {
			return err
		}
	case key == "precision":
		if settings.precision, err = nets.ParsePrecision(value); err != nil {
			return err
		}
	case key == "cube":
		if value != cube.Learned && value != cube.Fitted && value != cube.Gnubg {
			return fmt.Errorf("option %q, want %s, %s or %s", option, cube.Learned, cube.Fitted, cube.Gnubg)
		}
		settings.cube = value
	case option == "prune=on":
		settings.NoPruning = false
	case option == "prune=off":
		settings.NoPruning = true
	case option == "noiseshares=gnubg":
		settings.noise.Gnubg = true
	case option == "noiseshares=even":
		settings.noise.Gnubg = false
	case key == "noise":
		return setNoise(&settings.noise.Plays, option, value)
	case key == "cubenoise":
		return setNoise(&settings.noise.Cube, option, value)
	default:
		return fmt.Errorf("unknown option %q, want plies=N, cube=E, filter=F, precision=float32 or int16, prune=on or off, noise=S, cubenoise=S or noiseshares=gnubg or even", option)
	}
	return nil
}

// setNoise parses the value of an option that is a standard deviation.
func setNoise(dst *float32, option, value string) error {
	noise, err := strconv.ParseFloat(value, 32)
	if err != nil || !(noise >= 0 && noise <= 1) { // so that NaN fails too
		return fmt.Errorf("option %q, want a standard deviation from 0 to 1", option)
	}
	*dst = float32(noise)
	return nil
}
