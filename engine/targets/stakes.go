package targets

import (
	"gammonlab/engine/cube"
	"gammonlab/internal/seed"
)

// Stakes are the stakes at which positions have cubeful targets: those of money games, at all
// of which a position has targets, and groups of those at scores of matches, at one of which
// it has targets. The stakes of a group have the same score and value of the cube, and in none
// of them the cube is dead.
type Stakes struct {
	Money []*cube.Stakes // in the order of the outputs, see [cube.Stakes.Output]

	centred, turned []Group
	at              map[[3]int]Group // by the points that both sides need, and the cube
}

// Group are the stakes at a score and a value of the cube: of the centred cube, or of one that
// a side owns.
type Group []*cube.Stakes

// cubes are the values of the cube of groups.
var cubes = [...]int{1, 2, 4}

// NewStakes returns the stakes with the default match equity table.
func NewStakes() (*Stakes, error) {
	met, err := cube.NamedMET(cube.DefaultMET)
	if err != nil {
		return nil, err
	}
	s := &Stakes{at: map[[3]int]Group{}}
	for output := range cube.NumOutputs {
		state := cube.Money(output == cube.JacobyOutput, false)
		state.Owner = [cube.NumOutputs]cube.Owner{cube.OwnedOutput: cube.Player, cube.AgainstOutput: cube.Opponent}[output]
		st, err := cube.Prepare(state, nil)
		if err != nil {
			return nil, err
		}
		s.Money = append(s.Money, st)
	}
	for own := 1; own <= cube.TablePoints; own++ {
		for opp := 1; opp <= cube.TablePoints; opp++ {
			for _, value := range cubes {
				if err := s.add(met, own, opp, value); err != nil {
					return nil, err
				}
			}
		}
	}
	return s, nil
}

// add adds the group at a score and a value of the cube, if a cube can still be turned.
func (s *Stakes) add(met *cube.MET, own, opp, value int) error {
	groups, owners := &s.centred, []cube.Owner{cube.Centred}
	if value > 1 {
		groups, owners = &s.turned, []cube.Owner{cube.Player, cube.Opponent}
	}
	var group Group
	for _, owner := range owners {
		state := cube.Match(cube.TablePoints, cube.TablePoints-own, cube.TablePoints-opp, false)
		state.Cube, state.Owner = value, owner
		if state.Validate() != nil {
			continue
		}
		st, err := cube.Prepare(state, met)
		if err != nil {
			return err
		}
		if !st.DeadCube() {
			group = append(group, st)
		}
	}
	if len(group) > 0 {
		*groups = append(*groups, group)
		s.at[[3]int{own, opp, value}] = group
	}
	return nil
}

// MatchSalt returns the salt of the random numbers that draw the groups of positions.
func MatchSalt(s uint64) uint64 { return seed.Derive(s, 1) }

// Draw returns the group for a random number from 0 to 1: with a centred or a turned cube
// equally often.
func (s *Stakes) Draw(random float64) Group {
	groups, random := s.centred, 2*random
	if random >= 1 {
		groups, random = s.turned, random-1
	}
	return groups[int(random*float64(len(groups)))]
}

// At returns the group at a score and a value of the cube, nil if there is none.
func (s *Stakes) At(own, opp, value int) Group { return s.at[[3]int{own, opp, value}] }

// drawAt returns a group at a score for a random number from 0 to 1. If scores are those of
// drawn groups, all groups are as frequent as with Draw.
func (s *Stakes) drawAt(own, opp int, random float64) (drawn Group) {
	frequency := func(value int) float64 {
		switch {
		case s.At(own, opp, value) == nil:
			return 0
		case value == 1:
			return 1 / float64(len(s.centred))
		}
		return 1 / float64(len(s.turned))
	}
	sum := 0.0
	for _, value := range cubes {
		sum += frequency(value)
	}
	random *= sum
	for _, value := range cubes {
		if f := frequency(value); f > 0 && random >= 0 {
			drawn = s.At(own, opp, value)
			random -= f
		}
	}
	return drawn
}
