package svg

import (
	"fmt"
	"html"
	"strings"

	"gammonlab/board"
)

// Board is what is drawn. X has dark checkers, O light ones. Who sits at the bottom
// bears off to the lower right, or to the lower left.
type Board struct {
	Position board.Position // seen by Match.Roller
	Match    board.Match
	Names    [2]string // by [board.Player]
	FromO    bool      // O sits at the bottom, and the points have O's numbers
	FromTop  bool      // the points have the numbers of who sits at the top
	Left     bool      // who sits at the bottom bears off to the left
	NoCube   bool      // the game has none; a match to one point never has
	Bare     bool      // leave out [Style], which the page has
	Class    string    // of the svg element, beside "bgb"
	Parts    *Parts    // that can be activated; nil for none
	Last     *Last     // play, to be shown by arrows; nil for none
}

// Measures, in the units of the drawing, of a board whose players bear off to the
// right; [drawing.x] mirrors them. A checker is as wide as a point.
const (
	unit    = 36
	radius  = unit/2 - 1
	edge    = 6
	column  = unit + 2*edge // for the cube
	barLeft = column + 6*unit
	right   = barLeft + unit // of the bar
	trayX   = right + 6*unit + edge
	width   = trayX + unit + edge

	stripe = 22 // of a name
	number = 14 // of the point numbers
	top    = stripe + number
	half   = 5*unit + 20
	bottom = top + 2*half
	middle = top + half
	height = bottom + number + stripe

	pointTip = 5*unit - 12 // how far points reach
	slab     = half/board.MaxCheckers - 2
)

// Style holds the colours of the drawings, to be put into a style element.
// Every class begins with bgb.
const Style = `.bgb{--bgb-ink:#222;--bgb-felt:#f3ead7;--bgb-frame:#8a6f4d;--bgb-wood:#dcc9a6;--bgb-pale:#d9b98a;--bgb-deep:#a8764a;` +
	`--bgb-x:#2b2b33;--bgb-xink:#fff;--bgb-o:#fffdf6;--bgb-oink:#222;--bgb-rim:#55483a;--bgb-focus:#1a5fb4;font-family:system-ui,sans-serif;max-width:100%;height:auto}
@media (prefers-color-scheme:dark){.bgb{--bgb-ink:#ddd;--bgb-felt:#2c3230;--bgb-frame:#6d5a41;--bgb-wood:#3d3529;--bgb-pale:#75634a;--bgb-deep:#4f6357;` +
	`--bgb-x:#0d0d10;--bgb-o:#e9e4d8;--bgb-rim:#bba98d;--bgb-focus:#8ab4f8}}
@media print{.bgb{--bgb-ink:#000;--bgb-felt:#fff;--bgb-frame:#000;--bgb-wood:#eee;--bgb-pale:#ddd;--bgb-deep:#aaa;--bgb-x:#222;--bgb-o:#fff;--bgb-rim:#000;` +
	`-webkit-print-color-adjust:exact;print-color-adjust:exact}}
.bgb-felt{fill:var(--bgb-felt)}.bgb-wood{fill:var(--bgb-wood)}.bgb-frame{fill:none;stroke:var(--bgb-frame);stroke-width:2}
.bgb-pale{fill:var(--bgb-pale)}.bgb-deep{fill:var(--bgb-deep)}.bgb-ink{fill:var(--bgb-ink)}
.bgb-x{fill:var(--bgb-x);stroke:var(--bgb-rim)}.bgb-o{fill:var(--bgb-o);stroke:var(--bgb-rim)}.bgb-xi{fill:var(--bgb-xink)}.bgb-oi{fill:var(--bgb-oink)}
.bgb-dot{stroke:var(--bgb-rim);stroke-width:7;stroke-linecap:round}
.bgb-part{cursor:pointer;outline:none;touch-action:manipulation;-webkit-tap-highlight-color:transparent}.bgb-part rect{fill:transparent;rx:4px}
.bgb-part:hover rect{fill:var(--bgb-ink);fill-opacity:.12}.bgb-part:focus-visible rect{stroke:var(--bgb-focus);stroke-width:4}.bgb-part[aria-pressed=true] rect{fill:var(--bgb-focus);fill-opacity:.35}
.bgb-arrow{fill:none;stroke:var(--bgb-focus);stroke-width:4;stroke-linecap:round;stroke-linejoin:round;opacity:.85}
.bgb-c{text-anchor:middle;dominant-baseline:central}.bgb-e{text-anchor:end}.bgb-n{font-size:11px}.bgb-t{font-size:14px}.bgb-b{font-size:16px;font-weight:600}
`

