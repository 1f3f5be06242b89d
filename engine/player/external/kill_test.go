package external_test

import (
	"os"
	"strconv"
	"testing"
)

// kill kills the process of the id.
func kill(t *testing.T, id string) {
	t.Helper()
	n, err := strconv.Atoi(id)
	if err != nil {
		t.Fatal(err)
	}
	process, err := os.FindProcess(n)
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Kill(); err != nil {
		t.Fatal(err)
	}
}
