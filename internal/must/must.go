// Package must ends a test at the first error of what it needs and does not test. It
// is for tests only.
package must

import "testing"

// OK ends the test if err is not nil.
func OK(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Get takes the results of a call and returns a function that returns the value, or
// ends the test if there is an error:
//
//	model := must.Get(nets.Load(path))(t)
func Get[T any](value T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		OK(t, err)
		return value
	}
}
