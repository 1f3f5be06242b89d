package bearoff

import (
	"sync"
	"sync/atomic"
)

// raceTable has the values of races at a state of the cube and the same with the opponent on
// roll. Its players are 0 and 1; states with equal stakes share a table, with the players
// exchanged if need be.
type raceTable struct {
	win, lose fixed       // to player 0
	doubled   [2]raceView // after a double of each player and a take; no table if the player may not double
	same      bool        // both players have equal values

	mu     sync.Mutex // held while it grows
	values atomic.Pointer[raceValues]
	used   atomic.Int64 // time of the last use, by the clock of the races
}

// raceView is a table from the point of view of the player on roll.
type raceView struct {
	table  *raceTable
	player int
}

// doubled returns the view of the same player after a double and a take.
func (v raceView) doubled() raceView { return v.table.doubled[v.player] }

// ends returns the values of the game won and lost.
func (v raceView) ends() (win, lose fixed) {
	if v.player == 0 {
		return v.table.win, v.table.lose
	}
	return ^v.table.lose, ^v.table.win
}

// dead reports whether nobody may double.
func (t *raceTable) dead() bool { return t.doubled[0].table == nil && t.doubled[1].table == nil }

// reach are the last places that are wanted, of the players of a table.
type reach [2]int

// reach returns the reach for the sides of the player on roll and of the opponent.
func (v raceView) reach(own, opp int) reach {
	if v.player == 0 {
		return reach{own, opp}
	}
	return reach{opp, own}
}

// raceValues are values of all races in which both sides are among their first places. They
// do not change.
type raceValues struct {
	sides [2]int  // numbers of places
	after [2]grid // by the player who has played
}

// covers reports whether the values reach so far; v may be nil.
func (v *raceValues) covers(r reach) bool { return v != nil && r[0] < v.sides[0] && r[1] < v.sides[1] }

// grid has the values to a player who has played, before the opponent doubles or rolls:
// row j has, for each side t of the opponent, the value of a play to the side j.
type grid struct {
	values  []fixed
	columns int
}

func (g grid) at(row, column int) fixed { return g.values[row*g.columns+column] }

// bytes returns the size of the values; v may be nil.
func (v *raceValues) bytes() int64 {
	if v == nil {
		return 0
	}
	n := 4 * int64(v.sides[0]) * int64(v.sides[1])
	if &v.after[0].values[0] == &v.after[1].values[0] {
		return n
	}
	return 2 * n
}

// raceSource gives values to a player on roll who may not double or who makes the better of
// double and no double.
type raceSource struct {
	opponents grid  // the opponent's values after a play
	win, lose fixed // 1 and 0, or those of a dead cube
}

func (s *raceSource) value(own, opp int) fixed {
	return (^s.opponents.at(opp, own)).between(s.lose, s.win)
}

// source returns the values of a view, at least up to the places of both sides.
func (r *Races) source(v raceView, own, opp int) raceSource {
	if v.table.dead() {
		win, lose := v.ends()
		return raceSource{r.solved(r.chances, reach{own, opp}).after[0], win, lose}
	}
	return raceSource{r.solved(v.table, v.reach(own, opp)).after[1-v.player], sure, 0}
}

// solved returns the values of a table, at least up to a reach.
func (r *Races) solved(t *raceTable, to reach) *raceValues {
	if now := r.clock.Load(); t.used.Load() != now {
		t.used.Store(now)
	}
	if v := t.values.Load(); v.covers(to) {
		return v
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if v := t.values.Load(); v.covers(to) {
		return v
	}
	v := r.grow(t, to)
	r.keep(t, v)
	return v
}

// keep stores the values of a table, and drops tables if all are too large.
func (r *Races) keep(t *raceTable, v *raceValues) {
	r.mu.Lock()
	defer r.mu.Unlock()
	t.used.Store(r.clock.Add(1))
	r.size += v.bytes() - t.values.Swap(v).bytes()
	for r.size > r.budget {
		oldest := t
		for _, other := range r.tables {
			if other.values.Load() != nil && other.used.Load() < oldest.used.Load() {
				oldest = other
			}
		}
		if oldest == t {
			return
		}
		r.size -= oldest.values.Swap(nil).bytes()
	}
}
