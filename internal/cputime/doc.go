// Package cputime returns the processor time of this process and its children.
package cputime
