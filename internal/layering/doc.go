// Package layering has no code but tests: they keep imports running one way
// and printing and randomness where they belong.
package layering
