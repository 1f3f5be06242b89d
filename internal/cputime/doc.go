// Package cputime says how much of the processors' time this process has taken.
package cputime
