package svg

import "gammonlab/board"

const (
	dieSize  = 32
	cubeSize = 36
)

// seatOf returns where a player sits: 0 at the bottom.
func (d *drawing) seatOf(p board.Player) int {
	if d.down[0] == p {
		return 0
	}
	return 1
}

// dice draws them between the bar and the tray for who sits at the bottom, on the
// other side of the bar for the other one.
func (d *drawing) dice() {
	m := &d.b.Match
	if !m.Dice.Valid() || m.Doubled {
		return
	}
	for i, die := range m.Dice {
		x, y := d.dieAt(i)
		d.die(d.class(d.seatOf(m.Roller)), x, y, die)
	}
}

// dieAt returns where a die lies.
func (d *drawing) dieAt(i int) (x, y int) {
	return d.centre(d.b.Match.Roller) - dieSize - 3 + i*(dieSize+6), middle - dieSize/2
}

// centre returns the middle of the half of the board where the dice of a player lie.
func (d *drawing) centre(p board.Player) int {
	x := right
	if d.seatOf(p) == 1 {
		x = column
	}
	return d.x(x, 6*unit) + 3*unit
}

// spots are where the spots of a die lie, in quarters of its side.
var spots = [7][][2]int{
	1: {{2, 2}},
	2: {{1, 3}, {3, 1}},
	3: {{1, 3}, {2, 2}, {3, 1}},
	4: {{1, 1}, {1, 3}, {3, 1}, {3, 3}},
	5: {{1, 1}, {1, 3}, {2, 2}, {3, 1}, {3, 3}},
	6: {{1, 1}, {1, 2}, {1, 3}, {3, 1}, {3, 2}, {3, 3}},
}

func (d *drawing) die(class string, x, y int, value uint8) {
	d.printf(`<rect class="bgb-%s" x="%d" y="%d" width="%d" height="%d" rx="5"/>`, class, x, y, dieSize, dieSize)
	for _, s := range spots[value] {
		d.printf(`<circle class="bgb-%si" cx="%d" cy="%d" r="3"/>`, class, x+s[0]*dieSize/4, y+s[1]*dieSize/4)
	}
	d.printf("\n")
}

// cube draws the cube.
func (d *drawing) cube() {
	value, x, y, shown := d.cubeAt()
	if !shown {
		return
	}
	d.printf(`<rect class="bgb-o" x="%d" y="%d" width="%d" height="%d" rx="5"/><text class="bgb-oi bgb-b bgb-c" x="%d" y="%d">%d</text>`+"\n",
		x, y, cubeSize, cubeSize, x+cubeSize/2, y+cubeSize/2, value)
}

// cubeAt returns what the cube shows and where it lies: on offer in the half of who
// has to answer, or else in the column opposite the trays, in the middle or with its owner.
func (d *drawing) cubeAt() (value, x, y int, shown bool) {
	m := &d.b.Match
	value, x, y = m.Cube, d.x((column-cubeSize)/2, cubeSize), middle-cubeSize/2
	switch {
	case m.Doubled:
		value *= 2
		x = d.centre(m.Turn) - cubeSize/2
	case m.Owner == board.Nobody && m.Cube == 1:
		value = 64 // as it lies before the first double
	case m.Owner != board.Nobody && d.seatOf(m.Owner) == 0:
		y = bottom - cubeSize - edge
	case m.Owner != board.Nobody:
		y = top + edge
	}
	return value, x, y, !d.b.NoCube && m.Length != 1
}