// drawing is a board in the making, with the sides as they sit.
type drawing struct {
	text strings.Builder
	down [2]board.Player // who sits at the bottom, who at the top
	side [2]board.Side   // likewise
	b    *Board
}

// String returns the drawing: an svg element, fit for a file or a page.
func (b Board) String() string {
	d := drawing{b: &b, down: [2]board.Player{board.PlayerX, board.PlayerO}}
	if b.FromO {
		d.down = [2]board.Player{board.PlayerO, board.PlayerX}
	}
	d.side = [2]board.Side{b.Position.Own, b.Position.Opp}
	if b.Match.Roller != d.down[0] {
		d.side = [2]board.Side{b.Position.Opp, b.Position.Own}
	}
	d.open()
	d.table()
	for seat := range d.side {
		d.checkers(seat)
		d.stripe(seat)
	}
	d.arrows()
	d.dice()
	d.cube()
	if b.Parts != nil {
		d.text.WriteString("</g>\n")
		d.parts()
	}
	d.text.WriteString("</svg>\n")
	return d.text.String()
}

// x returns the left side of what begins at x and is so wide on a board whose players
// bear off to the right.
func (d *drawing) x(x, wide int) int {
	if d.b.Left {
		return width - x - wide
	}
	return x
}

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(&d.text, format, args...) }

func (d *drawing) open() {
	class, role := strings.TrimSpace("bgb "+d.b.Class), "img"
	if d.b.Parts != nil {
		role = "group" // what is in an image has no roles
	}
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" class="%s" viewBox="0 0 %d %d" width="%d" height="%d" role="%s" aria-label="%s">`+"\n",
		html.EscapeString(class), width, height, width, height, role, html.EscapeString(d.label()))
	if !d.b.Bare {
		d.printf("<style>%s</style>\n", Style)
	}
	if d.b.Parts != nil {
		d.text.WriteString(`<g aria-hidden="true">` + "\n")
	}
}

// label describes the board to who cannot see it.
func (d *drawing) label() string {
	return fmt.Sprintf("Backgammon board, position %s, match %s", d.b.Position.ID(), d.b.Match.ID())
}

// table draws what is there before the checkers.
func (d *drawing) table() {
	d.printf(`<rect class="bgb-wood" x="0" y="%d" width="%d" height="%d"/>`+"\n", top, width, 2*half)
	for _, x := range []int{column, right} {
		d.printf(`<rect class="bgb-felt" x="%d" y="%d" width="%d" height="%d"/>`+"\n", d.x(x, 6*unit), top, 6*unit, 2*half)
	}
	d.printf(`<rect class="bgb-felt" x="%d" y="%d" width="%d" height="%d"/>`+"\n", d.x(trayX, unit), top, unit, 2*half)
	var pale, deep strings.Builder
	for point := 1; point <= 24; point++ {
		path := &pale
		if point%2 == 0 {
			path = &deep
		}
		base, tip := bottom, bottom-pointTip
		if point > 12 {
			base, tip = top, top+pointTip
		}
		x := d.pointX(point)
		fmt.Fprintf(path, "M%d %dh%dL%d %dz", x, base, unit, x+unit/2, tip)
	}
	d.printf(`<path class="bgb-pale" d="%s"/>`+"\n"+`<path class="bgb-deep" d="%s"/>`+"\n", pale.String(), deep.String())
	d.printf(`<rect class="bgb-frame" x="1" y="%d" width="%d" height="%d"/>`+"\n", top, width-2, 2*half)
	d.printf(`<g class="bgb-ink bgb-n bgb-c">`)
	for point := 1; point <= 24; point++ {
		y := bottom + number/2
		if point > 12 {
			y = top - number/2
		}
		number := point
		if d.b.FromTop {
			number = 25 - point
		}
		d.printf(`<text x="%d" y="%d">%d</text>`, d.pointX(point)+unit/2, y, number)
	}
	d.printf("</g>\n")
}

