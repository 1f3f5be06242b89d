package features_test

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/features"
)

// The nonzero inputs of the starting position for the player's 24 and 6 points.
func ExampleSet() {
	set, err := features.Lookup("perspective196")
	if err != nil {
		fmt.Println(err)
		return
	}
	pos := board.Backgammon.Start()
	x := make([]float32, set.Len())
	set.Extract(x, &pos)
	for i, input := range set.Inputs() {
		if x[i] != 0 && (i/4 == 24-1 || i/4 == 6-1) {
			fmt.Println(i, input.Name, x[i])
		}
	}
	// Output:
	// 20 own6.1+ 1
	// 21 own6.2+ 1
	// 22 own6.3+ 1
	// 23 own6.spares 1
	// 92 own24.1+ 1
	// 93 own24.2+ 1
}

func ExampleLookup() {
	set, err := features.Lookup("tesauro198@1")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(features.ID(set), set.Len())
	_, err = features.Lookup("tesauro198@7")
	fmt.Println(err)
	// Output:
	// tesauro198@1 198
	// set tesauro198 has no version "7" here, only 1
}

// Two sets together. Weight files carry the name with both versions.
func ExampleLookup_joined() {
	set, err := features.Lookup("perspective196+gnubg-contact250")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(features.ID(set), set.Len())
	// Output: perspective196@1+gnubg-contact250@2 446
}

// pips is a custom set.
type pips struct{}

func (pips) Name() string { return "total-pips2" }
func (pips) Version() int { return 1 }
func (pips) Len() int     { return 2 }

func (pips) Extract(dst []float32, pos *board.Position) {
	dst[0], dst[1] = float32(pos.Own.Pips())/100, float32(pos.Opp.Pips())/100
}

func (p pips) ExtractSparse(idx []int32, val []float32, pos *board.Position) int {
	p.Extract(val, pos)
	return features.Compact(idx, val[:p.Len()])
}

func (pips) Inputs() []features.Input {
	return []features.Input{
		{Name: "own.pips", Group: "race", Meaning: "pips of the player on roll / 100"},
		{Name: "opp.pips", Group: "race", Meaning: "pips of the opponent / 100"},
	}
}

// A registered set can be used by its name, alone and joined with others.
func ExampleRegister() {
	if err := features.Register(pips{}); err != nil {
		fmt.Println(err)
		return
	}
	set, err := features.Lookup("perspective196+total-pips2")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(features.ID(set), set.Len())
	// Output: perspective196@1+total-pips2@1 198
}

// The groups of inputs of an ablation.
func ExampleInput() {
	set, err := features.Lookup("gnubg-contact250@1")
	if err != nil {
		fmt.Println(err)
		return
	}
	inputs := map[string]int{}
	for _, input := range set.Inputs() {
		inputs[input.Group]++
	}
	fmt.Println(len(inputs), "groups")
	for _, group := range []string{"own home points", "bar", "hits", "timing"} {
		fmt.Println(group, inputs[group])
	}
	// Output:
	// 22 groups
	// own home points 24
	// bar 8
	// hits 4
	// timing 2
}
