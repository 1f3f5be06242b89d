// Package completion completes command lines in shells. A small script in the shell asks
// the program for the possible words at the cursor. The program knows its commands, flags
// and values, so the script is the same for all versions of the program.
package completion
