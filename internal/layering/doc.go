// Package layering contains only tests: they check that imports run in one direction and
// bring in few lines, and that printing, randomness and the rules of matches stay in their
// packages.
package layering
