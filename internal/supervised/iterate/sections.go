package iterate

import (
	"errors"
	"fmt"
	"slices"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/generate"
	"gammonlab/datasets/label"
	"gammonlab/internal/setting"
)

// Generate are the settings of the self-play games of the best net, and of the positions
// that are collected from them. With Trace the positions are labelled while the games are
// played.
type Generate struct {
	generate.Play
	generate.Selection
	generate.Trace
}

// ByGames reports whether only the number of games limits the positions.
func (s *Generate) ByGames() bool { return s.Positions == 0 && s.Quotas == nil }

// progress returns the progress in positions, or in games if ByGames.
func (s *Generate) progress(total int64, report func(done, total int64)) func(*generate.Counts) {
	if s.ByGames() {
		return func(n *generate.Counts) { report(n.Games, s.Games) }
	}
	return func(n *generate.Counts) { report(n.Positions, total) }
}

// settings returns the settings of the collection by the net of a name.
func (s *Generate) settings(v board.Variant, net string) *generate.Settings {
	to := &generate.Settings{Variant: v, Play: s.Play, Selection: s.Selection, Trace: s.Trace}
	to.Player.Name = "net:" + net
	if s.Informative != nil {
		to.Model.Name = net
	}
	return to
}

// check returns errors for invalid settings, and for those that the variant does not
// support.
func (s *Generate) check(section setting.Name, v board.Variant) error {
	return setting.In(section, s.settings(v, "start").Validate())
}

// methods are the methods by which the best net can label.
var methods = []datasets.Method{datasets.Ply1, datasets.Ply2, datasets.Rollout, datasets.Game}

// defaultLabel returns the default settings of labelling.
func defaultLabel() *label.Settings {
	s := new(label.Settings)
	if err := setting.Read(s, nil, nil); err != nil {
		panic(fmt.Sprintf("iterate: default of label: %v", err)) // a mistake in a tag
	}
	return s
}

// checkLabel returns errors for invalid settings of the labels.
func (c *Config) checkLabel() error {
	const section, method, seed = setting.Name("label"), setting.Name("label.method"), setting.Name("label.seed")
	switch traces := c.Generate.Lambda != nil; {
	case traces || c.Label == nil:
		return errors.Join(
			setting.Check(section, c.Label == nil, "has no effect with %s, which labels the positions", setting.Name("generate.trace")),
			setting.Check(section, c.Label != nil || traces, "is missing"))
	case !slices.Contains(methods, c.Label.By):
		return setting.Errorf("%s is %q, want one of %v", method, string(c.Label.By), methods)
	}
	return errors.Join(
		setting.Check(seed, c.Label.Seed == defaultLabel().Seed, "is %d, want none: seeds of generations follow from that of the run", c.Label.Seed),
		setting.In(section, c.Label.Validate()))
}
