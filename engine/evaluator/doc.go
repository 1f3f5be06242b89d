// Package evaluator has evaluators that are other programs, so that nets of any architecture
// and in any language can play, search, label and be measured.
//
// A program first writes a line of JSON, see [Hello]. Then it answers requests, each a frame:
//
//	request  uint32 n, then n positions (52 bytes each) or n times the inputs (float32)
//	answer   uint32 n, then n times the outputs (float32)
//
// All numbers are little-endian. The bytes of a position are the checkers of the player on
// roll on the points 1 to 24, on the bar and borne off, then those of the opponent, each side
// counting its points from its own home. n is at least 1. The program ends at the end of its
// input.
//
// [Start] starts a program. All evaluators of the program share it: questions of several
// goroutines that wait at the same time go into one frame. [Serve] is the other side of the
// protocol, with which an evaluator in Go answers other programs, and with [Inputs] a feature set
// answers trainers in other languages.
package evaluator
