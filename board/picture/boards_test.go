package picture_test

import (
	"image/color"
	"math"
	"testing"

	"gammonlab/board/picture"
)

// lightness returns L* of CIELAB, 0 to 100.
func lightness(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	y := 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
	if y <= 0.008856 {
		return 903.3 * y
	}
	return 116*math.Cbrt(y) - 16
}

// In all colours of the board, checkers are clearly apart from each other and from points, and
// points from their ground; points are not too dark.
func TestBoardColours(t *testing.T) {
	all := map[string]picture.Colours{"screen": picture.Screen, "night": picture.Night}
	for _, b := range picture.Boards {
		all[b.Name+", light"], all[b.Name+", dark"] = b.Light, b.Night
	}
	for name, c := range all {
		for _, p := range []struct {
			what  string
			a, b  color.NRGBA
			least float64
		}{
			{"checkers", c.X, c.O, 70}, {"text on dark", c.X, c.XInk, 70}, {"text on light", c.O, c.OInk, 70},
			{"dark checkers and their line", c.X, c.Rim, 12}, {"light checkers and their dot", c.O, c.Rim, 20}, {"light checkers and their rings", c.O, c.ORing, 12},
			{"dark checkers and dark points", c.X, c.Deep, 28}, {"dark checkers and the ground", c.X, c.Felt, 10}, {"light checkers and pale points", c.O, c.Pale, 10},
			{"pale points and the ground", c.Pale, c.Felt, 15}, {"dark points and the ground", c.Deep, c.Felt, 15}, {"dark points and black", c.Deep, color.NRGBA{}, 45}, {"pale points and black", c.Pale, color.NRGBA{}, 45},
		} {
			if got := math.Abs(lightness(p.a) - lightness(p.b)); got < p.least {
				t.Errorf("%s: %s differ by L %.1f, want %.0f or more", name, p.what, got, p.least)
			}
		}
	}
}
