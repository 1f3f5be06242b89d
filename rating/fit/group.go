package fit

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gammonlab/rating/simulate"
)

// sums are the sums over the matches of a pair and length.
type sums struct {
	n                    int
	chance, chance2      float64 // sums of luck-adjusted results and of their squares
	won                  int
	plays, cubes         [2]int
	playError, cubeError [2]float64
}

// add adds a match.
func (s *sums) add(r *simulate.Row) {
	s.n++
	s.chance += r.Luck
	s.chance2 += r.Luck * r.Luck
	if r.Won {
		s.won++
	}
	s.plays[0] += int(r.PlaysA)
	s.plays[1] += int(r.PlaysB)
	s.cubes[0] += int(r.CubesA)
	s.cubes[1] += int(r.CubesB)
	s.playError[0] += r.PlayErrorA
	s.playError[1] += r.PlayErrorB
	s.cubeError[0] += r.CubeErrorA
	s.cubeError[1] += r.CubeErrorB
}

// key distinguishes pairs and lengths, also pairs with the same number in studies of
// different players.
type key struct {
	pair    int32
	players [2]string
	noise   [4]float32 // noise of A's checker play and cube decisions, then of B's
	length  int32
}

func keyOf(r *simulate.Row) key {
	return key{r.Pair, [2]string{r.PlayerA, r.PlayerB}, [4]float32{r.CheckerA, r.CubeA, r.CheckerB, r.CubeB}, r.Length}
}

func (k key) compare(o key) int {
	return cmp.Or(cmp.Compare(k.pair, o.pair), slices.Compare(k.players[:], o.players[:]),
		slices.Compare(k.noise[:], o.noise[:]), cmp.Compare(k.length, o.length))
}

func (k key) String() string {
	return fmt.Sprintf("pair %d, %s against %s, matches to %d", k.pair+1, k.players[0], k.players[1], k.length)
}

// group has the matches of a pair at a length.
type group struct {
	key
	rows []simulate.Row
}

// groupRows checks the matches and sorts them by pair and length. A match that occurs
// twice is an error: perhaps a file was named twice.
func groupRows(rows []simulate.Row, lengths []int) ([]group, error) {
	index := map[key]int{}
	var groups []group
	for i := range rows {
		r := &rows[i]
		if err := checkRow(r); err != nil {
			return nil, fmt.Errorf("match %d: %w", i+1, err)
		}
		if len(lengths) > 0 && !slices.Contains(lengths, int(r.Length)) {
			continue
		}
		k := keyOf(r)
		g, ok := index[k]
		if !ok {
			g = len(groups)
			index[k], groups = g, append(groups, group{key: k})
		}
		groups[g].rows = append(groups[g].rows, *r)
	}
	if len(groups) == 0 {
		return nil, errors.New("no matches to fit to")
	}
	slices.SortFunc(groups, func(a, b group) int { return a.compare(b.key) })
	for i := range groups {
		if err := groups[i].order(); err != nil {
			return nil, err
		}
	}
	return groups, nil
}

// order sorts the matches of a group, so that their order in files has no effect.
func (g *group) order() error {
	slices.SortFunc(g.rows, func(a, b simulate.Row) int {
		return cmp.Or(cmp.Compare(a.Match, b.Match), cmp.Compare(a.Seed, b.Seed))
	})
	for i := 1; i < len(g.rows); i++ {
		if a, b := &g.rows[i-1], &g.rows[i]; a.Match == b.Match && a.Seed == b.Seed {
			return fmt.Errorf("%v: match %d of seed %d occurs twice", g.key, b.Match, b.Seed)
		}
	}
	return nil
}

// checkRow returns an error for the first impossible number of a match.
func checkRow(r *simulate.Row) error {
	if r.Length < 1 {
		return fmt.Errorf("length %d, want at least 1", r.Length)
	}
	for name, x := range map[string]float64{
		"luck-adjusted result": r.Luck, "noise": float64(r.CheckerA + r.CubeA + r.CheckerB + r.CubeB),
	} {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("%s %v, want a number", name, x)
		}
	}
	for _, side := range []struct {
		name                 string
		plays, cubes         int32
		playError, cubeError float64
	}{{"A", r.PlaysA, r.CubesA, r.PlayErrorA, r.CubeErrorA}, {"B", r.PlaysB, r.CubesB, r.PlayErrorB, r.CubeErrorB}} {
		switch {
		case side.plays < 0 || side.cubes < 0:
			return fmt.Errorf("%d plays and %d cube decisions of %s, want 0 or more", side.plays, side.cubes, side.name)
		case !(side.playError >= 0) || math.IsInf(side.playError, 0):
			return fmt.Errorf("play error %v of %s, want 0 or more", side.playError, side.name)
		case !(side.cubeError >= 0) || math.IsInf(side.cubeError, 0):
			return fmt.Errorf("cube error %v of %s, want 0 or more", side.cubeError, side.name)
		}
	}
	return nil
}

// total adds up the matches for which take is true.
func (g *group) total(take func(r *simulate.Row) bool) sums {
	var s sums
	for i := range g.rows {
		if take(&g.rows[i]) {
			s.add(&g.rows[i])
		}
	}
	return s
}
