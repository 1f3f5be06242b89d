package bearoff

// growth computes the values of a table up to more pips.
//
// Step p computes the races in which the larger pip count is p: first with that side on
// roll and fewer pips of the other side, then with that side waiting. A play reduces the
// pips, so the races of a half do not depend on each other, and they depend on nothing but
// the halves before.
type growth struct {
	races   *Races
	values  *raceValues
	players int            // 1 if both players have equal values
	wins    [2]fixed       // of each player: the value of the game won
	doubled [2]*raceSource // nil if the player may not double
}

// grow returns the values of a table up to the given pips.
func (r *Races) grow(t *raceTable, pips int) *raceValues {
	sides := r.order.starts[pips+1]
	g := growth{races: r, players: 2, wins: [2]fixed{t.win, ^t.lose}}
	for p, v := range t.doubled {
		if v.table != nil {
			s := r.source(v, sides-1)
			g.doubled[p] = &s
		}
	}
	if t.same {
		g.players = 1
	}
	from := g.start(t.values.Load(), sides)
	for step := from; step <= pips; step++ {
		g.step(r.order.starts[step], r.order.starts[step+1])
	}
	return g.values
}

// start makes room for the sides, copies the old values, and returns the first pip count to
// compute.
func (g *growth) start(old *raceValues, sides int) int {
	g.values = &raceValues{sides: sides}
	for p := range g.players {
		t := triangle{make([]fixed, sides*sides), sides}
		for column := range sides { // a side without checkers has won
			t.values[column] = g.wins[p]
		}
		if old != nil {
			for row := 1; row < old.sides; row++ {
				copy(t.values[row*sides:], old.after[p].values[row*old.sides:][:old.sides])
			}
		}
		g.values.after[p] = t
	}
	if g.players == 1 {
		g.values.after[1] = g.values.after[0]
	}
	if old == nil {
		return 1
	}
	order := g.races.order
	return int(order.pips[order.ranks[old.sides-1]]) + 1
}

// step computes the races in which a side is at one of the places from start to end-1, and
// the other at one of them or before.
func (g *growth) step(start, end int) {
	g.each(start, end, 1, start)
	g.each(1, end, start, end)
}

// racePiece is the number of races from which a second goroutine is worth its start.
const racePiece = 1 << 12

// each computes the races with the side on roll at one of the rows and the other side at one
// of the columns.
func (g *growth) each(row, rowEnd, column, columnEnd int) {
	down := (rowEnd - row + blockRows - 1) / blockRows
	across := (columnEnd - column + blockColumns - 1) / blockColumns
	pool := g.races.pool()
	if (rowEnd-row)*(columnEnd-column) < racePiece {
		pool.workers = 1
	}
	// The context is never cancelled, so there is no error.
	_ = pool.each(down*across*g.players, func(_, piece int) {
		player, piece := piece%g.players, piece/g.players
		from := row + piece%down*blockRows
		at := column + piece/down*blockColumns
		var b raceBlock
		for from, to := from, min(from+blockRows, rowEnd); from < to; from++ {
			g.row(&b, player, from, at, min(at+blockColumns, columnEnd))
		}
	})
}

// raceBlock is the scratch memory for a row of a block.
type raceBlock struct {
	best [blockColumns]fixed
	sums [blockColumns]uint64
}

// row computes the races of one side on roll, and stores their values for the plays of the
// opponent.
func (g *growth) row(b *raceBlock, player, own, column, end int) {
	best, sums := b.best[:end-column], b.sums[:end-column]
	clear(sums)
	after := g.values.after[player]
	for _, group := range g.races.rolls[own] {
		bestOf(best, after.values, group.plays, after.sides, column)
		ways := uint64(group.ways)
		for k, v := range best {
			sums[k] += ways * uint64(v)
		}
	}
	opponents, doubled := g.values.after[1-player], g.doubled[player]
	for k, sum := range sums {
		value, opp := mean(sum), column+k
		if doubled != nil {
			value = max(value, min(doubled.value(own, opp), g.wins[player]))
		}
		opponents.values[opp*opponents.sides+own] = ^value
	}
}
