// Package show puts text, charts, tables and boards into the output of a notebook's
// cell, and has what every cell needs to be short: errors that stop it, sizes
// that are smaller in quick mode, a folder for what is made on the way.
//
// What is shown stays in its order. What a cell prints does not: it comes by
// another way.
//
// Outside a notebook nothing is shown.
package show
