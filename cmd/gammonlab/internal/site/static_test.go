package site

import (
	"bytes"
	"encoding/json"
	"testing"

	"gammonlab/internal/must"
)

// Another program gives another version, which browsers install beside the old one; the nets
// keep their names. So does another Go, whose script differs.
func TestVersion(t *testing.T) {
	first := must.Get(newFolder([]byte("1"), []byte("script")))(t)
	for _, second := range []folder{must.Get(newFolder([]byte("2"), []byte("script")))(t), must.Get(newFolder([]byte("1"), []byte("other")))(t)} {
		if bytes.Equal(first[workerName], second[workerName]) {
			t.Error("two programs have one version")
		}
		for name := range first {
			if second[name] == nil {
				t.Errorf("%s is missing in the second", name)
			}
		}
	}
	if _, script, ok := bytes.Cut(first[workerName], []byte("const release = ")); !ok || !json.Valid(script[:bytes.IndexByte(script, ';')]) {
		t.Error("the worker does not begin with its release in JSON")
	}
}
