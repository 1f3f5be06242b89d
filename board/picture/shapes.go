package picture

// Picture is something to be drawn, a [Board] or a [Map].
type Picture interface {
	Size() (width, height int)
	Shapes() []Shape // from the background up
	Label() string   // description for screen readers
}

// Shape is a [Rect], [Circle], [Polygons], [Dots], [Arrow] or [Words].
type Shape interface{ shape() }

// Point is a place in the picture.
type Point struct{ X, Y int }

// Rect is a rectangle, given by its upper left corner.
type Rect struct {
	Paint      Paint
	X, Y, W, H int
	Radius     int // of its corners
}

// Circle is a disc.
type Circle struct {
	Paint   Paint
	X, Y, R int
}

// Polygons are areas of one paint.
type Polygons struct {
	Paint   Paint
	Corners [][]Point
}

// Dots are small discs, as wide as their paint's line.
type Dots struct {
	Paint Paint
	At    []Point
}

// Arrow is a curve, bent towards the point Bend, with two strokes as its head.
type Arrow struct {
	Paint          Paint
	From, Bend, To Point
	Head           [2]Point
}

// Words are texts of one paint, size and alignment.
type Words struct {
	Paint  Paint
	Size   Size
	Align  Align
	Labels []Label
}

// Label is a text at a place.
type Label struct {
	X, Y int
	Text string
}

func (Rect) shape()     {}
func (Circle) shape()   {}
func (Polygons) shape() {}
func (Dots) shape()     {}
func (Arrow) shape()    {}
func (Words) shape()    {}

// Size is the size of a text.
type Size uint8

// The sizes of texts.
const (
	Small Size = iota // point numbers
	Plain             // values
	Named             // names and scores
	Large             // the cube, counts of checkers; bold
)

// Height returns the size of the font.
func (s Size) Height() int { return [...]int{11, 14, 17, 17}[s] }

// Bold reports whether the font is bold.
func (s Size) Bold() bool { return s == Large }

// Align is the part of a text that is at its place.
type Align uint8

// The alignments of texts.
const (
	Left   Align = iota // the left end of the base line
	Right               // its right end
	Centre              // the middle of the text
)
