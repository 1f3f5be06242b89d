// Package layering has no code but tests: they keep imports running one way
// and printing, randomness and the rules of matches where they belong.
package layering
