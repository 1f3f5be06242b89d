package analysis

import (
	"gammonlab/board"
	"gammonlab/engine/cube"
)

// dice tells the luck of rolls, without looking ahead.
type dice struct {
	*static
	gen board.Generator
}

// luck returns by how much the roll was better than the mean. At the opening of
// a game, where a double is thrown again and the higher die begins, the mean is
// over the 30 throws of two different dice, half of which have the opponent
// begin.
func (d *dice) luck(pos *board.Position, roll board.Roll, stakes *cube.Stakes, opening bool) float64 {
	got := d.after(pos, roll, stakes)
	sum, weight := 0.0, 0
	var other *cube.Stakes
	swapped := pos.Swap()
	opening = opening && !roll.Double()
	if opening {
		other = stakes.Swap()
	}
	for _, r := range board.Rolls {
		switch {
		case !opening:
			sum += float64(r.Ways()) * d.after(pos, r, stakes)
			weight += r.Ways()
		case !r.Double():
			sum += d.after(pos, r, stakes) + other.Flip(d.after(&swapped, r, other))
			weight += 2
		}
	}
	return got - sum/float64(weight)
}

// after returns the value of the position after the best play of the roll.
func (d *dice) after(pos *board.Position, roll board.Roll, stakes *cube.Stakes) float64 {
	return d.best(pos, d.gen.Plays(pos, roll), stakes)
}
