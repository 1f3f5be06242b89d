// Package svg draws boards as SVG: checkers, cube, dice, names, score and pip
// counts, in colours that follow a light or dark page and are suited to print.
// Package picture defines the shapes. [Draw] draws any other picture.
//
// The colours are CSS, see [Style]; a page may override them. A drawing
// contains its style unless [Board.Bare] is set.
//
// Not for other modules.
package svg
