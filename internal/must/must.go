// Package must has checks for tests: calls that are not the subject of a test return no
// error, and calls that must fail return the right error. It is for tests only.
package must

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

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

// Err returns the error of a call with two results, for [Fail].
func Err[T any](_ T, err error) error { return err }

// Fail reports an error of the test if err is nil or its text does not contain part. The
// message begins with about, which names the case.
func Fail(t testing.TB, err error, part string, about ...any) {
	t.Helper()
	if err != nil && strings.Contains(err.Error(), part) {
		return
	}
	of := ""
	if len(about) > 0 {
		of = fmt.Sprint(about...) + ": "
	}
	t.Errorf("%sgot error %v, want one with %q", of, err, part)
}

// Allocate reports an error of the test if do allocates more than most bytes, in all goroutines.
// The message begins with about.
func Allocate(t testing.TB, most uint64, do func(), about ...any) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > most {
		t.Errorf("%sallocated %d bytes, want at most %d", fmt.Sprint(about...), n, most)
	}
}

// Lies calls do with copies of a file in which four bytes, from each place on, are those of a
// large number: a size or a number of things that the file does not have.
func Lies(file []byte, do func(lie []byte)) {
	lie := make([]byte, len(file))
	for at := range len(file) - 3 {
		for _, number := range [][4]byte{{0xff, 0xff, 0xff, 0x7f}, {0x7f, 0xff, 0xff, 0xff}} {
			copy(lie, file)
			copy(lie[at:], number[:])
			do(lie)
		}
	}
}
