package picture

import "image/color"

// Paint is the role of a shape's colours.
type Paint uint8

// The paints.
const (
	Felt  Paint = iota // ground of the points
	Wood               // ground of the frame and the bar
	Frame              // line around the board
	Pale               // odd points
	Deep               // even points
	Ink                // text beside the board
	X                  // dark checkers
	O                  // light checkers
	XInk               // text and spots on dark
	OInk               // text and spots on light
	XRing              // ring on dark checkers
	ORing              // ring on light checkers
	Spot               // the dot of light checkers
	Trail              // arrows of the last or the best play
	Wrong              // arrows of a play that is not the best
	Heat               // the coldest of HeatSteps grounds for values, each warmer than the one before
)

// HeatSteps is the number of paints from [Heat] on.
const HeatSteps = 9

// Style is the fill and line of a shape in a colour scheme.
type Style struct {
	Fill   *color.NRGBA // nil: not filled
	Line   *color.NRGBA // nil: no line
	Width  float64      // of the line
	Opaque float64      // 0 to 1
}

// Colours is a colour scheme.
type Colours struct {
	Ink, Felt, Frame, Wood, Pale, Deep, X, XInk, XRing, O, OInk, ORing, Rim, Focus, Wrong color.NRGBA
	Cold, Mild, Warm                                                                      color.NRGBA // of the lowest, middle and highest values
}

// Screen has the colours on a light background, Night those on a dark one, and
// Paper those for printing without colours.
var (
	Screen = Colours{
		Ink: rgb(0x1d1f21), Felt: rgb(0xc9a06c), Frame: rgb(0x4f2f1a), Wood: rgb(0x8a5a34), Pale: rgb(0xebd9b4), Deep: rgb(0xa35d35),
		X: rgb(0x2a2c33), XInk: rgb(0xffffff), XRing: rgb(0x575b66), O: rgb(0xfffcf3), OInk: rgb(0x1d1f21), ORing: rgb(0xd9cdb4),
		Rim: rgb(0x54463a), Focus: rgb(0x1a5fb4), Wrong: rgb(0xb3261e),
		Cold: rgb(0x7fb2e5), Mild: rgb(0xf7f3ea), Warm: rgb(0xf2994a),
	}
	Night = Colours{
		Ink: rgb(0xdddddd), Felt: rgb(0x453020), Frame: rgb(0x8f6a44), Wood: rgb(0x2a1c12), Pale: rgb(0xb4976a), Deep: rgb(0x9b6038),
		X: rgb(0x101216), XInk: rgb(0xffffff), XRing: rgb(0x4d525c), O: rgb(0xf0eadc), OInk: rgb(0x1d1f21), ORing: rgb(0xbcb29c),
		Rim: rgb(0xb9a88c), Focus: rgb(0x8ab4f8), Wrong: rgb(0xff8a80),
		Cold: rgb(0x1f4f86), Mild: rgb(0x2c3230), Warm: rgb(0x8f4a12),
	}
	Paper = Colours{
		Ink: rgb(0x000000), Felt: rgb(0xffffff), Frame: rgb(0x000000), Wood: rgb(0xeeeeee), Pale: rgb(0xdddddd), Deep: rgb(0xaaaaaa),
		X: rgb(0x222222), XInk: rgb(0xffffff), XRing: rgb(0x777777), O: rgb(0xffffff), OInk: rgb(0x000000), ORing: rgb(0xbbbbbb),
		Rim: rgb(0x000000), Focus: rgb(0x1a5fb4), Wrong: rgb(0x000000),
		Cold: rgb(0xb0b0b0), Mild: rgb(0xdcdcdc), Warm: rgb(0xffffff),
	}
)

// Boards are other colours of the board for pages, by name: on a light background and on a dark one.
var Boards = [...]struct {
	Name         string
	Light, Night Colours
}{
	{"slate", Screen.board(0xa3b0bd, 0x2f3944, 0x5b6977, 0xd8dfe6, 0x647889, 0x3f4a56), Night.board(0x222a31, 0x5f6b78, 0x39434e, 0x8794a2, 0x5d7288, 0xa3b1bf)},
	{"green", Screen.board(0x2f6f52, 0x4a2d18, 0x7c5232, 0xe6d7ae, 0xc98a4b, 0x8c7650), Night.board(0x1d4434, 0x8a6848, 0x54371f, 0xb7a779, 0xa6573f, 0xb39d70)},
}

// board returns the scheme with other colours of the board.
func (c Colours) board(felt, frame, wood, pale, deep, rim uint32) Colours {
	c.Felt, c.Frame, c.Wood, c.Pale, c.Deep, c.Rim = rgb(felt), rgb(frame), rgb(wood), rgb(pale), rgb(deep), rgb(rim)
	return c
}

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xff}
}

// Widths of lines.
const (
	rimWidth   = 1
	ringWidth  = 2
	frameWidth = 2
	spotWidth  = 7
	arrowWidth = 4
	arrowShade = 0.85
)

// Style returns the style of the paint in the scheme.
func (c *Colours) Style(p Paint) Style {
	filled := func(fill *color.NRGBA) Style { return Style{Fill: fill, Opaque: 1} }
	switch p {
	case Felt:
		return filled(&c.Felt)
	case Wood:
		return filled(&c.Wood)
	case Frame:
		return Style{Line: &c.Frame, Width: frameWidth, Opaque: 1}
	case Pale:
		return filled(&c.Pale)
	case Deep:
		return filled(&c.Deep)
	case X:
		return Style{Fill: &c.X, Line: &c.Rim, Width: rimWidth, Opaque: 1}
	case O:
		return Style{Fill: &c.O, Line: &c.Rim, Width: rimWidth, Opaque: 1}
	case XRing:
		return Style{Line: &c.XRing, Width: ringWidth, Opaque: 1}
	case ORing:
		return Style{Line: &c.ORing, Width: ringWidth, Opaque: 1}
	case XInk:
		return filled(&c.XInk)
	case OInk:
		return filled(&c.OInk)
	case Spot:
		return Style{Fill: &c.Rim, Width: spotWidth, Opaque: 1}
	case Trail:
		return Style{Line: &c.Focus, Width: arrowWidth, Opaque: arrowShade}
	case Wrong:
		return Style{Line: &c.Wrong, Width: arrowWidth, Opaque: arrowShade}
	}
	if p >= Heat {
		ground := c.heat(int(p - Heat))
		return filled(&ground)
	}
	return filled(&c.Ink)
}

// heat returns the ground of a step: between cold and mild, or mild and warm.
func (c *Colours) heat(step int) color.NRGBA {
	const middle = HeatSteps / 2
	from, to, part := c.Cold, c.Mild, step
	if step > middle {
		from, to, part = c.Mild, c.Warm, step-middle
	}
	mix := func(a, b uint8) uint8 { return uint8((int(a)*(middle-part) + int(b)*part) / middle) }
	return color.NRGBA{R: mix(from.R, to.R), G: mix(from.G, to.G), B: mix(from.B, to.B), A: 0xff}
}
