package main

import "testing"

func TestOwnLearning(t *testing.T) {
	if err := run(t.Context(), 600, 4); err != nil {
		t.Error(err)
	}
}
