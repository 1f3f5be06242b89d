package server

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"gammonlab/internal/must"
)

// Commands that make keys at the same time lose none.
func TestKeysAtOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := KeysOf(filepath.Join(dir, "store"))
	const n = 8
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() {
			name := fmt.Sprintf("box%d", i)
			if _, err := file.Add(RoleWorker, name, filepath.Join(dir, SeedFile(name))); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if keys := must.Get(file.List())(t); len(keys) != n {
		t.Errorf("%d keys, want %d", len(keys), n)
	}
}

// If the store cannot add a key, no file of its secret half is left; if that
// file cannot be written, the store has no key.
func TestKeysHalfWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := KeysOf(filepath.Join(dir, "store"))
	_, err := file.Add(RoleWorker, "box", filepath.Join(dir, "none", "box.nk"))
	must.Fail(t, err, "no such file")
	if keys := must.Get(file.List())(t); len(keys) != 0 {
		t.Errorf("keys %v", keys)
	}
	seed := filepath.Join(dir, "box.nk")
	must.OK(t, os.Mkdir(file.Path, 0o777)) // in the way of the file
	if _, err := file.Add(RoleWorker, "box", seed); err == nil {
		t.Error("a folder was taken for the keys")
	}
	if _, err := os.Stat(seed); err == nil {
		t.Error("a secret half without a key is left")
	}
}

// For any file, keys that are read are valid.
func FuzzKeyFile(f *testing.F) {
	f.Add([]byte(`{"keys":[{"name":"box","role":"worker","public":"UCEDKBECVY6EYEZ4FFRS4OQXKDXBWZBDBOZZLLVB7IWF6S3IJFTQ3AUW","made":"2026-11-22T12:07:00Z"}]}`))
	f.Add([]byte(`{"keys":[{}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		file := KeyFile{filepath.Join(t.TempDir(), "keys.json")}
		must.OK(t, os.WriteFile(file.Path, text, 0o600))
		keys, err := file.List()
		if err != nil {
			return
		}
		for _, k := range keys {
			must.OK(t, k.check())
		}
		who := must.Get((&Server{keys: file}).accounts())(t)
		if !who.asked || len(who.keys) > len(keys) {
			t.Errorf("accounts %+v of keys %s", who, text)
		}
	})
}
