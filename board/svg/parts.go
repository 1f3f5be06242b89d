package svg

import (
	"fmt"
	"html"
	"strconv"

	"gammonlab/board"
	"gammonlab/board/picture"
)

// Parts makes places of the drawing interactive. Each becomes an element of the
// class bgb-part with role "button", a name, its place in data-place, and an
// invisible rectangle as its target, which for a point is the whole column. One
// part has the tabindex 0, the others -1; the script of the page moves the
// focus.
//
// Places are the numbers of points in the bottom player's numbering,
// [BottomBar], [TopBar], [BottomTray], [TopTray], [Cube], [FirstDie] and
// [SecondDie]. A drawing for set-up also has [CubeUp], [CubeDown], [TopPlayer]
// and [BottomPlayer], and dice before the roll.
type Parts struct {
	ID    string          // prefix of the parts' IDs: ID-place
	Focus string          // place with the tabindex 0; by default that of the first part
	Picks map[string]bool // places that can be selected before a target; true for the selected one
	SetUp bool            // everything can be edited
	Yours bool            // the names address the bottom player
}

// Places that are not points.
const (
	BottomBar    = "25"
	TopBar       = "0"
	BottomTray   = "off"
	TopTray      = "top-off"
	Cube         = "cube" // in set-up, the middle of the cube's column
	CubeUp       = "cube-up"
	CubeDown     = "cube-down"
	FirstDie     = "die1"
	SecondDie    = "die2"
	BottomPlayer = "player"
	TopPlayer    = "top-player"
)

// part is an interactive part of a drawing.
type part struct {
	place, name string
	area        picture.Rect
}

// parts draws the parts.
func (d *drawing) parts() {
	p := d.b.Parts
	all := append(d.points(), d.barsAndTrays()...)
	all = append(all, d.diceParts()...)
	all = append(all, d.cubeParts()...)
	if p.SetUp {
		all = append(all,
			part{TopPlayer, d.onRoll(1), d.NameArea(1)},
			part{BottomPlayer, d.onRoll(0), d.NameArea(0)})
	}
	focus := all[0].place
	for _, a := range all {
		if a.place == p.Focus {
			focus = p.Focus
		}
	}
	for _, a := range all {
		tab, pressed := -1, ""
		if a.place == focus {
			tab = 0
		}
		if picked, may := p.Picks[a.place]; may {
			pressed = fmt.Sprintf(` aria-pressed="%t"`, picked)
		}
		d.printf(`<g class="bgb-part" id="%s-%s" role="button" tabindex="%d" data-place="%s" aria-label="%s"%s><rect x="%d" y="%d" width="%d" height="%d"/></g>`+"\n",
			html.EscapeString(p.ID), a.place, tab, a.place, html.EscapeString(a.name), pressed,
			a.area.X, a.area.Y, a.area.W, a.area.H)
	}
}

// points returns the parts of the points, from point 1 on.
func (d *drawing) points() []part {
	var all []part
	for point := 1; point <= 24; point++ {
		number := point
		if d.FromTop {
			number = board.Bar - point
		}
		here := "empty"
		if n := d.Checkers(0, point); n > 0 {
			here = d.checkersOf(0, n)
		} else if n := d.Checkers(1, board.Bar-point); n > 0 {
			here = d.checkersOf(1, n)
		}
		all = append(all, part{strconv.Itoa(point), fmt.Sprintf("%d point, %s", number, here), d.PointArea(point)})
	}
	return all
}

// checkersOf formats a number of checkers of a seat, such as "2 dark checkers".
func (d *drawing) checkersOf(seat, n int) string {
	plural := "s"
	if n == 1 {
		plural = ""
	}
	switch {
	case !d.b.Parts.Yours:
		return fmt.Sprintf("%d %s checker%s", n, d.colour(seat), plural)
	case seat == 0:
		return fmt.Sprintf("%d of your checkers", n)
	}
	return fmt.Sprintf("%d of the opponent's checkers", n)
}

// colour returns the colour of a seat's checkers.
func (d *drawing) colour(seat int) string {
	if d.Player(seat) == board.PlayerX {
		return "dark"
	}
	return "light"
}

// whose returns the possessive for a seat, such as "your".
func (d *drawing) whose(seat int) string {
	switch {
	case !d.b.Parts.Yours:
		return d.colour(seat)
	case seat == 0:
		return "your"
	}
	return "the opponent's"
}

// barsAndTrays returns the parts of the bars and trays.
func (d *drawing) barsAndTrays() []part {
	var all []part
	for seat, at := range []struct{ bar, tray string }{{BottomBar, BottomTray}, {TopBar, TopTray}} {
		bar, tray := d.Checkers(seat, board.Bar), d.Checkers(seat, board.Off)
		all = append(all,
			part{at.bar, fmt.Sprintf("%s bar, %s", d.whose(seat), counted(bar)), d.BarArea(seat)},
			part{at.tray, fmt.Sprintf("%s tray, %s off", d.whose(seat), counted(tray)), d.TrayArea(seat)})
	}
	return all
}

// counted formats a number of checkers.
func counted(n int) string {
	if n == 1 {
		return "1 checker"
	}
	return fmt.Sprintf("%d checkers", n)
}

// diceParts returns the parts of the dice. Before the roll there are none,
// except for set-up.
func (d *drawing) diceParts() []part {
	m := &d.Match
	if m.Doubled || !m.Dice.Valid() && !d.b.Parts.SetUp {
		return nil
	}
	var all []part
	for i, place := range []string{FirstDie, SecondDie} {
		name := fmt.Sprintf("die with a %d", m.Dice[i])
		if !m.Dice.Valid() {
			name = "die, not thrown"
		}
		all = append(all, part{place, name, d.DieArea(i)})
	}
	return all
}

// cubeParts returns the part of the cube or, for set-up, the parts of its
// possible places.
func (d *drawing) cubeParts() []part {
	m := &d.Match
	_, area, shown := d.CubeArea()
	if !shown {
		return nil
	}
	name := fmt.Sprintf("cube, %s", d.cubeWords())
	if !d.b.Parts.SetUp || m.Doubled {
		return []part{{Cube, name, area}}
	}
	all := []part{
		{Cube, "cube to the middle", d.CubeMiddle()},
		{CubeDown, "cube to " + d.colour(0), d.CubeEnd(0)},
		{CubeUp, "cube to " + d.colour(1), d.CubeEnd(1)},
	}
	at := 0
	if m.Owner != board.Nobody {
		at = 1 + d.Seat(m.Owner)
	}
	all[at].name = name
	return all
}

// cubeWords describes the value and place of the cube.
func (d *drawing) cubeWords() string {
	m := &d.Match
	switch {
	case m.Doubled:
		return fmt.Sprintf("offered at %d", 2*m.Cube)
	case m.Owner == board.Nobody:
		return fmt.Sprintf("at %d in the middle", m.Cube)
	}
	return fmt.Sprintf("at %d, owner %s", m.Cube, d.colour(d.Seat(m.Owner)))
}

// onRoll returns the name of the part that puts a seat on roll.
func (d *drawing) onRoll(seat int) string {
	if d.Seat(d.Match.Roller) == seat {
		return d.colour(seat) + " is on roll"
	}
	return "put " + d.colour(seat) + " on roll"
}
