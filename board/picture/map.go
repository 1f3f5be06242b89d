package picture

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// Map is a square of the 36 throws of two dice, a temperature map: each has a value on a ground
// whose colour shows whether the value is high or low.
type Map struct {
	Cells [6][6]Cell // by the first and the second die, less 1
	Words string     // below the square
}

// Cell is a throw of a map.
type Cell struct {
	Value, Play string
	Heat        float64 // of the ground, from -1 for the coldest to 1 for the warmest
}

// Sizes of a map.
const (
	cellWidth  = 106
	cellHeight = 54
	dice       = 30 // of the column and the row of dice
	mapWidth   = dice + 6*cellWidth
	mapHeight  = dice + 6*cellHeight + stripe
)

// Size returns the size of the picture.
func (m Map) Size() (width, height int) { return mapWidth, mapHeight }

// Label returns a description of the map for screen readers.
func (m Map) Label() string { return "Map of all throws. " + m.Words }

// Shapes returns the picture, from the background up.
func (m Map) Shapes() []Shape {
	heads := Words{Paint: Ink, Size: Large, Align: Centre}
	values := Words{Paint: Ink, Size: Plain, Align: Centre}
	plays := Words{Paint: Ink, Size: Small, Align: Centre}
	var all []Shape
	for i := range m.Cells {
		heads.Labels = append(heads.Labels,
			Label{dice + i*cellWidth + cellWidth/2, dice / 2, fmt.Sprint(i + 1)}, Label{dice / 2, dice + i*cellHeight + cellHeight/2, fmt.Sprint(i + 1)})
		for k, c := range m.Cells[i] {
			x, y := dice+k*cellWidth, dice+i*cellHeight
			all = append(all, Rect{Paint: c.ground(), X: x + 1, Y: y + 1, W: cellWidth - 2, H: cellHeight - 2, Radius: 4})
			lines := folded(c.Play)
			x, y = x+cellWidth/2, y+cellHeight/2-6*len(lines)
			values.Labels = append(values.Labels, Label{x, y, c.Value})
			for n, line := range lines {
				plays.Labels = append(plays.Labels, Label{x, y + 16 + 13*n, line})
			}
		}
	}
	below := Words{Paint: Ink, Size: Plain, Align: Left, Labels: []Label{{dice, mapHeight - 6, m.Words}}}
	return append(all, heads, values, plays, below)
}

// ground returns the paint of a cell.
func (c *Cell) ground() Paint {
	const middle = HeatSteps / 2
	return Heat + Paint(middle+int(math.Round(middle*min(max(c.Heat, -1), 1))))
}

// folded breaks a play into lines that fit a cell.
func folded(play string) []string {
	const most = 16 // letters
	var lines []string
	for _, step := range strings.Fields(play) {
		last := len(lines) - 1
		if last >= 0 && utf8.RuneCountInString(lines[last])+1+utf8.RuneCountInString(step) <= most {
			lines[last] += " " + step
			continue
		}
		lines = append(lines, step)
	}
	return lines
}
