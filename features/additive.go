package features

// Additive reports whether the inputs of a position are the sum of the inputs
// that the checkers on each place contribute separately. A net over such a set
// can update its first layer checker by checker. A set declares this by a
// method Additive() bool.
func Additive(s Set) bool {
	a, ok := s.(interface{ Additive() bool })
	return ok && a.Additive()
}
