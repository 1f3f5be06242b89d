package evalbench

import (
	"gammonlab/board"
	"gammonlab/engine/cube"
)

// stakes prepares what games are about, each state once. One goroutine uses it.
type stakes struct {
	met      *cube.MET // nil for the default
	prepared map[cube.State]*cube.Stakes
}

// manyStakes is how many are kept.
const manyStakes = 4096

// of returns the stakes of the player on roll, without beavers.
func (s *stakes) of(m *board.Match) (*cube.Stakes, error) {
	state, err := cube.FromMatch(m)
	if err != nil {
		return nil, err
	}
	state.Beavers = false
	if st := s.prepared[state]; st != nil {
		return st, nil
	}
	if s.met == nil {
		if s.met, err = cube.NamedMET(cube.DefaultMET); err != nil {
			return nil, err
		}
	}
	st, err := cube.Prepare(state, s.met)
	if err != nil {
		return nil, err
	}
	if s.prepared == nil || len(s.prepared) >= manyStakes {
		s.prepared = map[cube.State]*cube.Stakes{}
	}
	s.prepared[state] = st
	return st, nil
}
