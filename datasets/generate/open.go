package generate

import (
	"path/filepath"
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/engine/start"
	"gammonlab/internal/setting"
	"gammonlab/nets"
)

// Open finds the players, models, databases and starting positions that the settings name.
func (s *Settings) Open(o *named.Opener) error {
	if s.plays() && !s.Player.IsSet() {
		s.Player.Name = "net:" + nets.DefaultNet
	}
	for _, p := range []*named.Player{&s.Player, &s.Opponent} {
		if s.Noise != 0 && p.Player == nil && p.Model() != "" {
			p.Name += ",noise=" + number(s.Noise)
		}
	}
	if !s.plays() && s.Informative == nil {
		s.Bearoff = named.Databases{} // no net uses them
	}
	if err := named.Open(s, o); err != nil {
		return err
	}
	return s.Begin.Read(s.Variant)
}

// Read reads the starting positions of a variant, unless they are set.
func (b *Begin) Read(v board.Variant) error {
	if len(b.Starts) == 0 || b.Drawn != nil {
		return nil
	}
	const starts = setting.Name("starts")
	pools, err := ReadPools(b.Starts, v)
	if err != nil {
		return setting.Errorf("%s: %w", starts, named.NotLoaded(err))
	}
	if b.Drawn, err = start.New(v, b.Opening, pools...); err != nil {
		return setting.Errorf("%s: %w", starts, err)
	}
	return nil
}

// players returns the players that are set.
func (s *Settings) players() []*named.Player {
	return slices.DeleteFunc([]*named.Player{&s.Player, &s.Opponent}, func(p *named.Player) bool { return !p.IsSet() })
}

// nameOf returns the name of a player in the sources of rows: its text without folders.
func nameOf(p *named.Player) string {
	model, options, _ := strings.Cut(strings.TrimPrefix(p.Name, "net:"), ",")
	return strings.TrimSpace(filepath.Base(model) + " " + strings.ReplaceAll(options, ",", " "))
}

// shared returns the settings with evaluators that workers can clone.
func (s *Settings) shared() *Settings {
	own := *s
	if s.Informative != nil {
		own.Model.Evaluator = engine.NewFull(s.Model.Evaluator)
	}
	return &own
}

// net returns the net that plays and labels games; see [Settings.checkOpen].
func (s *Settings) net() *engine.Full {
	_, net, _ := player.Spec(s.Player.Player, "")
	return net
}
