// Package completion completes command lines in shells. A small script in the shell asks
// the program, which knows its commands, flags and their values, what can stand at the
// cursor: the script is the same for any version of the program.
package completion
