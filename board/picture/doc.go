// Package picture says how a board is drawn: it turns a position and what stands
// beside it into a list of shapes, which other packages paint as SVG, TikZ, PNG or
// PDF. All of them show the same board, because measures, places and colours are here
// alone.
//
// Lengths are in units of the picture, a checker being 36 of them wide. X runs to the
// right and Y down.
package picture
