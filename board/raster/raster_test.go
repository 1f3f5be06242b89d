package raster_test

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"testing"

	"gammonlab/board"
	"gammonlab/board/picture"
	"gammonlab/board/raster"
)

// TestPixels checks the colours of pixels within the shapes of the picture.
func TestPixels(t *testing.T) {
	b := picture.Board{Position: board.Backgammon.Start(), Match: board.NewMatch(7), Left: true}
	b.Match.Dice = board.Roll{3, 1}
	var file bytes.Buffer
	if err := raster.Write(&file, b); err != nil {
		t.Fatal(err)
	}
	image, err := png.Decode(&file)
	if err != nil {
		t.Fatal(err)
	}
	check := func(what string, x, y int, want color.NRGBA) {
		t.Helper()
		if got := color.NRGBAModel.Convert(image.At(raster.Scale*x, raster.Scale*y)); got != want {
			t.Errorf("%s at %d, %d is %v, want %v", what, x, y, got, want)
		}
	}
	checkers := 0
	covered := func(x int) bool { return x == 246 || x == 498 || x == 66 || x == 318 } // by five checkers on one side
	for _, s := range b.View().Shapes() {
		switch s := s.(type) {
		case picture.Circle:
			if s.R > 12 { // not a ring
				checkers++
				check("a checker", s.X+s.R/2, s.Y, *picture.Screen.Style(s.Paint).Fill)
			}
		case picture.Polygons:
			for _, c := range s.Corners {
				if covered(c[2].X) {
					continue
				}
				check("a point", c[2].X, (c[0].Y+7*c[2].Y)/8, *picture.Screen.Style(s.Paint).Fill)
			}
		case picture.Dots:
			check("a dot", s.At[0].X, s.At[0].Y, picture.Screen.Rim)
		}
	}
	if checkers != 30 {
		t.Errorf("%d checkers", checkers)
	}
	check("the ground", picture.Width/2, 2, color.NRGBA{0xff, 0xff, 0xff, 0xff})
}

func ExampleWrite() {
	var file bytes.Buffer
	if err := raster.Write(&file, picture.Board{Position: board.Backgammon.Start(), Match: board.NewMatch(7)}); err != nil {
		fmt.Println(err)
	}
	size, err := png.DecodeConfig(&file)
	fmt.Println(size.Width, "x", size.Height, err)
	// Output: 1128 x 976 <nil>
}