// pointX returns the left side of a point as the bottom player numbers it.
func (d *drawing) pointX(point int) int {
	place := point // from the right if at the bottom, from the left at the top
	if point <= 12 {
		place = 25 - point
	}
	x := column + (place-13)*unit
	if place > 18 {
		x += unit
	}
	return d.x(x, unit)
}

// checkers draws those of a seat: 0 sits at the bottom.
func (d *drawing) checkers(seat int) {
	class := d.class(seat)
	for point := 1; point <= 24; point++ {
		at := point // as the bottom player numbers it
		if seat == 1 {
			at = board.Bar - point
		}
		y, step := bottom-unit/2, -unit
		if at > 12 {
			y, step = top+unit/2, unit
		}
		d.stack(class, d.pointX(at)+unit/2, y, step, int(d.side[seat][point]), 5)
	}
	y, step := middle+unit, unit
	if seat == 1 {
		y, step = middle-unit, -unit
	}
	d.stack(class, d.x(barLeft, unit)+unit/2, y, step, int(d.side[seat][board.Bar]), 4)
	for i := range int(d.side[seat][board.Off]) {
		y := bottom - (i+1)*(slab+2) + 1
		if seat == 1 {
			y = top + i*(slab+2) + 1
		}
		d.printf(`<rect class="bgb-%s" x="%d" y="%d" width="%d" height="%d" rx="2"/>`+"\n", class, d.x(trayX, unit)+1, y, unit-2, slab)
	}
}

// class returns the letter of the checkers of a seat.
func (d *drawing) class(seat int) string { return strings.ToLower(d.down[seat].String()) }

// stack draws n checkers, up to most of them one behind the other; what has no
// room is counted on the last. Light checkers have a dot, so that colours are not
// all that tells them from dark ones.
func (d *drawing) stack(class string, x, y, step, n, most int) {
	shown := min(n, most)
	for i := range shown {
		d.printf(`<circle class="bgb-%s" cx="%d" cy="%d" r="%d"/>`+"\n", class, x, y+i*step, radius)
	}
	if n > most {
		shown-- // the last one has the number
	}
	if class == "o" && shown > 0 {
		d.text.WriteString(`<path class="bgb-dot" d="`)
		for i := range shown {
			d.printf("M%d %dh0", x, y+i*step)
		}
		d.text.WriteString(`"/>` + "\n")
	}
	if n > most {
		d.printf(`<text class="bgb-%si bgb-b bgb-c" x="%d" y="%d">%d</text>`+"\n", class, x, y+(most-1)*step, n)
	}
}

// stripe writes a player's name, score and pip count.
func (d *drawing) stripe(seat int) {
	p, y := d.down[seat], height-6
	if seat == 1 {
		y = stripe - 7
	}
	d.printf(`<circle class="bgb-%s" cx="8" cy="%d" r="6"/><text class="bgb-ink bgb-t" x="20" y="%d">%s</text>`+"\n",
		d.class(seat), y-5, y, html.EscapeString(shortened(d.b.Names[p])))
	d.printf(`<text class="bgb-ink bgb-t bgb-e" x="%d" y="%d">%s, %d pips</text>`+"\n", width-2, y, d.score(p), d.side[seat].Pips())
}

// shortened cuts a name that would run into the score.
func shortened(name string) string {
	const most = 28 // letters
	if letters := []rune(name); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return name
}

// score says how many points a player has, and of how many in a match.
func (d *drawing) score(p board.Player) string {
	m := &d.b.Match
	switch {
	case m.Length == 0 && m.Score[p] == 1:
		return "1 point"
	case m.Length == 0:
		return fmt.Sprintf("%d points", m.Score[p])
	case m.Crawford:
		return fmt.Sprintf("%d of %d (Crawford)", m.Score[p], m.Length)
	}
	return fmt.Sprintf("%d of %d", m.Score[p], m.Length)
}
