package advice

import (
	"sync"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine/cube"
)

// stakes prepares what games are about, each state once.
type stakes struct {
	met      *cube.MET // nil until it is needed
	prepared map[cube.State]*cube.Stakes
}

// manyStakes is how many are kept: those of a few scores.
const manyStakes = 4096

// defaultMET is the match equity table where none is named; reading it takes a
// millisecond.
var defaultMET = sync.OnceValues(func() (*cube.MET, error) { return cube.NamedMET(cube.DefaultMET) })

// Stakes returns what the game is about to the player on roll; while a double is
// on offer, to the player who doubled, before the double. Where that was answered
// by a beaver, the cube has an owner; what a take is worth depends only on where
// the cube will be then.
func (a *Adviser) Stakes(m *board.Match) (*cube.Stakes, error) {
	state, err := cube.FromMatch(m)
	if err != nil {
		return nil, err
	}
	if game.Beavered(m) {
		state.Owner = cube.Centred
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

// StakesOf returns the stakes of a state, without beavers unless the options have
// them.
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
