package advice

import (
	"sync"

	"gammonlab/board"
	"gammonlab/engine/cube"
)

// stakes prepares the stakes of each state once.
type stakes struct {
	met      *cube.MET // nil until first use
	prepared map[cube.State]*cube.Stakes
}

// manyStakes is the capacity, enough for a few scores.
const manyStakes = 4096

// defaultMET returns the default match equity table; reading it takes a
// millisecond.
var defaultMET = sync.OnceValues(func() (*cube.MET, error) { return cube.NamedMET(cube.DefaultMET) })

// Stakes returns the stakes of the player on roll. If a double is on offer, the stakes
// are those of the player who doubled, before the double, see [cube.FromMatch].
func (a *Adviser) Stakes(m *board.Match) (*cube.Stakes, error) {
	state, err := cube.FromMatch(m)
	if err != nil {
		return nil, err
	}
	return a.StakesOf(state)
}

// table returns the match equity table.
func (a *Adviser) table() (*cube.MET, error) {
	if a.options.MET != nil {
		return a.options.MET, nil
	}
	return defaultMET()
}

// StakesOf returns the stakes of a state, with beavers only if the options
// allow them.
func (a *Adviser) StakesOf(state cube.State) (*cube.Stakes, error) {
	s := &a.stakes
	state.Beavers = state.Beavers && a.options.Beavers
	if st := s.prepared[state]; st != nil {
		return st, nil
	}
	if s.met == nil {
		var err error
		if s.met, err = a.table(); err != nil {
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
