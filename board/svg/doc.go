// Package svg draws boards as SVG: checkers, cube, dice, names, score and pip
// counts, in colours that follow a light or dark page and print well. Package picture
// says where everything is.
//
// The colours are CSS, see [Style]: a page may change them by its own rules. A
// drawing stands alone unless it is [Board.Bare].
package svg
