package bearoff

import (
	"runtime"

	"gammonlab/engine/bearoff/internal/stacks"
	"gammonlab/internal/workers"
)

// growth computes the values of a table up to more pips.
//
// Step p computes the races in which the larger pip count is p: first with that side on
// roll and fewer pips of the other side, then with that side waiting. A play reduces the
// pips, so the races of a half do not depend on each other, and they depend on nothing but
// the halves before.
type growth struct {
	races    *Races
	old, new [2]int // numbers of places of the players
	after    [2]grid
	players  int            // 1 if both players have equal values
	wins     [2]fixed       // of each player: the value of the game won
	doubled  [2]*raceSource // nil if the player may not double
	blocks   []raceBlock    // of a half, reused
}

// raceBlock are races of a player on roll: rows are the player's sides, columns those of the
// opponent.
type raceBlock struct{ player, row, rowEnd, column, columnEnd int }

// grow returns the values of a table up to a reach. What is there is kept.
func (r *Races) grow(t *raceTable, to reach) *raceValues {
	g := growth{races: r, players: 2, wins: [2]fixed{t.win, ^t.lose}}
	if t.same {
		g.players = 1
		to[0] = max(to[0], to[1])
		to[1] = to[0]
	}
	g.start(t.values.Load(), to)
	for p, v := range t.doubled {
		if v.table != nil {
			s := r.source(v, g.new[p]-1, g.new[1-p]-1)
			g.doubled[p] = &s
		}
	}
	for pips := 1; r.order.Starts[pips] < max(g.new[0], g.new[1]); pips++ {
		g.step(r.order.Starts[pips], r.order.Starts[pips+1])
	}
	return &raceValues{g.new, g.after}
}

// start makes room for all sides with as many pips as those at the reach, and copies the old
// values.
func (g *growth) start(old *raceValues, to reach) {
	order := g.races.order
	if old != nil {
		g.old = old.sides
	}
	for p := range 2 {
		pips := order.Pips[order.Ranks[to[p]]]
		g.new[p] = max(g.old[p], order.Starts[pips+1])
	}
	for p := range g.players {
		columns := g.new[1-p]
		values := make([]fixed, g.new[p]*columns)
		for column := range columns { // a side without checkers has won
			values[column] = g.wins[p]
		}
		for row := 1; row < g.old[p]; row++ {
			copy(values[row*columns:], old.after[p].values[row*g.old[1-p]:][:g.old[1-p]])
		}
		g.after[p] = grid{values, columns}
	}
	if g.players == 1 {
		g.after[1] = g.after[0]
	}
}

// step computes the races, as far as they are new, in which a side is at one of the places
// from start to end-1, which have equal pips, and the other at one of them or before.
func (g *growth) step(start, end int) {
	for p := range g.players {
		if own, opp := g.new[p], g.new[1-p]; start < own {
			g.add(raceBlock{p, start, end, g.first(start, p), min(start, opp)})
		}
	}
	g.run()
	for p := range g.players {
		if own, opp := g.new[p], g.new[1-p]; start < opp {
			g.add(raceBlock{p, g.first(start, 1-p), min(end, own), start, end})
		}
	}
	g.run()
}

// first returns the first place of the other player that is new, if a player's side is at
// the place.
func (g *growth) first(place, player int) int {
	if place < g.old[player] {
		return max(g.old[1-player], 1)
	}
	return 1
}

// add adds a block in pieces.
func (g *growth) add(b raceBlock) {
	for column := b.column; column < b.columnEnd; column += stacks.BlockColumns {
		for row := b.row; row < b.rowEnd; row += stacks.BlockRows {
			g.blocks = append(g.blocks, raceBlock{b.player,
				row, min(row+stacks.BlockRows, b.rowEnd), column, min(column+stacks.BlockColumns, b.columnEnd)})
		}
	}
}

// manyBlocks is the number of blocks from which another goroutine is worth its start.
const manyBlocks = 4

// run computes the blocks.
func (g *growth) run() {
	goroutines := 1
	if len(g.blocks) >= manyBlocks {
		goroutines = runtime.GOMAXPROCS(0)
	}
	workers.All(g, make([]struct{}, goroutines), len(g.blocks), func(g *growth, _ struct{}, i int) {
		b := &g.blocks[i]
		var w raceWork
		for row := b.row; row < b.rowEnd; row++ {
			g.row(&w, b.player, row, b.column, b.columnEnd)
		}
	})
	g.blocks = g.blocks[:0]
}

// raceWork is the scratch memory for a row of a block.
type raceWork struct {
	best [stacks.BlockColumns]fixed
	sums [stacks.BlockColumns]uint64
}

// row computes the races of one side on roll, and stores their values for the plays of the
// opponent.
func (g *growth) row(w *raceWork, player, own, column, end int) {
	best, sums := w.best[:end-column], w.sums[:end-column]
	clear(sums)
	after := g.after[player]
	for _, group := range g.races.rolls[own] {
		stacks.Best(best, after.values, group.Plays, after.columns, column)
		ways := uint64(group.Ways)
		for k, v := range best {
			sums[k] += ways * uint64(v)
		}
	}
	opponents, doubled := g.after[1-player], g.doubled[player]
	for k, sum := range sums {
		value, opp := mean(sum), column+k
		if doubled != nil {
			value = max(value, min(doubled.value(own, opp), g.wins[player]))
		}
		opponents.values[opp*opponents.columns+own] = ^value
	}
}
