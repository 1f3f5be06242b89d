// Package rules has the rules of matches and money games as settings, and the score and the cube
// with which a game begins. Each type describes a rule wherever users give it: its help, its
// default and its range. The rules mean what they do in [game.Rules].
package rules

import (
	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/internal/setting"
)

// Length is the number of points of a match, 0 for money games.
type Length int

// Tags implements [setting.Tagged].
func (Length) Tags() (help, standard, shown string) {
	return "match to <N> points; 0 for money games", "", ""
}

// Check implements [setting.Checked].
func (n Length) Check(name string) error { return within(name, int(n), board.MaxMatchLength) }

// NoCube is set if nobody may double.
type NoCube bool

// Tags implements [setting.Tagged].
func (NoCube) Tags() (help, standard, shown string) { return "play without the doubling cube", "", "" }

// Jacoby is the Jacoby rule.
type Jacoby bool

// Tags implements [setting.Tagged].
func (Jacoby) Tags() (help, standard, shown string) {
	return "Jacoby rule in money games with the cube: gammons count only after a double", "true", ""
}

// Beavers is the maximal number of beavers after a double, by the two players in turn.
type Beavers int

// Tags implements [setting.Tagged].
func (Beavers) Tags() (help, standard, shown string) {
	return "maximum number <N> of beavers after a double in money games; 0 for none", "", ""
}

// Check implements [setting.Checked].
func (n Beavers) Check(name string) error { return within(name, int(n), game.MaxBeavers) }

// AutoDoubles is the maximal number of automatic doubles a game.
type AutoDoubles int

// Tags implements [setting.Tagged].
func (AutoDoubles) Tags() (help, standard, shown string) {
	return "equal dice in the first throw of a money game double the cube, at most <N> times; 0 for never", "", ""
}

// Check implements [setting.Checked].
func (n AutoDoubles) Check(name string) error { return within(name, int(n), game.MaxAutoDoubles) }

// within returns an error if a setting is not 0 to most.
func within(name string, n, most int) error {
	return setting.Check(setting.Name(name), n >= 0 && n <= most, "is %d, want 0 to %d", n, most)
}
