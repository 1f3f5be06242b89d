package pretrained_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/features"
	"gammonlab/nets/pretrained"
)

func TestShippedNetsAreSane(t *testing.T) {
	names := pretrained.Names()
	if !slices.Contains(names, pretrained.Default) {
		t.Fatalf("shipped are %v, want %q among them", names, pretrained.Default)
	}
	for _, name := range names {
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

// A shipped net must know what a beginner knows; bounds are wide, so that any
// trained net passes and a random one does not.
func TestDefaultKnowsWonAndLostPositions(t *testing.T) {
	m, err := pretrained.Load(pretrained.Default)
	if err != nil {
		t.Fatal(err)
	}
	start := board.Backgammon.Start()
	positions := []board.Position{
		start,
		{Own: board.Side{board.Off: 14, 1: 1}, Opp: board.Side{board.Off: 5, 6: 10}},
		{Own: board.Side{board.Off: 5, 6: 10}, Opp: board.Side{board.Off: 13, 1: 2}},
		{Own: board.Side{6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2}, Opp: board.Side{board.Bar: 2, 24: 2, 13: 5, 8: 3, 6: 3}},
	}
	bounds := [][2]float32{{0.45, 0.60}, {0.9, 1}, {0, 0.1}, {0.75, 1}}
	answers := make([]engine.Probabilities, len(positions))
	engine.NewStatic(m, nil).Evaluate(answers, positions)
	for i, p := range answers {
		if win := p[engine.Win]; win < bounds[i][0] || win > bounds[i][1] {
			t.Errorf("%s: wins %v of the games, want %v to %v", positions[i].ID(), win, bounds[i][0], bounds[i][1])
		}
	}
}

// The file of the default net names its features without their version: a third one
// of that set must not take the place of the second.
func TestDefaultSeesItsFeatures(t *testing.T) {
	m, err := pretrained.Load(pretrained.Default)
	if err != nil {
		t.Fatal(err)
	}
	for part, net := range m.Nets {
		set, err := features.Lookup(net.Spec().Features)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := features.ID(set), "gnubg-contact250@2"; got != want {
			t.Errorf("%v: sees %s, learned over %s", part, got, want)
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
