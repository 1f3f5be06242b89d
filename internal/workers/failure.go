package workers

// failure is what [Fail] panics with.
type failure struct{ error }

// Fail ends the work of this goroutine with an error, where the functions on the way cannot
// return one. It panics, and the error reaches the caller of [Try], [Ordered] or [Steered],
// or the function that defers [Catch]. [Each] and [All] pass it on to their caller.
func Fail(err error) { panic(failure{err}) }

// Catch sets err to the error of a call of [Fail] since the function that defers Catch began.
// Other panics go on.
func Catch(err *error) {
	p := recover()
	if failed := FailureOf(p); failed != nil {
		*err = failed
	} else if p != nil {
		panic(p)
	}
}

// FailureOf returns the error of a call of [Fail], given what recover returned; nil for other
// panics.
func FailureOf(recovered any) error {
	if f, ok := recovered.(failure); ok {
		return f.error
	}
	return nil
}

// caught calls do and returns its error, or that of a call of [Fail].
func caught(do func() error) (err error) {
	defer Catch(&err)
	return do()
}
