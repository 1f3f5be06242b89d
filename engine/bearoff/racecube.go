package bearoff

import (
	"encoding/binary"
	"math"
	"sync/atomic"

	"gammonlab/engine/bearoff/internal/stacks"
)

// CubeState is a state of the cube in a race in which no gammon is possible, from the point
// of view of the player on roll. Values of a game are from 0 to 1, such as match-winning
// chances, and those of the two players add up to 1. The states that follow must not change
// after the first use.
type CubeState struct {
	Win, Lose float64    // values of the game won and lost with the present cube; a pass of a double wins
	Swapped   *CubeState // the same cube with the opponent on roll
	Doubled   *CubeState // after a double and a take, with the same player on roll; nil if the player may not double

	known atomic.Pointer[knownView]
}

// knownView is where the values of a state are.
type knownView struct {
	races *Races
	view  raceView
}

// fixed is a value from 0 to 1 in units of 1/(2³²-1). Integers give equal results on all
// machines. ^c is the opponent's value.
type fixed uint32

const sure fixed = math.MaxUint32

// newFixed rounds a value; those of the two players are rounded alike.
func newFixed(x float64) fixed {
	if x > 0.5 {
		return ^newFixed(1 - x)
	}
	return fixed(math.Round(max(x, 0) * float64(sure)))
}

func (c fixed) float() float64 { return float64(c) / float64(sure) }

// mean returns the mean of the 36 throws from their sum.
func mean(sum uint64) fixed { return fixed((sum + stacks.Throws/2) / stacks.Throws) }

// between returns lose where c is 0, win where it is 1, and the values between.
func (c fixed) between(lose, win fixed) fixed {
	if win < lose { // in a match equity table that makes no sense
		return (^c).between(win, lose)
	}
	return lose + fixed((uint64(win-lose)*uint64(c)+1<<31)>>32)
}

// view returns the table of a state.
func (r *Races) view(at *CubeState) raceView {
	if k := at.known.Load(); k != nil && k.races == r {
		return k.view
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.find(at)
}

// find is view for a caller who has the lock.
func (r *Races) find(at *CubeState) raceView {
	if k := at.known.Load(); k != nil && k.races == r {
		return k.view
	}
	own, other := string(at.key(nil)), string(at.Swapped.key(nil))
	v := raceView{player: 0}
	first, key := at, own
	if other < own {
		v.player, first, key = 1, at.Swapped, other
	}
	if v.table = r.tables[key]; v.table == nil {
		v.table = &raceTable{win: newFixed(first.Win), lose: newFixed(first.Lose), same: own == other}
		for p, s := range []*CubeState{first, first.Swapped} {
			if s.Doubled != nil {
				v.table.doubled[p] = r.find(s.Doubled)
			}
		}
		r.tables[key] = v.table
	}
	at.known.Store(&knownView{r, v})
	return v
}

// key appends what the values of a state depend on: the stakes now and after each double of
// either player.
func (s *CubeState) key(dst []byte) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(newFixed(s.Win)))
	dst = binary.LittleEndian.AppendUint32(dst, uint32(newFixed(s.Lose)))
	if s.Doubled == nil {
		dst = append(dst, 0)
	} else {
		dst = s.Doubled.key(append(dst, 1))
	}
	if opp := s.Swapped.Doubled; opp != nil {
		return opp.Swapped.key(append(dst, 1))
	}
	return append(dst, 0)
}
