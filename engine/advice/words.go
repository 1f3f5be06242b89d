package advice

// DoubleText returns the name of the decision to double or not.
func DoubleText(doubled bool) string {
	if doubled {
		return "double"
	}
	return "no double"
}
