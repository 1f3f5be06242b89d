// Package picture converts a position with its match and player names, or a map
// of the values of all throws, to a list of shapes, which other packages draw as
// SVG, TikZ, PNG or PDF. All of them show the same picture, because only this
// package defines sizes, places and colours.
//
// Lengths are in units of the picture; a checker is 36 units wide. X runs to
// the right and Y down.
//
// Not for other modules.
package picture
