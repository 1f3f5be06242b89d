package bearoff

import (
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/bearoff/internal/bearofftest"
)

// cubeStates returns the state of a centred cube in a game that wins or loses gains[0], and
// gains[n] after n doubles. The player on roll leads the match if lead is positive.
func cubeStates(lead float64, gains ...float64) *CubeState {
	type place struct {
		doubles int
		owner   int // 0 for nobody, 1 for the player on roll, -1 for the opponent
		leader  bool
	}
	made := map[place]*CubeState{}
	var state func(p place) *CubeState
	state = func(p place) *CubeState {
		if made[p] != nil {
			return made[p]
		}
		middle := 0.5 - lead
		if p.leader {
			middle = 0.5 + lead
		}
		s := &CubeState{Win: middle + gains[p.doubles], Lose: middle - gains[p.doubles]}
		made[p] = s
		s.Swapped = state(place{p.doubles, -p.owner, !p.leader})
		if p.owner >= 0 && p.doubles+1 < len(gains) {
			s.Doubled = state(place{p.doubles + 1, -1, p.leader})
		}
		return s
	}
	return state(place{leader: true})
}

// randomRaces draws positions that the races cover.
func randomRaces(r *Races, n int) []board.Position {
	rng := rand.New(rand.NewPCG(3, 4))
	var all []board.Position
	for len(all) < n {
		pos := board.Position{Own: bearofftest.RandomSide(rng, r.Points(), r.Checkers()), Opp: bearofftest.RandomSide(rng, r.Points(), r.Checkers())}
		if r.Covers(&pos) {
			all = append(all, pos)
		}
	}
	return all
}

// valuesOf asks for the values of all positions, with centred and turned cubes of both
// players.
func valuesOf(r *Races, positions []board.Position, at *CubeState) (all []float64) {
	for i := range positions {
		all = append(all, r.NoDouble(&positions[i], at), r.NoDouble(&positions[i], at.Doubled),
			r.NoDouble(&positions[i], at.Doubled.Swapped), r.NoDouble(&positions[i], at.Swapped))
	}
	return all
}

func compareValues(t *testing.T, name string, got, want []float64) {
	t.Helper()
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("%s: value %d is %v, want %v", name, i, got[i], want[i])
		}
	}
}

// Values depend neither on the order of the questions nor on the processors, nor on tables
// that were dropped.
func TestRacesAgree(t *testing.T) {
	r := NewRaces(6, 4)
	positions := randomRaces(r, 300)
	at := cubeStates(0.1, 0.05, 0.1, 0.2, 0.4)
	full := board.Position{Own: bearofftest.OnBoard(0, 0, 0, 0, 0, 4), Opp: bearofftest.OnBoard(0, 0, 0, 0, 0, 4)}
	r.NoDouble(&full, at) // all at once
	want := valuesOf(r, positions, at)

	compareValues(t, "grown", valuesOf(NewRaces(6, 4), positions, at), want)
	small := NewRaces(6, 4)
	small.budget = 1
	compareValues(t, "without memory", valuesOf(small, positions[:4], at), want)
	before := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(before)
	compareValues(t, "on one processor", valuesOf(NewRaces(6, 4), positions, at), want)
}

// The values of races are those of a game with the players exchanged, and equal stakes share a
// table.
func TestRacesShareTables(t *testing.T) {
	r := NewRaces(6, 3)
	positions := randomRaces(r, 100)
	at, other := cubeStates(0.1, 0.05, 0.1, 0.2), cubeStates(-0.1, 0.05, 0.1, 0.2)
	want := valuesOf(r, positions, at)
	tables := len(r.tables)
	compareValues(t, "the other side leads", valuesOf(r, positions, other.Swapped), want)
	if len(r.tables) != tables {
		t.Errorf("%d tables, want %d", len(r.tables), tables)
	}
	level := cubeStates(0, 0.1, 0.2)
	if v := r.view(level); !v.table.same || v.table != r.view(level.Swapped).table {
		t.Errorf("two tables at a level score")
	}
}

// Goroutines share races, also when there is room for few tables.
func TestRacesConcurrently(t *testing.T) {
	var scores []*CubeState
	for i := range 6 {
		scores = append(scores, cubeStates(float64(i)/50, 0.05, 0.1, 0.2))
	}
	alone, shared := NewRaces(6, 3), NewRaces(6, 3)
	shared.budget = 200_000
	positions := randomRaces(alone, 8)
	var want [][]float64
	for _, at := range scores {
		want = append(want, valuesOf(alone, positions, at))
	}
	var group sync.WaitGroup
	for worker := range 4 {
		group.Go(func() {
			for i := range scores {
				i = (i + worker) % len(scores)
				for k, v := range valuesOf(shared, positions, scores[i]) {
					if v != want[i][k] {
						t.Errorf("score %d: value %d is %v, want %v", i, k, v, want[i][k])
						return
					}
				}
			}
		})
	}
	group.Wait()
	var size int64
	for _, table := range shared.tables {
		size += table.values.Load().bytes()
	}
	if size += shared.chances.values.Load().bytes(); size != shared.size {
		t.Errorf("%d bytes counted, want %d", shared.size, size)
	}
}

// Large databases solve races of fewer checkers.
func TestRacesOfDatabases(t *testing.T) {
	for _, c := range []struct{ points, checkers, want int }{{6, 6, 6}, {6, 7, 7}, {6, 10, 7}, {12, 4, 3}, {3, 11, 11}} {
		d := &TwoSided{header: Header{Points: c.points, Checkers: c.checkers}}
		if r := d.Races(); r.Points() != c.points || r.Checkers() != c.want {
			t.Errorf("%d checkers on %d points, want %d", r.Checkers(), r.Points(), c.want)
		}
	}
}

// A match equity table that makes no sense gives values, no panic.
func TestRacesWithSenselessStakes(t *testing.T) {
	r := NewRaces(6, 2)
	for i, pos := range randomRaces(r, 20) {
		for _, at := range []*CubeState{cubeStates(0, -0.1, 0.3), cubeStates(0.2, 0.1, -0.3), cubeStates(3, 1, 2), cubeStates(0, 0, 0)} {
			if v := r.NoDouble(&pos, at); !(v >= 0 && v <= 1) {
				t.Errorf("position %d: %v, want 0 to 1", i, v)
			}
		}
	}
}
