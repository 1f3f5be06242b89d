// Package engine holds the shared evaluator: everything that says what a
// position is worth, and the players built on it, speak the types of this
// package.
package engine
