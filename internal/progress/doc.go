// Package progress shows the progress of long work: a bar with rate and time left on a
// terminal, otherwise a plain line every few seconds, which keeps logs readable.
package progress
