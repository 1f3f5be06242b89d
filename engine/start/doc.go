// Package start draws the positions from which games start: the variant's opening, or
// positions of pools ([Positions]).
package start
