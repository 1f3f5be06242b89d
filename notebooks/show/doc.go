// Package show writes text, charts, tables and boards to the output of a notebook's cell.
// It also has helpers that keep cells short: errors that stop the cell, smaller sizes in
// quick mode, and a folder for temporary files.
//
// Outputs of this package stay in their order. Text that a cell prints may appear
// elsewhere among them, because it takes another way.
//
// Outside a notebook the package shows nothing.
package show
