package suite

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"

	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/engine/search"
	"gammonlab/internal/setting"
)

// Settings describe a run of suites by players, see [setting.Field].
type Settings struct {
	Players named.Players   `json:"player" default:"net:default" help:"<PLAYER> to test, as in bench match; give several to compare them with the first"`
	Numbers Numbers         `json:"tests,omitzero" help:"run only tests with these <NUMBERS>, such as 10-20,31"`
	All     bool            `json:"all,omitempty" help:"print all results"`
	Bearoff named.Databases `json:"bearoff,omitzero"`
	Seed    uint64          `json:"seed" default:"1" help:"random seed <N>"` // of the players' random numbers

	values []engine.Evaluator // by player, nil for none; set by Open
}

// Validate returns an error for a player that is given twice.
func (s *Settings) Validate() error {
	seen := map[string]bool{}
	for i := range s.Players {
		name := s.Players[i].Name
		if seen[name] {
			return setting.Errorf("%s: %s is given twice", setting.Name("player"), name)
		}
		seen[name] = true
	}
	return nil
}

// Open finds the players and the databases that the settings name. A net also answers
// questions about values, at its search depth.
func (s *Settings) Open(o *named.Opener) error {
	if err := named.Open(s, o); err != nil {
		return err
	}
	s.values = nil
	for i := range s.Players {
		values, err := valuesOf(&s.Players[i], o)
		if err != nil {
			return err
		}
		s.values = append(s.values, values)
	}
	return nil
}

// Compare runs the tests on the players, one player after the other, with a number of
// workers, after [Settings.Open]. It calls progress, if not nil, after each test of each
// player, from any goroutine.
func (s *Settings) Compare(ctx context.Context, tests []Test, workers int, progress func()) (*Comparison, error) {
	c := new(Comparison)
	for i, p := range s.Players {
		r := &Runner{Player: p, Seed: s.Seed, Values: s.values[i], Workers: workers, Progress: progress}
		report, err := r.Run(ctx, tests)
		if err != nil {
			return nil, err
		}
		c.Players = append(c.Players, PlayerReport{p.Called(), report})
	}
	c.findFlips()
	return c, nil
}

// valuesOf returns the evaluator of a net player, nil for another player.
func valuesOf(p *named.Player, o *named.Opener) (engine.Evaluator, error) {
	if p.Model() == "" {
		return nil, nil
	}
	var own struct {
		Model named.Model `json:"player"`
	}
	own.Model.Name = p.Model()
	if err := named.Open(&own, o); err != nil {
		return nil, err
	}
	return search.New(engine.NewFull(own.Model.Evaluator).Clone(), search.Options{Depth: search.Depth{Plies: pliesOf(p.Name)}, CacheBytes: -1})
}

// Tests returns the tests with the numbers of the suites, which are shipped or in files;
// without names, of all shipped suites. A name may have numbers of its own after a colon,
// such as opening:101-115,210.
func (s *Settings) Tests(suites ...string) ([]Test, error) {
	if len(suites) == 0 {
		suites = Names()
	}
	var all []Test
	for _, name := range suites {
		tests, err := selected(name)
		if err != nil {
			return nil, err
		}
		all = append(all, s.Numbers.Choose(tests)...)
	}
	if len(all) == 0 {
		return nil, setting.Errorf("%s: no test of %s has one of the numbers", setting.Name("tests"), strings.Join(suites, ", "))
	}
	return all, nil
}

// selected returns the tests of a suite, or those with the numbers after its name.
func selected(name string) ([]Test, error) {
	at := strings.LastIndexByte(name, ':')
	if _, err := os.Stat(name); at < 0 || !errors.Is(err, fs.ErrNotExist) {
		return Open(name)
	}
	var numbers Numbers
	if err := numbers.UnmarshalText([]byte(name[at+1:])); err != nil {
		return nil, setting.Errorf("%s: numbers of tests: %w", name, err)
	}
	tests, err := Open(name[:at])
	if err != nil {
		return nil, err
	}
	chosen := numbers.Choose(tests)
	if len(chosen) == 0 {
		return nil, setting.Errorf("%s: no test of %s has one of the numbers", name, name[:at])
	}
	return chosen, nil
}
