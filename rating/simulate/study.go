package simulate

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"

	"gammonlab/internal/identity"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/seed"
	"gammonlab/nets/kernel"
)

// Row is a match.
type Row struct {
	Pair             int32   // index in the grid
	PlayerA, PlayerB string  // names
	CheckerA, CubeA  float32 // noise of A, see [Player]
	CheckerB, CubeB  float32

	Length int32
	Match  int32  // number of the match among those of the pair and length, from 0
	Seed   uint64 // seed of these matches; bench match --unpaired plays them again

	Won          bool // A won
	Games, Plies int32

	// Luck is A's luck-adjusted winning chance: 1 or 0 for the result, less the luck of
	// both sides' rolls. For one match it may lie outside 0 to 1; its mean is that of the
	// results.
	Luck float64

	// Costs of decisions according to the judge, in normalised equity. Plays counts
	// unforced plays, Cubes counts actual and close cube decisions; CubeError sums over
	// all cube decisions.
	PlaysA, PlaysB         int32
	PlayErrorA, PlayErrorB float64
	CubesA, CubesB         int32
	CubeErrorA, CubeErrorB float64
}

// check returns an error for an impossible row.
func (r *Row) check() error {
	for _, n := range []struct {
		name string
		n    int32
		min  int32
	}{
		{"games", r.Games, 1}, {"plies", r.Plies, 1}, {"plays_a", r.PlaysA, 0}, {"plays_b", r.PlaysB, 0},
		{"cubes_a", r.CubesA, 0}, {"cubes_b", r.CubesB, 0},
	} {
		if n.n < n.min {
			return fmt.Errorf("column %s is %d, want %d or more", n.name, n.n, n.min)
		}
	}
	if math.IsNaN(r.Luck) || math.IsInf(r.Luck, 0) {
		return fmt.Errorf("column luck_adjusted is %v, want a number", r.Luck)
	}
	for _, x := range []struct {
		name string
		x    float64
	}{
		{"play_error_a", r.PlayErrorA}, {"play_error_b", r.PlayErrorB},
		{"cube_error_a", r.CubeErrorA}, {"cube_error_b", r.CubeErrorB},
	} {
		if !(x.x >= 0) || math.IsInf(x.x, 1) {
			return fmt.Errorf("column %s is %v, want a sum of errors", x.name, x.x)
		}
	}
	return nil
}

// Study has the results of a simulation. Its JSON is all that the rows depend on.
type Study struct {
	Settings        // with digests of the models
	Toolkit  string `json:"toolkit"` // version of the program
	Kernel   string `json:"kernel"`  // class of the kernels

	Rows   []Row  `json:"-"` // by pair, length and match
	Digest string `json:"-"` // SHA-256 of the file in hexadecimal; empty without a file
}

// seedOf returns the seed of a cell's matches.
func seedOf(study uint64, c cell) uint64 {
	return seed.Derive(seed.Derive(study, uint64(c.pair)), uint64(c.length))
}

// row returns the row of a match before it is played.
func (s *Study) row(c cell, match int) Row {
	p := &s.Grid.Pairs[c.pair]
	return Row{
		Pair: int32(c.pair), PlayerA: p.A.Name, PlayerB: p.B.Name,
		CheckerA: p.A.Checker, CubeA: p.A.Cube, CheckerB: p.B.Checker, CubeB: p.B.Cube,
		Length: int32(c.length), Match: int32(match), Seed: seedOf(s.Seed, c),
	}
}

// same returns an error that names the settings in which the study at path differs from
// the wanted one. It does not compare rows.
func same(path string, found, want *Study) error {
	a, err := json.Marshal(found)
	if err != nil {
		return err
	}
	b, err := json.Marshal(want)
	if err != nil {
		return err
	}
	err = identity.Compare(a, b, kernel.CheckClass)
	var other *identity.Mismatch
	if errors.As(err, &other) {
		other.Where = path
	}
	return err
}

// Summary is the content of the file of a study.
type Summary struct {
	Out     string `json:"out"`
	Matches int    `json:"matches" unit:"matches" meaning:"matches that were simulated"`
	Digest  string `json:"digest"` // digest of the file
}

// Summary returns the content of the file of the study.
func (s *Study) Summary(path string) *Summary { return &Summary{path, len(s.Rows), s.Digest} }

// Text returns a line.
func (s *Summary) Text() string {
	return fmt.Sprintf("%s: %d %s, SHA-256 %s\n", s.Out, s.Matches, plaintext.Noun(s.Matches, "match", "matches"), s.Digest)
}

// HideFolders leaves the last element of the path.
func (s *Summary) HideFolders() { s.Out = filepath.Base(s.Out) }
