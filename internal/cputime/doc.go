// Package cputime returns the processor time of this process and its children, and the name of the processor.
package cputime
