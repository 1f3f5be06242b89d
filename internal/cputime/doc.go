// Package cputime says how much of the processors' time this process and its children have taken.
package cputime
