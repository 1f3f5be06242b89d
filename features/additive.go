package features

// Additive reports whether the inputs of a position are the sum of the inputs
// that the checkers of each place of each side have by themselves, so that the
// first layer of a net can follow checkers from place to place. A set says so by a
// method Additive.
func Additive(s Set) bool {
	a, ok := s.(interface{ Additive() bool })
	return ok && a.Additive()
}
