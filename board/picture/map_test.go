package picture_test

import (
	"fmt"
	"slices"
	"testing"
	"unicode/utf8"

	"gammonlab/board/picture"
)

// A map has a cell for each throw, on a ground that is warmer the higher its heat is.
func TestMap(t *testing.T) {
	m := picture.Map{Words: "below"}
	for i := range m.Cells {
		for k := range m.Cells[i] {
			m.Cells[i][k] = picture.Cell{Value: fmt.Sprint(10*i + k), Play: "bar/24* 13/12* 8/7* 6/5*", Heat: float64(6*i+k)/17.5 - 1}
		}
	}
	width, height := m.Size()
	var grounds []picture.Paint
	texts := map[string]int{}
	for _, s := range m.Shapes() {
		switch s := s.(type) {
		case picture.Rect:
			grounds = append(grounds, s.Paint)
			if s.X < 0 || s.Y < 0 || s.X+s.W > width || s.Y+s.H > height {
				t.Errorf("cell %+v is outside of the picture", s)
			}
		case picture.Words:
			for _, l := range s.Labels {
				texts[l.Text]++
				if s.Size == picture.Small && utf8.RuneCountInString(l.Text) > 16 {
					t.Errorf("%q is too long for a cell", l.Text)
				}
			}
		}
	}
	if len(grounds) != 36 || grounds[0] != picture.Heat || grounds[35] != picture.Heat+picture.HeatSteps-1 || !slices.IsSorted(grounds) {
		t.Errorf("grounds %v", grounds)
	}
	for text, want := range map[string]int{"bar/24* 13/12*": 36, "8/7* 6/5*": 36, "1": 3, "6": 2, "55": 1, "below": 1} {
		if texts[text] != want {
			t.Errorf("%d texts %q, want %d", texts[text], text, want)
		}
	}
}

// The grounds go from the coldest colour to the warmest in each scheme.
func TestHeat(t *testing.T) {
	for name, c := range map[string]picture.Colours{"screen": picture.Screen, "night": picture.Night, "paper": picture.Paper} {
		for i, want := range map[int]any{0: c.Cold, picture.HeatSteps / 2: c.Mild, picture.HeatSteps - 1: c.Warm} {
			if got := *c.Style(picture.Heat + picture.Paint(i)).Fill; got != want {
				t.Errorf("%s: step %d is %v, want %v", name, i, got, want)
			}
		}
	}
}
