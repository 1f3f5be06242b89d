// Package progress tells a person how far long work has come: a bar with rate
// and time left on a terminal, a plain line every few seconds anywhere else,
// so that logs stay readable.
package progress
