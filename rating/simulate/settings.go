package simulate

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gammonlab/engine/named"
	"gammonlab/engine/search"
	"gammonlab/farm"
	"gammonlab/internal/setting"
)

// Settings describe a simulation: the grid to play, and all that its matches depend on. The
// fields with JSON keys are the only description of such work, see [setting.Field].
type Settings struct {
	// Study names a shipped grid, which Lengths and Matches, if set, reduce; see
	// [Settings.Prepare].
	Study   Part  `json:"study,omitempty" form:"1" farm:"-" help:"play this <PART> of the study: {values}"`
	Matches *int  `json:"matches,omitempty" farm:"-" shown:"as in the grid" help:"number <N> of matches of each pair at each length"`
	Lengths []int `json:"lengths,omitempty" farm:"-" help:"only these match lengths, such as <3,7>"`

	Grid  Grid   `json:"grid,omitzero" input:"-"`
	Seed  uint64 `json:"seed" default:"1" help:"random seed <N>"`
	Judge int    `json:"judge" help:"search depth of the judge, <N> plies"`

	// Model is the model of the judge, and of players without a model in the grid.
	Model   named.Model       `json:"model" default:"default" help:"<MODEL> that evaluates: a shipped net, a safetensors file or gnubg weights"`
	Digests map[string]string `json:"model_digests,omitempty" farm:"-" input:"-"` // of all models, by name; set by [Settings.Run]
	Bearoff named.Databases   `json:"bearoff" farm:"-"`

	Workers int `json:"-"` // number of goroutines; the result does not depend on it

	// Pool plays the matches; nil for the goroutines of this process.
	Pool farm.Pool `json:"-"`

	// Replace replaces an existing file of the study at the end.
	Replace bool `json:"-"`

	// Progress, if set, receives the number of matches played, which includes those of
	// earlier processes. It is called by one goroutine at a time.
	Progress func(done, total int64) `json:"-"`
}

// Part is a part of the study in the manual of GNU Backgammon, its appendix, or players of 2
// plies against players of 0.
type Part string

// Values returns the parts.
func (Part) Values() []string { return []string{"1", "2", "appendix", "plies"} }

// MarshalText implements [encoding.TextMarshaler].
func (p Part) MarshalText() ([]byte, error) { return []byte(p), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (p *Part) UnmarshalText(text []byte) error {
	if *p = Part(text); !slices.Contains(p.Values(), string(text)) {
		return fmt.Errorf("%q, want one of %s", text, strings.Join(p.Values(), ", "))
	}
	return nil
}

// Validate returns an error for the first invalid setting, by its name.
func (s *Settings) Validate() error {
	const study, grid = setting.Name("study"), setting.Name("grid")
	if (s.Study == "") == (len(s.Grid.Pairs) == 0) {
		return setting.Errorf("want %s or %s, one of them", study, grid)
	}
	return search.CheckPlies("judge", s.Judge)
}

// Prepare sets the grid to the named one, if any, and reduces it.
func (s *Settings) Prepare() error {
	if s.Study != "" {
		grid, err := Shipped(s.Study)
		if err != nil {
			return err
		}
		s.Grid, s.Study = *grid, ""
	}
	if s.Lengths != nil {
		s.Grid.Restrict(s.Lengths)
	}
	if s.Matches != nil {
		s.Grid.Scale(*s.Matches)
	}
	s.Lengths, s.Matches = nil, nil
	return s.Grid.Validate()
}

// Open prepares the grid and finds the models and databases that the settings name.
func (s *Settings) Open(o *named.Opener) error {
	if err := s.Prepare(); err != nil {
		return err
	}
	return named.Open(s, o)
}

// identity returns the settings with the model's name, and with digests of all models and
// the contents of the databases.
func (s *Settings) identity() (Settings, error) {
	own := named.Identify(struct {
		Bearoff named.Databases `json:"bearoff"`
	}{s.Bearoff})
	i := *s
	i.Bearoff, i.Digests = named.Databases{Name: own.Bearoff.Name}, map[string]string{}
	i.Model = named.Model{Name: filepath.Base(s.Model.Name)}
	models := []*named.Model{&s.Model}
	for k := range s.Grid.Pairs {
		models = append(models, &s.Grid.Pairs[k].A.Model, &s.Grid.Pairs[k].B.Model)
	}
	for k, m := range models {
		name := m.Name
		if k == 0 {
			name = i.Model.Name
		}
		if name == "" {
			continue
		}
		digest := m.Digest()
		if known, ok := i.Digests[name]; ok && known != digest {
			return i, fmt.Errorf("two models are called %s", name)
		}
		i.Digests[name] = digest
	}
	return i, nil
}
