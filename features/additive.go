package features

// Additive reports whether each checker contributes to the inputs of a position
// separately: the inputs are the sum of the contributions of each place. A net over such
// a set can update its first layer checker by checker. A set declares this by a method
// Additive() bool.
func Additive(s Set) bool {
	a, ok := s.(interface{ Additive() bool })
	return ok && a.Additive()
}
