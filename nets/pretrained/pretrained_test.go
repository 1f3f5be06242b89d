package pretrained_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/features"
	"gammonlab/internal/digest"
	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/nets/pretrained"
)

// The names are those in the help and the docs.
func TestNames(t *testing.T) {
	if got, want := pretrained.Names(), []string{"default", "fast", "large", "td512"}; !slices.Equal(got, want) {
		t.Errorf("shipped are %v, want %v", got, want)
	}
}

// The files are part of the program and of the repository, so they must be
// small, and their provenance must be complete.
func TestShippedFiles(t *testing.T) {
	const most = 6_000_000
	for _, name := range pretrained.Names() {
		file := must.Get(pretrained.File(name))(t)
		if len(file) > most {
			t.Errorf("%s: the file has %d bytes, want at most %d", name, len(file), most)
		}
		m := must.Get(pretrained.Load(name))(t)
		if got, want := must.Get(m.Digest())(t), digest.Bytes(file); got != want {
			t.Errorf("%s: digest %s, that of the file is %s", name, got, want)
		}
		if m.Provenance["toolkit"] == "" || m.Provenance["config"] == "" {
			t.Errorf("%s: the provenance is %v, want the toolkit and the settings", name, m.Provenance)
		}
	}
}

func TestShippedNetsAreSane(t *testing.T) {
	for _, name := range pretrained.Names() {
		m, err := pretrained.Load(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := engine.CheckSanity(engine.NewStatic(m, nil), m.Variant); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A shipped net evaluates positions that are easy for a beginner. The bounds
// are wide: any trained net passes, and a random one does not.
func TestShippedNetsKnowWonAndLostPositions(t *testing.T) {
	start := board.Backgammon.Start()
	positions := []board.Position{
		start,
		{Own: board.Side{board.Off: 14, 1: 1}, Opp: board.Side{board.Off: 5, 6: 10}},
		{Own: board.Side{board.Off: 5, 6: 10}, Opp: board.Side{board.Off: 13, 1: 2}},
		{Own: board.Side{6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2}, Opp: board.Side{board.Bar: 2, 24: 2, 13: 5, 8: 3, 6: 3}},
	}
	bounds := [][2]float32{{0.45, 0.60}, {0.9, 1}, {0, 0.1}, {0.75, 1}}
	for _, name := range pretrained.Names() {
		m := must.Get(pretrained.Load(name))(t)
		answers := make([]engine.Probabilities, len(positions))
		engine.NewStatic(m, nil).Evaluate(answers, positions)
		for i, p := range answers {
			if win := p[engine.Win]; win < bounds[i][0] || win > bounds[i][1] {
				t.Errorf("%s: %s wins %v of the games, want %v to %v", name, positions[i].ID(), win, bounds[i][0], bounds[i][1])
			}
		}
	}
}

// The feature set of each net of a shipped model. A file may name the set
// without its version, and a new version must not replace the set of the
// training.
func TestShippedNetsSeeTheirFeatures(t *testing.T) {
	byClass := map[nets.Part]string{
		nets.Race: "gnubg-race214@1", nets.Crashed: "gnubg-contact250@2", nets.Contact: "gnubg-contact250@2",
		nets.PruningRace: "gnubg-base200@1", nets.PruningCrashed: "gnubg-base200@1", nets.PruningContact: "gnubg-base200@1",
	}
	for _, name := range pretrained.Names() {
		m := must.Get(pretrained.Load(name))(t)
		got := map[nets.Part]string{}
		for part, net := range m.Nets {
			set := must.Get(features.Lookup(net.Spec().Features))(t)
			if got[part] = features.ID(set); part.OfCube() {
				if base := map[nets.Part]string{nets.CubeRace: "gnubg-race214@1", nets.CubeCrashed: "gnubg-contact250@2", nets.CubeContact: "gnubg-contact250@2"}[part]; got[part] != base+"+cube-stakes@1" {
					t.Errorf("%s: the net for %s sees %s", name, part, got[part])
				}
				delete(got, part)
			}
		}
		want := byClass
		if name == "td512" {
			want = map[nets.Part]string{nets.All: "perspective196@1"}
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: sees %v, learned over %v", name, got, want)
		}
	}
}

func TestLoadUnknownName(t *testing.T) {
	if _, err := pretrained.Load("nonesuch"); !errors.Is(err, pretrained.ErrUnknown) {
		t.Errorf("error %v, want %v", err, pretrained.ErrUnknown)
	}
}

func ExampleLoad() {
	m, err := pretrained.Load(pretrained.Default)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Variant)
	// Output: backgammon
}
