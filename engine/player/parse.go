package player

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/player/external"
	"gammonlab/engine/search"
	"gammonlab/internal/nearest"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/setting"
	"gammonlab/nets"
)

// Supported describes the texts that [Parse] supports, also those of [Register].
func Supported() string {
	kinds := append([]string{"net:MODEL", "pubeval", "random"}, Registered()...)
	return strings.Join(append(kinds, external.Supported), ", ")
}

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
//	,cubeplies=N         look-ahead of cube decisions (default: as for plays)
//	,rollers=N           in place of plies: rollers of size N, 1 to 3, see [Parser]
//	,time=T              in place of plies: as deep as the time T allows, such as 500ms
//	,cube=E              cube efficiencies: learned, by nets of the model, or the constants fitted
//	                     or gnubg (default: learned if the model has such nets, else gnubg)
//	,met=TABLE           match equity table, one of [cube.METs] (default: that of the match)
//	,filter=F            filter in the form of [search.ParseFilter] (default: quick)
//	,precision=P         precision of the model's products, float32 or int16 (default: the model's)
//	,prune=on or off     use the model's pruning nets (default: on)
//	,noise=S             standard deviation of random errors in plays, see [Noisy]
//	,cubenoise=S         the same in cube decisions
//	,noiseshares=gnubg   a quarter of the noise in gammons, a hundredth in backgammons;
//	                     or even (default)
//	,name=TEXT           what readers call the player, which plays as without it
func Parse(spec string, load func(model string) (engine.Evaluator, error)) (engine.Player, error) {
	return (&Parser{Load: load}).Parse(spec)
}

// Parser returns the players of texts.
type Parser struct {
	// Load returns the evaluator of a model.
	Load func(model string) (engine.Evaluator, error)

	// Roller rolls out the close decisions of players with the option rollers; nil if there
	// are no such players.
	Roller advice.Roller
}

// Parse is the function [Parse] with the models and the rollers of the parser.
func (p *Parser) Parse(spec string) (engine.Player, error) {
	kind, rest, hasRest := strings.Cut(spec, ":")
	switch {
	case spec == "pubeval":
		return Pubeval{}, nil
	case spec == "random":
		return NewRandom(), nil
	case kind == "net" && hasRest:
		return p.net(spec, rest)
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
	return nil, fmt.Errorf("unknown player %q, want %s%s", spec, Supported(), meant(spec))
}

// meant asks for the player that an unknown one may mean: a net without net:, or a name with
// a typing error.
func meant(spec string) string {
	names := append([]string{"pubeval", "random"}, Registered()...)
	for _, net := range nets.Shipped() {
		if names = append(names, "net:"+net); nearest.Of(spec, []string{net}) != "" {
			return "; did you mean net:" + net + "?"
		}
	}
	return nearest.Question(spec, names)
}

// net parses the text after "net:", a model and its options.
func (p *Parser) net(spec, rest string) (engine.Player, error) {
	words := strings.Split(rest, ",")
	name, options := words[0], words[1:]
	if name == "" {
		return nil, fmt.Errorf("%q has no model, want %s", spec, Supported())
	}
	var o netOptions
	if err := setting.ReadOptions(&o, options); err != nil {
		return nil, fmt.Errorf("%q: %w", spec, err)
	}
	if o.Rollers > 0 && p.Roller == nil {
		return nil, fmt.Errorf("%q: there are no rollers here", spec)
	}
	eval, err := p.Load(name)
	if err == nil {
		eval, err = o.Precision.In(eval)
	}
	if err != nil {
		return nil, fmt.Errorf("%q: %w", spec, err)
	}
	searcher, err := search.New(eval, search.Options{Depth: o.Depth, CubePlies: o.CubePlies, Rollers: o.Rollers, Time: o.Time, NoPruning: !o.Prune})
	if err != nil {
		return nil, fmt.Errorf("%q: %w", spec, err)
	}
	rules := advice.Options{Roller: p.Roller}
	if o.Cube != "" {
		if rules.Efficiency, err = cube.NamedEfficiency(o.Cube, searcher.Static()); err != nil {
			return nil, fmt.Errorf("%q: %w", spec, err)
		}
	}
	if o.MET != "" {
		if rules.MET, err = cube.NamedMET(o.MET); err != nil {
			return nil, fmt.Errorf("%q: %w", spec, err)
		}
		rules.OwnMET = o.MET
	}
	by := advice.New(searcher, rules)
	if o.Noise.Plays > 0 || o.Noise.Cube > 0 {
		return newNoisy(by, o.Noise), nil
	}
	return &LookAhead{adviser{advice: by}}, nil
}

// netOptions are the options of a net player.
type netOptions struct {
	search.Depths
	Cube      string           `json:"cube"` // cube efficiencies, "" for the model's
	MET       string           `json:"met"`  // match equity table, "" for that of the match
	Precision engine.Precision `json:"precision"`
	Prune     bool             `json:"prune" default:"true"`
	Noise
	Name string `json:"name"` // of the player, for readers
}

// longestName is the number of letters that a name of a player can have: it fits into a column.
const longestName = 60

// Validate returns errors for options out of range and unknown names. They need no model, so
// that recipes can be checked before a step has made it.
func (o *netOptions) Validate() error {
	errs := []error{o.Depths.Validate(), o.Noise.Validate()}
	if o.Rollers > 0 && o.Cube != "" {
		errs = append(errs, setting.Errorf("%s contradicts %s: rollers use the model's cube efficiencies", setting.Name("cube"), setting.Name("rollers")))
	}
	if utf8.RuneCountInString(o.Name) > longestName || plaintext.VisibleLine(o.Name) != o.Name {
		errs = append(errs, setting.Errorf("%s is %.80q, want at most %d letters on a line", setting.Name("name"), o.Name, longestName))
	}
	if o.Cube != "" && !slices.Contains(cube.Efficiencies(), o.Cube) {
		errs = append(errs, setting.Errorf("%s: %w", setting.Name("cube"), cube.UnknownEfficiency(o.Cube)))
	}
	if o.MET != "" {
		if _, err := cube.NamedMET(o.MET); err != nil {
			errs = append(errs, setting.Errorf("%s: %w", setting.Name("met"), err))
		}
	}
	return errors.Join(errs...)
}
