package promotion

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gammonlab/evalbench/tournament"
	"gammonlab/internal/atomicfile"
	"gammonlab/nets"
)

// Writable returns the error that would stop [Contest.Replace] from writing. Call it
// before playing the test.
func (c *Contest) Writable(path string, keep bool) error {
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	paths := []string{path}
	if keep {
		kept := keptName(path, c.digests[1])
		if _, err := isKept(kept, old); err != nil {
			return err
		}
		paths = append(paths, kept)
	}
	for _, path := range paths {
		atomicfile.RemoveDead(path)
		file, err := atomicfile.Create(path)
		if err != nil {
			return err
		}
		file.Abort()
	}
	return nil
}

// Replace writes a promoted model to the file of the model that it replaces. The file
// must still contain the replaced model; the replacement is atomic. With keep, the old
// file stays beside the new one, under a name with the first digits of its digest, which
// Replace returns.
func (c *Contest) Replace(path string, promoted *nets.Model, keep bool) (kept string, err error) {
	old, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	if err := c.holds(old); err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	if keep {
		kept = keptName(path, c.digests[1])
		if err := keepFile(kept, old); err != nil {
			return "", err
		}
	}
	return kept, promoted.Save(path)
}

// Finished returns the evidence of the model at the path if that model is already the
// promoted candidate, and the name of the file that keeps the old model, if any. This
// happens if a process ended just after replacing the file.
func Finished(candidate, replaced *nets.Model, path string) (e *Evidence, kept string, err error) {
	digest, err := without(candidate).Digest()
	if err != nil {
		return nil, "", err
	}
	if e, err = Of(replaced); err != nil || e == nil || e.Candidate != digest {
		return nil, "", err
	}
	if kept = keptName(path, e.Replaced); !isThere(kept) {
		kept = ""
	}
	return e, kept, nil
}

func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// SameTest reports whether the evidence is of a test with the same settings as the
// record, whatever the results.
func (e *Evidence) SameTest(r *tournament.Record) bool {
	t := e.Test
	return t.Form == r.Form && t.Conditions == r.Conditions && t.Unit == r.Unit && t.E0 == r.E0 && t.E1 == r.E1 && t.Alpha == r.Alpha && t.Beta == r.Beta
}

// holds returns an error if file does not contain the model to replace.
func (c *Contest) holds(file []byte) error {
	m, err := nets.Decode(file)
	if err != nil {
		return err
	}
	digest, err := m.Digest()
	if err == nil && digest != c.digests[1] {
		err = fmt.Errorf("it now contains the net %.12s, but the net %.12s was tested", digest, c.digests[1])
	}
	return err
}

// keptName returns the name under which a replaced file is kept.
func keptName(path, digest string) string {
	ext := filepath.Ext(path)
	return fmt.Sprintf("%s-%.12s%s", strings.TrimSuffix(path, ext), digest, ext)
}

// keepFile writes a file. The file may already exist with the same content; other content
// is an error.
func keepFile(path string, data []byte) error {
	there, err := isKept(path, data)
	if there || err != nil {
		return err
	}
	return atomicfile.WriteFile(path, data)
}

// isKept reports whether a file exists with the content. A file with other content is
// an error.
func isKept(path string, data []byte) (bool, error) {
	there, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("keeping the replaced net: %w", err)
	case !bytes.Equal(there, data):
		return false, fmt.Errorf("keeping the replaced net: %s exists with other content", path)
	}
	return true, nil
}
