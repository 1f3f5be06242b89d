package features

// Additive reports whether the inputs of a position are the sum of the inputs
// that the checkers of each place of each side have by themselves, so that the
// first layer of a net can follow checkers from place to place.
func Additive(s Set) bool {
	_, ok := s.(gnubgBase200)
	return ok
}
